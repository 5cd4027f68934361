import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { useSearchValues } from '#crud/address.ts';
import type { Kobo } from '#domain/money.ts';
import type { PriceOf } from '#domain/receiving.ts';
import { comesBack, type KindFacts } from '#domain/transfer.ts';
import { lessOf } from '#offline/outbox/confirmAgain.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { atOf, type LineView, type TransferView } from '#offline/outbox/overlay.ts';
import { classes } from '#ui/classes.ts';
import { useAwake } from '#ui/hooks/useAwake.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { useRootMark } from '#ui/hooks/useRootMark.ts';
import type { Counters } from '../../parts/lines/counters.ts';
import type { Pickables } from '../../parts/parties.ts';
import { useUndecided } from '../../parts/queue/undecided.tsx';
import type { WholeCatalogue } from '../../parts/wholeCatalogue.ts';
import { LikelyGoods } from '../likely/LikelyGoods.tsx';
import { ListPane } from '../likely/ListPane.tsx';
import { NoLines } from '../likely/NoLines.tsx';
import { useNamedGoods } from '../likely/useNamedGoods.ts';
import { barTitle, useOffered } from '../likely/useOffered.ts';
import { useTapping } from '../likely/useTapping.ts';
import { lineOf } from '../lines.ts';
import { useLotFields } from '../lots/lotFields.ts';
import { useLotOpening } from '../lots/useLotOpening.ts';
import { chooseFirst } from '../typing/useEarlyDigit.ts';
import { useFreeKeys } from '../typing/useFreeKeys.ts';
import { ParkedCodes, unmovedText } from '../unknownCodes.tsx';
import { useAddressedStart } from '../useAddressedStart.ts';
import type { QuickWrites } from '../usePendingLines.ts';
import type { Scanner } from '../useScans.ts';
import type { Shortages } from '../useShortages.ts';
import type { TransferWrites } from '../writes.ts';
import { openedLine, stockNote } from './deskLines.ts';
import { EditedLine } from './EditedLine.tsx';
import { isTapAlone, nextOpen } from './entry/entryState.ts';
import { useDoubts } from './entry/useDoubts.ts';
import { isTyped } from './entry/useEntry.ts';
import { useUntyped } from './entry/useUntyped.ts';
import { Foot } from './Foot.tsx';
import { Head } from './Head.tsx';
import { Keys } from './Keys.tsx';
import { Lines } from './Lines.tsx';
import { useBlindCount } from './useBlindCount.ts';
import { isFocusLost, useCountFocus } from './useCountFocus.ts';
import { type DeskState, useDesk } from './useDesk.ts';
import { useNewestFirst } from './useNewestFirst.ts';

interface Props {
  kind: KindFacts;
  view: TransferView;
  header: TransferHeader;
  online: boolean;
  shortages: Shortages;
  scanner: Scanner;
  pickables: Pickables;
  /** The search in products that the source does not sell. */
  whole: WholeCatalogue;
  priceOf: PriceOf;
  newPriceOf: (line: LineView) => Kobo | null;
  writes: QuickWrites;
  others: Counters;
  isBegun: boolean;
  /** By product id: a sentence about a figure of this person that somebody else replaced. */
  replaced: ReadonlyMap<string, string>;
  onEditHeader: () => void;
  print: ReactNode;
  /** Why the server refused the transfer, if the person reopened it to repair it. */
  refusal: ReactNode;
  /** The age of the shown copy, or nothing. */
  children?: ReactNode;
}

/**
 * The screen of a transfer's products (step 2, Add Products), called the desk. One side is for typing, the other side lists the lines. After each
 * step the focus moves on by itself: product, digits, Enter, next product. The screen fills the window, so that nothing covers the list and the keys.
 */
export function Desk(props: Props) {
  const { kind, view, header, online, shortages, scanner, pickables, priceOf, writes, others, isBegun, whole } = props;
  useRootMark('desk');
  useAwake();
  const { complete } = useSearchValues();
  const { desk, pane } = useTapping(useDesk(view, pickables, scanner, writes), scanner.unknown, view);
  const { entry } = desk;
  const lotFields = useLotFields();
  const search = useRef<HTMLInputElement>(null);
  const [editing, setEditing] = useState<LineView | null>(null);
  const isCount = scanner.counting;
  const isTyping = entry.chosen !== null;
  const isBlind = useBlindCount(kind, header) && isCount;
  const newest = useNewestFirst(view.lines, view.transfer);
  const lines = isCount ? view.lines : newest;
  const undecided = useUndecided(view.transfer, (id) => show(id, true));
  const { doubts, notes, named } = useDoubts(props, desk.dayless, undecided.notes, isCount);
  const noteOf = useNote(pickables);
  const { open, remove, show } = useRows(desk, search, isCount, lines);
  const lots = useLotOpening(view.lines, pickables, entry, lotFields, { show, edit: setEditing });
  const { likely, tiles } = useOffered(props, isCount, desk.last?.productId ?? scanner.last?.line.product_id ?? null);
  const chooseLikely = useEvent(({ product, quantity }: Pickable) => {
    if (search.current) search.current.inputMode = 'none';
    // An associate usually brings back everything that is left, so a tap takes all of it.
    desk.tap(product._id, kind.kind === 'stock_in' ? (quantity ?? undefined) : undefined);
  });
  const hasLikely = !isCount && likely.rows.length + likely.more.length > 0;
  const completes = useRef<HTMLButtonElement>(null);
  const untyped = useUntyped(entry, desk.settle, lotFields);
  useCountFocus(isCount, lines, entry.chosen === null, { completes, search });
  const addLikely = useNamedGoods(props, scanner.ready, desk.addAll);
  const setCounting = async (on: boolean) => {
    desk.forget();
    if (!(await desk.settle())) return;
    if (on) await beginCount(view.lines, writes, scanner);
    else await scanner.count(false);
  };
  useAddressedStart(scanner, () => beginCount(view.lines, writes, scanner), show);
  return (
    <div className="relative flex min-h-96 flex-1 flex-col lg:short:min-h-80 overflow-hidden lg:flex-row">
      <Keys
        {...{ desk, lines, pickables, scanner, search, shortages, noteOf, isBlind, others, whole, tiles, lotFields }}
        from={header}
      />
      <section aria-label="Lines" className="contents lg:flex lg:min-w-0 lg:flex-1 lg:flex-col lg:border-l">
        <Head
          {...{ kind, view, header, isCount, isBlind }}
          others={others.words}
          onCount={(on) => void setCounting(on)}
          onAcceptRest={() => void desk.acceptRest()}
          onEdit={props.onEditHeader}
          last={desk.last}
          onUndo={() => void desk.undo()}
          print={isBlind && view.lines.some((line) => line.quantity_accepted === null) ? null : props.print}
        >
          {props.children}
        </Head>
        <div className={classes(LIST, isTyping && 'max-sm:mt-2')}>
          {/* While the keys of a phone are open, the lines need this height. */}
          <div className={isTyping ? 'contents sheet:hidden' : 'contents'}>{props.refusal}</div>
          {/* The element is at the foot of the list, so that no row moves under a finger. If goods to tap are below the lines, it is above the lines, because the goods must not move either. */}
          <div className={hasLikely ? 'contents' : 'contents *:order-1 *:border-t'}>
            <Taken desk={desk} />
            <Parked {...{ desk, scanner, header }} />
          </div>
          <ListPane
            {...pane}
            isEmpty={lines.length === 0}
            title={barTitle(likely)}
            lines={
              lines.length === 0 ? (
                <NoLines isLine={hasLikely} emptyHanded={likely.isNothing ? header.source_name : null} />
              ) : (
                <Lines
                  {...{ lines, isCount, isBlind, isTyping, priceOf, notes }}
                  shortages={shortages.lines}
                  chosen={entry.chosen && entry.chosen.how !== 'add' ? entry.chosen.productId : null}
                  typed={isCount ? entry.total : null}
                  last={desk.last}
                  productOf={pickables.of}
                  newPriceOf={props.newPriceOf}
                  onOpen={open}
                  onEdit={setEditing}
                  onUndo={desk.undo}
                  tapped={desk.tapped}
                  onRemove={remove}
                  onDecide={undecided.decide}
                />
              )
            }
            likely={
              hasLikely
                ? (onFold) => (
                    <LikelyGoods
                      {...{ likely, lines: view.lines, of: pickables.of, onFold, isTapping: pane.isTapping }}
                      waitingOf={pickables.waitingOf}
                      chosen={entry.chosen?.how === 'add' ? entry.chosen.productId : null}
                      onChoose={chooseLikely}
                      onAll={addLikely}
                    />
                  )
                : null
            }
          />
        </div>
        <Foot
          // A new choice between two figures resets the foot, so that its question is asked again.
          key={complete}
          {...{ kind, view, isCount, isBlind, online, shortages, doubts, named, undecided, priceOf }}
          isTyping={isTyping && !desk.isCountComplete}
          missing={missingText(entry)}
          unmoved={[untyped.words, unmovedText(scanner)].filter(Boolean).join(' ')}
          {...lots}
          onAsk={untyped.settle}
          asks={complete === 'all' || complete === 'again' ? complete : null}
          onShow={show}
          onTake={(line, units) => writes.saveLine(lessOf(lineOf(line), units, comesBack(kind.kind)), atOf(line))}
          onRemove={remove}
          writes={writes}
          completes={completes}
        />
      </section>
      <p role="status" aria-label="Last change" className="sr-only">
        {desk.last?.words}
      </p>
      {undecided.dialog}
      {editing && (
        <EditedLine
          {...{ desk, pickables, shortages, isCount, isBlind, isBegun, writes }}
          isBack={comesBack(kind.kind)}
          line={editing}
          onRemove={remove}
          onChange={setEditing}
        />
      )}
    </div>
  );
}

/** The side of the list: the lines and the likely goods. */
const LIST = 'flex min-h-0 flex-1 flex-col bg-surface max-lg:order-3 max-lg:mt-3 max-lg:border-t';

/** The codes that wait. While a product is chosen and nothing is typed for it, they can be counted as that product. */
const Parked = ({ desk: { entry }, scanner, header }: Pick<Props, 'scanner' | 'header'> & { desk: DeskState }) => (
  <ParkedCodes {...{ scanner, header }} chosen={isTapAlone(entry) ? entry.pick?.product : null} onTaken={entry.clear} />
);

/** What a transfer without lines lacks. Null: a typed figure, or a tap that counts, becomes the first line. */
function missingText(entry: DeskState['entry']): string | null {
  const { chosen, quantity, refusal, name } = entry;
  if (chosen === null) return chooseFirst;
  if (!quantity || refusal) return `Type a figure for ${name} first.`;
  return isTyped(entry) ? null : `Press Add first: ${name} is no line yet.`;
}

/** What a row can do: open for another figure, also by the id of its product, or be removed. In a count, digits outside of a field open the next line. */
function useRows(
  desk: DeskState,
  search: RefObject<HTMLInputElement | null>,
  isCount: boolean,
  lines: readonly LineView[],
) {
  const { entry } = desk;
  const open = useEvent((line: LineView, isAfresh?: boolean) => {
    // A product that was chosen without typing letters needs no soft keyboard, so the search does not open one.
    if (search.current) search.current.inputMode = 'none';
    desk.open(line, isAfresh);
  });
  useFreeKeys(search, entry.chosen ? 'open' : entry.isUnknown ? 'unknown' : 'none', desk, () => {
    const next = isCount ? nextOpen(lines, []) : undefined;
    if (next) open(next);
    return next !== undefined;
  });
  const remove = useEvent(async (line: LineView) => {
    await desk.remove(line);
    // The row had the focus, or its dialog gave the focus back to it.
    afterPaint(() => isFocusLost() && search.current?.focus({ preventScroll: true }));
  });
  const show = (productId: string, isAfresh = false) => {
    const line = lines.find((one) => one.product_id === productId);
    if (line) open(line, isAfresh);
  };
  return { open, remove, show };
}

/** The stock of a product in words. */
const useNote = ({ at, promisedOf, waitingOf }: Pickables) =>
  useCallback(
    (one: Pickable) => stockNote(one, at, promisedOf(one.product._id), waitingOf(one.product._id)),
    [at, waitingOf, promisedOf],
  );

/** The undo of a change that no row shows: a removed line, or several added lines. */
function Taken({ desk }: { desk: DeskState }) {
  if (!desk.last || desk.last.productId !== null || desk.last.rest !== undefined) return null;
  return (
    <div className="flex items-center justify-between gap-3 border-b bg-accent-soft px-6 max-sm:px-4">
      <span className="font-medium">{desk.last.words}</span>
      <button
        type="button"
        className={classes('min-h-tap px-3 font-semibold text-accent', desk.last.isGoing && 'invisible')}
        onClick={() => void desk.undo()}
      >
        Undo
      </button>
    </div>
  );
}

/** Begins a count. A line whose accepted quantity differs was counted already, so it keeps its figure. */
async function beginCount(lines: readonly LineView[], writes: TransferWrites, scanner: Scanner): Promise<void> {
  const untouched = lines.filter((line) => line.quantity > 0 && line.quantity_accepted === line.quantity);
  const cleared = untouched.map((line) => ({ line: openedLine(line), at: atOf(line) }));
  if (await writes.saveAll(cleared)) await scanner.count(true);
}
