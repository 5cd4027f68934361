import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import type { Kobo } from '#domain/money.ts';
import { acceptedValue, type PriceOf } from '#domain/receiving.ts';
import { type Shortage, shortageText } from '#domain/stockLimit.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { LotList } from '../../parts/lines/LotList.tsx';
import { backText } from '../../parts/lines/reasons.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { useCountWords } from '../countWords.ts';
import { priceText } from '../newPrice.ts';
import { keepInView } from '../typing/keepInView.ts';
import { Counted, CountedBelow, Figures, State } from './LineCells.tsx';
import { RemoveTapped, rowKeys, Trouble, Undo } from './RowActs.tsx';
import { type LastChange, useLit } from './useLastChange.ts';

interface Props {
  lines: readonly LineView[];
  isCount: boolean;
  /** True: the expected quantity of a line is hidden until the line is counted. */
  isBlind: boolean;
  shortages: ReadonlyMap<string, Shortage>;
  /** By product id: what a person should know about a saved figure: it is probably a slip, or somebody else replaced it. */
  notes: ReadonlyMap<string, string>;
  /** The id of the product whose figure is being typed. */
  chosen: string | null;
  /** In a count: the typed units of that product. Null: nothing is typed, so the line is not counted. */
  typed: number | null;
  /** A product is chosen. On a phone the keys then cover the end of the list. */
  isTyping: boolean;
  /** The last change, which can be undone. Its row is highlighted for a moment. */
  last: LastChange | null;
  /** The ids of products whose lines were added by a tap only. */
  tapped: ReadonlySet<string>;
  /** The source's product. Undefined: the source does not offer it. */
  productOf: (productId: string) => Pickable | undefined;
  /** The source's current price per case, if the line has another price. Null otherwise. */
  newPriceOf: (line: LineView) => Kobo | null;
  priceOf: PriceOf;
  /** All handlers keep their identity between renders. */
  onOpen: (line: LineView) => void;
  onEdit: (line: LineView) => void;
  onUndo: () => void;
  onRemove: (line: LineView) => void;
  /** Opens the choice between this person's figure and a colleague's. */
  onDecide: (productId: string) => void;
}

/** The lines of the transfer. A press opens the figure of a row; so do the arrow keys and Enter. */
export function Lines({
  lines,
  isCount,
  isBlind,
  shortages,
  notes,
  chosen,
  typed,
  isTyping,
  last,
  tapped,
  ...handlers
}: Props) {
  const words = useCountWords();
  const body = useRef<HTMLTableSectionElement>(null);
  const stop = useRef<(() => void) | undefined>(undefined);
  const lit = useLit(last);
  const undoable = last?.productId ?? null;
  // The product whose row is scrolled into view: the one that is being typed, otherwise the one that was just added.
  const shown = chosen ?? lit;
  // A typed figure may change the height of its row, so the row is scrolled into view again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the typed figure changes, although it does not read it
  useEffect(() => {
    const rows = [...(body.current?.rows ?? [])];
    stop.current = keepInView(
      body.current,
      rows.find((one) => one.dataset.product === shown),
    );
    return () => stop.current?.();
  }, [shown, typed, isTyping]);
  // Stops keeping the row in view before the closed keys of a phone are measured. Closed keys have no position, so the list would scroll to its end.
  useLayoutEffect(() => {
    if (!isTyping) stop.current?.();
  }, [isTyping]);
  return (
    <table
      aria-label="Products of this transfer"
      className={classes(
        'w-full table-fixed border-collapse',
        // Beside the keys of a phone three lines have room if none is higher than the others.
        isTyping && 'sheet:[&_[data-undo]]:hidden',
      )}
    >
      <colgroup>
        <col />
        <col className={isCount ? 'w-21 @max-2xl:hidden' : 'w-34 @max-2xl:w-20'} />
        <col className={isCount ? 'w-32 @max-2xl:w-24' : 'w-31 @max-2xl:hidden'} />
        {isCount && <col className="w-32 @max-2xl:hidden" />}
        {/* The undo stands beside the row's button. In the middle of the row a press on the row could hit it. */}
        <col className={classes(isCount ? 'w-14' : 'w-28', '@max-2xl:w-12')} />
      </colgroup>
      <thead className={isCount ? 'sticky top-0 z-1 bg-surface text-sm text-ink-soft' : 'sr-only'}>
        <tr className="border-b">
          <th scope="col" className="px-6 py-1.5 text-left font-normal max-sm:px-4">
            Product
          </th>
          <th scope="col" className={classes('px-2 py-1.5 text-right font-normal', isCount && '@max-2xl:hidden')}>
            {isCount ? words.expected : 'Quantity'}
          </th>
          <th scope="col" className={classes('px-2 py-1.5 text-right font-normal', !isCount && '@max-2xl:hidden')}>
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
            isTapped={!isCount && undoable !== line.product_id && tapped.has(line.product_id)}
            shortage={shortages.get(line.product_id)}
            note={chosen === line.product_id ? undefined : notes.get(line.product_id)}
            {...handlers}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps
  extends Pick<
    Props,
    'isCount' | 'productOf' | 'newPriceOf' | 'priceOf' | 'onOpen' | 'onEdit' | 'onUndo' | 'onRemove' | 'onDecide'
  > {
  line: LineView;
  isFirst: boolean;
  /** The expected quantity is hidden. */
  isHidden: boolean;
  isChosen: boolean;
  /** The counted quantity in units. Null: not counted. */
  came: number | null;
  isLit: boolean;
  isUndoable: boolean;
  /** The line was added by a tap only, so its undo stays visible. */
  isTapped: boolean;
  shortage: Shortage | undefined;
  note: string | undefined;
}

/** One line. It renders only when its own values change, and not at each key in a field beside it. */
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
    isTapped,
    shortage,
    note,
    productOf,
    newPriceOf,
    priceOf,
    onOpen,
    onEdit,
    onUndo,
    onRemove,
    onDecide,
  } = props;
  const price = isHidden ? null : newPriceOf(line);
  const product = productOf(line.product_id)?.product;
  // The words "No lot" in a quiet colour. A lot is optional, and a person who adds one later finds the place.
  const isWithoutLot =
    product?.tracks_lots === true &&
    !line.lots &&
    !isHidden &&
    movedQuantity(line) > 0 &&
    (!isCount || line.quantity_accepted !== null);
  // The figures show a difference already, so only the reason why goods go back is shown.
  const why = backText(line.reason);
  return (
    <tr
      data-product={line.product_id}
      tabIndex={isFirst ? 0 : -1}
      onClick={() => onOpen(line)}
      onKeyDown={(event) => rowKeys(event, () => onOpen(line))}
      className={classes(
        'cursor-pointer border-b transition-colors duration-200',
        // Eight rows fit above the bar of the likely goods or above the keys on a tablet.
        isCount ? 'h-16' : 'h-18 sm:h-16',
        (isLit || isChosen) && 'bg-accent-soft shadow-[inset_4px_0_0_var(--accent)]',
        isLit && 'motion-safe:animate-[land_.16s_ease-out]',
        shortage && !isChosen && 'shadow-[inset_4px_0_0_var(--bad)]',
      )}
    >
      <td className={classes('px-6 max-sm:px-4', isCount ? 'py-0.75 @2xl:pr-2' : 'py-1.5 sm:py-0.75')}>
        <div className="flex items-center gap-4 max-sm:gap-3">
          <Pack product={product ?? { name: line.name }} size={48} />
          <div className="min-w-0 flex-1">
            <div
              className="line-clamp-2 max-sm:line-clamp-3 font-semibold leading-tight sm:text-[0.9375rem] sm:leading-[1.2]"
              title={line.name}
            >
              {line.name}
            </div>
            <div className={classes('figures text-sm leading-tight text-ink-soft', isCount && '@max-2xl:hidden')}>
              Case of {line.case_count}
              {isWithoutLot && <> · {lineTexts.noLot.toLowerCase()}</>}
              {why && <> · {why}</>} <State line={line} />
            </div>
            {line.lots && !isHidden && (
              <LotList lots={line.lots} caseCount={line.case_count} moved={movedQuantity(line)} />
            )}
            {price !== null && (
              <div className="figures text-sm leading-tight font-medium text-wait">{priceText(line, price)}</div>
            )}
            {isCount && (
              <CountedBelow {...{ line, isHidden, isChosen, came }}>
                {isWithoutLot && <span>{lineTexts.noLot}</span>}
                {why && <span>{why}</span>}
                <State line={line} />
              </CountedBelow>
            )}
            <Trouble {...{ line, note, onDecide }} />
            {shortage && <div className="text-sm text-bad">{shortageText(shortage, line.case_count)}</div>}
            {note && !shortage && line.state !== 'conflict' && (
              <div className="figures text-sm leading-tight font-medium text-wait">{note}</div>
            )}
            {isUndoable && (
              <span data-undo className="-ml-3 hidden @max-2xl:block">
                <Undo line={line} onUndo={onUndo} />
              </span>
            )}
            {isTapped && (
              <span data-undo className="-ml-3 hidden @max-2xl:block">
                <RemoveTapped line={line} onRemove={onRemove} />
              </span>
            )}
          </div>
          {isCount && (
            // The undo stands beside the name in a reserved space, so that it covers no figure and the name does not wrap again.
            <span className="-mr-4 -ml-2 w-12 shrink-0 @max-2xl:hidden">
              {isUndoable && <Undo line={line} onUndo={onUndo} isSmall />}
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
              <Undo line={line} onUndo={onUndo} isSmall />
            </span>
          )}
          {isTapped && (
            <span className="@max-2xl:hidden">
              <RemoveTapped line={line} onRemove={onRemove} isSmall />
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
