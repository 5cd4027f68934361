import { memo, useEffect, useRef } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import type { Kobo } from '#domain/money.ts';
import { acceptedValue, type PriceOf } from '#domain/receiving.ts';
import { type Shortage, shortageText } from '#domain/stockLimit.ts';
import type { LineState } from '#domain/syncWords.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Badge, type Tone } from '#ui/feedback/Badge.tsx';
import { type IconName, LineIcon } from '#ui/Icon.tsx';
import { backText } from '../../parts/lines/reasons.ts';
import { useCountWords } from '../countWords.ts';
import { priceText } from '../newPrice.ts';
import { stateWords } from './deskLines.ts';
import { Counted, CountedBelow, Figures, LotLine, SavedDot } from './LineCells.tsx';

/** The states that ask for a person. The others are a dot. */
const LOOK: Partial<Record<LineState, { tone: Tone; icon: IconName }>> = {
  unsaved: { tone: 'bad', icon: 'alert' },
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
  /** What is typed for it in a count, in units; null: nothing, so it is not counted. */
  typed: number | null;
  /** The product that was changed a moment ago. */
  lit: string | null;
  /** The product whose last change can be taken back. */
  undoable: string | null;
  /** What the source says of a product; undefined: it does not offer it. */
  productOf: (productId: string) => Pickable | undefined;
  /** The source's price per case now, where the line has another one. */
  newPriceOf: (line: LineView) => Kobo | null;
  priceOf: PriceOf;
  /** All handlers keep their identity between renders. */
  onOpen: (line: LineView) => void;
  onEdit: (line: LineView) => void;
  onUndo: () => void;
}

/** The lines of the transfer. A row opens its figure by a press, or by arrow keys and Enter. */
export function Lines({ lines, isCount, isBlind, shortages, chosen, typed, lit, undoable, ...handlers }: Props) {
  const words = useCountWords();
  const body = useRef<HTMLTableSectionElement>(null);
  // The line that was added, or that is being counted, is in the window.
  const shown = chosen ?? lit;
  // A figure that is being typed may make its row higher.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the typed figure changes, although it does not read it
  useEffect(() => {
    const rows = [...(body.current?.rows ?? [])];
    const row = rows.find((one) => one.dataset.product === shown);
    if (row) bringIntoView(row);
  }, [shown, typed]);
  return (
    <table aria-label="Products of this transfer" className="w-full table-fixed border-collapse">
      <colgroup>
        <col />
        <col className={isCount ? 'w-24 @max-2xl:hidden' : 'w-36 @max-2xl:w-20'} />
        <col className={isCount ? 'w-33 @max-2xl:w-24' : 'w-34 @max-2xl:hidden'} />
        {isCount && <col className="w-34 @max-2xl:hidden" />}
        {/* The way back stands beside the row's button: in the middle of the row a press on the row would meet it. */}
        <col className={classes(isCount ? 'w-14' : 'w-28', '@max-2xl:w-12')} />
      </colgroup>
      <thead className={isCount ? 'sticky top-0 z-1 bg-surface text-sm text-ink-soft' : 'sr-only'}>
        <tr className="border-b">
          <th scope="col" className="px-6 py-2 text-left font-normal max-sm:px-4">
            Product
          </th>
          <th scope="col" className={classes('px-2 py-2 text-right font-normal', isCount && '@max-2xl:hidden')}>
            {isCount ? words.expected : 'Quantity'}
          </th>
          <th scope="col" className={classes('px-2 py-2 text-right font-normal', !isCount && '@max-2xl:hidden')}>
            {isCount ? words.came : 'Amount'}
          </th>
          {isCount && (
            <th scope="col" className="@max-2xl:hidden">
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
            came={chosen === line.product_id ? typed : line.quantity_accepted}
            isLit={chosen === null && lit === line.product_id}
            isUndoable={undoable === line.product_id}
            shortage={shortages.get(line.product_id)}
            {...handlers}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Scrolls the list alone, until the whole row is under its head. `scrollIntoView` would scroll the page too. */
function bringIntoView(row: HTMLTableRowElement): void {
  const list = row.closest('[data-lines]');
  if (!list) return;
  // In a low window the lines and what may come next are one list.
  const isOwn = list.scrollHeight > list.clientHeight;
  scrollTo(isOwn || !list.parentElement ? list : list.parentElement, row);
}

function scrollTo(list: Element, row: HTMLTableRowElement): void {
  const head = row.closest('table')?.tHead;
  const frame = list.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  const above = frame.top + (head && getComputedStyle(head).position === 'sticky' ? head.offsetHeight : 0) - top;
  if (above > 0) list.scrollTop -= above;
  else if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom;
}

interface RowProps
  extends Pick<Props, 'isCount' | 'productOf' | 'newPriceOf' | 'priceOf' | 'onOpen' | 'onEdit' | 'onUndo'> {
  line: LineView;
  isFirst: boolean;
  /** What was expected is not shown. */
  isHidden: boolean;
  isChosen: boolean;
  /** What came in a count, in units; null: not counted. */
  came: number | null;
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
    came,
    isLit,
    isUndoable,
    shortage,
    productOf,
    newPriceOf,
    priceOf,
    onOpen,
    onEdit,
    onUndo,
  } = props;
  const price = isHidden ? null : newPriceOf(line);
  // That it is short or over is said by the figures.
  const why = backText(line.reason);
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
        'cursor-pointer border-b transition-colors duration-200',
        isCount ? 'h-16' : 'h-18',
        (isLit || isChosen) && 'bg-accent-soft shadow-[inset_4px_0_0_var(--accent)]',
        isLit && 'motion-safe:animate-[land_.16s_ease-out]',
        shortage && !isChosen && 'shadow-[inset_4px_0_0_var(--bad)]',
      )}
    >
      <td className={classes('px-6 max-sm:px-4', isCount ? 'py-0.75' : 'py-1.5')}>
        <div className="flex items-center gap-4 max-sm:gap-3">
          <Pack product={productOf(line.product_id)?.product ?? { name: line.name }} size={48} />
          <div className="min-w-0 flex-1">
            <div className="line-clamp-2 font-semibold leading-tight" title={line.name}>
              {line.name}
            </div>
            <div className={classes('figures text-sm leading-tight text-ink-soft', isCount && '@max-2xl:hidden')}>
              Case of {line.case_count}
              {why && <> · {why}</>} <State line={line} />
            </div>
            {line.lots && !isHidden && <LotLine lots={line.lots} caseCount={line.case_count} />}
            {price !== null && (
              <div className="figures text-sm leading-tight font-medium text-wait">{priceText(line, price)}</div>
            )}
            {isCount && (
              <CountedBelow {...{ line, isHidden, isChosen, came }}>
                {why && <span>{why}</span>}
                <State line={line} />
              </CountedBelow>
            )}
            {line.message && <div className="text-sm text-bad">{line.message}</div>}
            {shortage && <div className="text-sm text-bad">{shortageText(shortage, line.case_count)}</div>}
            {isUndoable && (
              <span className="-ml-3 hidden @max-2xl:block">
                <Undo onUndo={onUndo} />
              </span>
            )}
          </div>
          {isUndoable && isCount && (
            // Beside the name, in the empty end of its cell: it lies on no figure, and the row keeps its height.
            <span className="-mr-6 -ml-2 @max-2xl:hidden">
              <Undo onUndo={onUndo} isSmall />
            </span>
          )}
        </div>
      </td>
      {isCount ? (
        <Counted {...{ line, isHidden, isChosen, came }} />
      ) : (
        <Figures line={line} amount={acceptedValue(line, priceOf)} />
      )}
      <td className="pr-2 text-right">
        <span className="flex justify-end gap-2">
          {isUndoable && !isCount && (
            <span className="@max-2xl:hidden">
              <Undo onUndo={onUndo} isSmall />
            </span>
          )}
          <IconButton
            icon="more"
            label={`Edit ${line.name}`}
            onClick={(event) => {
              event.stopPropagation();
              onEdit(line);
            }}
          />
        </span>
      </td>
    </tr>
  );
});

/** `isSmall`: the word stands under its sign. */
function Undo({ onUndo, isSmall = false }: { onUndo: () => void; isSmall?: boolean }) {
  return (
    <button
      type="button"
      className={classes(
        'flex min-h-tap shrink-0 items-center rounded-field font-semibold text-accent',
        isSmall ? 'min-w-12 flex-col justify-center text-xs' : 'gap-2 px-3',
      )}
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

/** The state of a line: a quiet dot while only this tablet has it, a badge where a person is needed. Screen readers hear it always. */
function State({ line }: { line: LineView }) {
  const words = stateWords(line);
  const look = LOOK[line.state];
  if (look)
    return (
      <span title={words.long} className="ml-1 inline-block">
        <Badge {...look}>{words.short}</Badge>
      </span>
    );
  return (
    <span title={words.long} className="whitespace-nowrap">
      {/* A line that waits to be counted has nothing of the person yet. */}
      {line.state !== 'sent' && line.quantity_accepted !== null && <SavedDot state={line.state} />}
      <span className="sr-only">{words.short}</span>
    </span>
  );
}
