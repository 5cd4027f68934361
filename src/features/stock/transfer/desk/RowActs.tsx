/** What a row of the list offers beside its own button. */
import type { LineView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { LineIcon } from '#ui/Icon.tsx';

/** `isSmall`: the word is under its sign. Its room is kept from the start. The word appears when the disk has the line, because until then a reload drops the line. */
export const Undo = ({ line, onUndo, isSmall = false }: { line: LineView; onUndo: () => void; isSmall?: boolean }) => (
  // Round, because the bent arrow is that of a return.
  <RowAct {...{ line, isSmall }} d="M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5" onPress={onUndo}>
    Undo
  </RowAct>
);

/** The way back of a line that came by a tap alone. */
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
  /** The accessible name, where the word alone does not say what the press is about. */
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
