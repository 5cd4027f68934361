/** The buttons of a row besides its own button, and its keys. */
import type { KeyboardEvent } from 'react';
import { syncWords } from '#domain/syncWords.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { LineIcon } from '#ui/Icon.tsx';

/**
 * `isSmall`: the word is below the icon. The space of the word is reserved from the start. The word appears when the line is on the disk, because
 * until then a reload drops the line.
 */
export const Undo = ({ line, onUndo, isSmall = false }: { line: LineView; onUndo: () => void; isSmall?: boolean }) => (
  // The arrow is round, because the bent arrow is the icon of a return.
  <RowAct {...{ line, isSmall }} d="M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5" onPress={onUndo}>
    Undo
  </RowAct>
);

/** The undo of a line that was added by a tap only. */
export function RemoveTapped({
  line,
  onRemove,
  isSmall = false,
}: {
  line: LineView;
  onRemove: (line: LineView) => void;
  isSmall?: boolean;
}) {
  return (
    <RowAct {...{ line, isSmall }} d="M6 6l12 12M18 6 6 18" name={`Remove ${line.name}`} onPress={() => onRemove(line)}>
      Remove
    </RowAct>
  );
}

/** Says why the server refused the line. If a colleague also changed the line, it shows the colleague's figure (`note`) and the choice. */
export function Trouble({
  line,
  note,
  onDecide,
}: {
  line: LineView;
  note: string | undefined;
  onDecide: (productId: string) => void;
}) {
  const isConflict = line.state === 'conflict';
  const words = (isConflict && note) || line.message;
  return (
    <>
      {words && <div className="figures text-sm leading-tight text-bad">{words}</div>}
      {isConflict && (
        <div className="-ml-3">
          <RowAct
            line={line}
            isSmall={false}
            d="M7 4 3 8l4 4M3 8h13M17 12l4 4-4 4M21 16H8"
            name={`${syncWords.conflict.title}: ${line.name}`}
            onPress={() => onDecide(line.product_id)}
          >
            {syncWords.conflict.title}
          </RowAct>
        </div>
      )}
    </>
  );
}

/** The arrow keys move between the rows, and Enter opens the row that has the focus. */
export function rowKeys(event: KeyboardEvent<HTMLTableRowElement>, onOpen: () => void): void {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (next instanceof HTMLElement) next.focus();
  } else if (event.key === 'Enter') {
    event.preventDefault();
    onOpen();
  }
}

function RowAct({
  line,
  isSmall,
  d,
  name,
  onPress,
  children,
}: {
  line: LineView;
  isSmall: boolean;
  d: string;
  /** The accessible name, if the word alone does not say which line the button is for. */
  name?: string;
  onPress: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-label={name}
      className={classes(
        'flex min-h-tap shrink-0 items-center rounded-field font-semibold text-accent',
        line.state === 'saving' && 'invisible',
        isSmall ? 'min-w-12 flex-col justify-center text-xs' : 'gap-2 px-3',
      )}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      <LineIcon d={d} />
      {children}
    </button>
  );
}
