import { memo, useEffect, useRef } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { type Shortage, shortageText } from '#domain/stockLimit.ts';
import { type LineState, lineWords } from '#domain/syncWords.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Badge, type Tone } from '#ui/feedback/Badge.tsx';
import { type IconName, LineIcon } from '#ui/Icon.tsx';
import { Counted, Figures } from './LineCells.tsx';

const LOOK: Record<LineState, { tone: Tone; icon: IconName }> = {
  sent: { tone: 'good', icon: 'check' },
  queued: { tone: 'wait', icon: 'clock' },
  sending: { tone: 'accent', icon: 'sync' },
  blocked: { tone: 'wait', icon: 'clock' },
  attention: { tone: 'bad', icon: 'alert' },
  conflict: { tone: 'bad', icon: 'swap' },
};

interface Props {
  lines: readonly LineView[];
  isCount: boolean;
  /** What was expected of a line is hidden until it is counted. */
  isBlind: boolean;
  shortages: ReadonlyMap<string, Shortage>;
  /** The product whose figure is being typed. */
  chosen: string | null;
  /** What is typed for it in a count, in units; null: nothing. */
  typed: number | null;
  /** The product that was changed a moment ago. */
  lit: string | null;
  /** The product whose last change can be taken back. */
  undoable: string | null;
  /** What the source says of a product; undefined: it does not offer it. */
  productOf: (productId: string) => Pickable | undefined;
  /** All handlers keep their identity between renders. */
  onOpen: (line: LineView) => void;
  onEdit: (line: LineView) => void;
  onUndo: () => void;
}

/** The lines of the transfer. A row opens its figure by a press, or by arrow keys and Enter. */
export function Lines({ lines, isCount, isBlind, shortages, chosen, typed, lit, undoable, ...handlers }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  // The line that was added, or that is being counted, is in the window.
  useEffect(() => {
    const id = lit ?? chosen;
    if (id === null) return;
    const row = [...(body.current?.rows ?? [])].find((one) => one.dataset.product === id);
    row?.scrollIntoView({ block: 'nearest' });
  }, [lit, chosen]);
  return (
    <table aria-label="Products of this transfer" className="w-full table-fixed border-collapse">
      <colgroup>
        <col />
        <col className={isCount ? 'w-24 max-sm:w-16' : 'w-28 max-sm:w-24'} />
        <col className={isCount ? 'w-28 max-sm:w-20' : 'w-32 max-sm:w-0'} />
        {isCount && <col className="w-36 max-sm:w-24" />}
        <col className="w-14 max-sm:w-12" />
      </colgroup>
      <thead className={isCount ? 'sticky top-0 z-1 bg-surface text-sm text-ink-soft' : 'sr-only'}>
        <tr className="border-b">
          <th scope="col" className="px-6 py-2 text-left font-normal max-sm:px-4">
            Product
          </th>
          <th scope="col" className="px-2 py-2 text-right font-normal">
            {isCount ? 'Expected' : 'Quantity'}
          </th>
          <th scope="col" className="px-2 py-2 text-right font-normal">
            {isCount ? 'Came' : <span className="max-sm:hidden">Amount</span>}
          </th>
          {isCount && (
            <th scope="col">
              <span className="sr-only">Difference</span>
            </th>
          )}
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {lines.map((line, index) => (
          <Row
            key={line.product_id}
            line={line}
            isFirst={index === 0}
            isCount={isCount}
            isHidden={isBlind && line.quantity_accepted === null}
            isChosen={chosen === line.product_id}
            typed={chosen === line.product_id ? typed : null}
            isLit={lit === line.product_id}
            isUndoable={undoable === line.product_id}
            shortage={shortages.get(line.product_id)}
            {...handlers}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<Props, 'isCount' | 'productOf' | 'onOpen' | 'onEdit' | 'onUndo'> {
  line: LineView;
  isFirst: boolean;
  /** What was expected is not shown. */
  isHidden: boolean;
  isChosen: boolean;
  typed: number | null;
  isLit: boolean;
  isUndoable: boolean;
  shortage: Shortage | undefined;
}

/** One line. It renders only when its own values change, not at each key in a field beside it. */
const Row = memo(function Row(props: RowProps) {
  const {
    line,
    isFirst,
    isCount,
    isHidden,
    isChosen,
    typed,
    isLit,
    isUndoable,
    shortage,
    productOf,
    onOpen,
    onEdit,
    onUndo,
  } = props;
  const onKeyDown = (event: React.KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return;
    const row = event.currentTarget;
    const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (next instanceof HTMLElement) next.focus();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onOpen(line);
    }
  };
  return (
    <tr
      data-product={line.product_id}
      tabIndex={isFirst ? 0 : -1}
      onClick={() => onOpen(line)}
      onKeyDown={onKeyDown}
      className={classes(
        'h-18 cursor-pointer border-b transition-colors duration-200',
        (isLit || isChosen) && 'bg-accent-soft shadow-[inset_4px_0_0_var(--accent)]',
        isLit && 'motion-safe:animate-[land_.16s_ease-out]',
        shortage && !isChosen && 'shadow-[inset_4px_0_0_var(--bad)]',
      )}
    >
      <td className="px-6 py-2 max-sm:px-4">
        <div className="flex items-center gap-4 max-sm:gap-3">
          <span className="max-[26rem]:hidden">
            <Pack product={productOf(line.product_id)?.product ?? { name: line.name }} size={48} />
          </span>
          <div className="min-w-0 flex-1">
            <div className="line-clamp-2 font-semibold leading-snug" title={line.name}>
              {line.name}
            </div>
            <div className="figures text-sm text-ink-soft">Case of {line.case_count}</div>
            {line.message && <div className="text-sm text-bad">{line.message}</div>}
            {shortage && <div className="text-sm text-bad">{shortageText(shortage, line.case_count)}</div>}
            <State line={line} />
          </div>
          {isUndoable && <Undo onUndo={onUndo} />}
        </div>
      </td>
      {isCount ? <Counted {...{ line, isHidden, isChosen, typed }} /> : <Figures line={line} />}
      <td className="pr-2 text-right">
        <IconButton
          icon="more"
          label={`Edit ${line.name}`}
          onClick={(event) => {
            event.stopPropagation();
            onEdit(line);
          }}
        />
      </td>
    </tr>
  );
});

function Undo({ onUndo }: { onUndo: () => void }) {
  return (
    <button
      type="button"
      className="flex min-h-tap shrink-0 items-center gap-2 rounded-field px-3 font-semibold text-accent"
      onClick={(event) => {
        event.stopPropagation();
        onUndo();
      }}
    >
      <LineIcon d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3" />
      Undo
    </button>
  );
}

/** The state of a line is shown only where the server does not have it; screen readers hear it always. */
function State({ line }: { line: LineView }) {
  const words = lineWords(line.state, line.waitingFor ?? undefined);
  if (line.state === 'sent') return <span className="sr-only">{words.short}</span>;
  return (
    <span title={words.long} className="mt-0.5 inline-block">
      <Badge {...LOOK[line.state]}>{words.short}</Badge>
    </span>
  );
}
