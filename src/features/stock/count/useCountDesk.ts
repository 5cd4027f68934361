/** What the keys and the scanner of a stocktake do: save the typed figure and open the next product. */

import { useEffect, useRef, useState } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import type { ProductRef } from '#contract/catalogue/product.ts';
import { NO_LOT } from '#domain/lotTyping.ts';
import { lotName } from '#domain/lotWords.ts';
import { casesText } from '#domain/units.ts';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import type { CountPayload } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { signal } from '../parts/signals.ts';
import { tellNotSaved, tellRefused } from '../transfer/tell.ts';
import { type CountPart, isSamePart, type OwnFigure, ownIn, partsOf, partTyped, withPart } from './countLots.ts';
import { type CountTab, nextToCount, roundKey } from './countWords.ts';
import { isCountTyped, type TypedCount, useCountEntry } from './useCountEntry.ts';
import type { CountGoods } from './useCountGoods.ts';
import { type StrayCount, useCountScanner } from './useCountScanner.ts';

/** How long the list highlights the line that was saved last, in ms. */
const LIT_MS = 1_000;
/** The queue sends a count after this many ms without another count, so that a figure and its immediate correction are one change. */
const QUIET_MS = 600;

export interface LastCount {
  productId: string;
  /** The text for screen readers. */
  words: string;
  /** The figure that this one replaced, as it was saved. Null: there was none in this place. */
  before: CountPayload | null;
  /** The key of the count's op. Null: this tablet has no storage, and sent the count at once. */
  key: string | null;
}

export type CountDeskState = ReturnType<typeof useCountDesk>;

/**
 * The state and the acts of the counting screen. `lane`: the name of the stocktake on this tablet. `place`: where the person counts. `tab`: the shown
 * lines. `onTab`: shows another tab, because all lines of this one are counted.
 */
export function useCountDesk(
  { session, lane }: { session: CountSession; lane: string },
  goods: CountGoods,
  place: string,
  tab: CountTab,
  onTab: (tab: CountTab) => void,
) {
  const { lines } = session;
  const productOf = (id: string): ProductRef | undefined =>
    goods.of(id) ?? lines.find((line) => line.product_id === id)?.product;
  const entry = useCountEntry(lines, place, (id) => productOf(id)?.case_count ?? 1);
  const { last, setLast, lit, saved } = useLastCount();
  const fresh = useFreshFigures(lines, place);
  const follows = useFollowing(session, tab, onTab);
  const typedNow = (): TypedCount => {
    const { chosen, quantity, lot, shownIn, refusal } = entry;
    return { chosen, quantity, lot, shownIn, refusal };
  };
  /**
   * Puts a figure that could not be saved back into the fields. If the person is typing another figure by now, a message names the product instead.
   */
  const giveBack = useEvent((typed: TypedCount, name: string) => {
    if (isCountTyped(entry)) toast('bad', `${name} is not counted. Count it again.`);
    else entry.putBack(typed);
  });
  /** Saves a figure. The entry is cleared at once, and the figure is restored if the disk refuses it. */
  const commit = async (typed: TypedCount): Promise<boolean> => {
    const { chosen, quantity, lot } = typed;
    const product = chosen && productOf(chosen.productId);
    if (!product || quantity === null) return true;
    const { _id: product_id, name, case_count } = product;
    const line = lines.find((one) => one.product_id === product_id);
    const round = line?.round ?? 1;
    const own = fresh.of(product_id, ownIn(line, place));
    const part = partTyped(own, lot);
    const whole = withPart(own, chosen.start === null ? null : chosen.part, part, quantity);
    fresh.put(product_id, whole);
    const about = { name, case_count, warehouse_name: session.warehouse_name };
    const counted_at = Math.floor(Date.now() / 1_000);
    try {
      const countOf = ({ lots, quantity: units }: OwnFigure): CountPayload => ({
        ...{ product_id, place, round, quantity: units, counted_at, about },
        ...(lots === '' ? {} : { lots }),
      });
      const written = await theQueue().save(session.id, (outbox) => outbox.saveCount(session.id, countOf(whole)));
      const key = written.sent === null ? written.value : null;
      saved(product, { quantity, part, before: own && countOf(own), key });
      return true;
    } catch (error) {
      fresh.forget(product_id);
      signal('bad');
      tellNotSaved(error);
      giveBack(typed, name);
      return false;
    }
  };
  /** Saves a typed figure before another act. A product that was only opened is not counted by this. */
  const settle = async (typed: TypedCount = entry): Promise<boolean> => {
    const product = typed.chosen && productOf(typed.chosen.productId);
    if (product && typed.refusal) tellRefused(product.name, typed.refusal);
    return isCountTyped(typed) ? commit(typed) : true;
  };
  const openPart = (productId: string, part: CountPart, typed: TypedCount, stray?: StrayCount) => {
    const own = ownIn(
      lines.find((line) => line.product_id === productId),
      place,
    );
    const isAgain =
      !typed.refusal &&
      typed.chosen?.productId === productId &&
      isSamePart(partTyped(own, typed.lot), part) &&
      isCountTyped(typed);
    void settle(typed);
    entry.open(productId, part, isAgain ? typed.quantity : undefined, stray);
  };
  const scanner = useCountScanner(lane, goods, entry.chosen === null, (productId, part, given, stray) =>
    openPart(productId, part, given ?? typedNow(), stray),
  );
  const undo = useUndoOfLast(last, session, async (of) => {
    if (!(await settle())) return;
    const { productId, before } = of;
    setLast(null);
    // The server has the figure and knows no figure before it. It can only be replaced by another one, so the fields open.
    if (!(await takenBack(session.id, of))) return openPart(productId, NO_LOT, typedNow());
    if (before) fresh.put(productId, { quantity: before.quantity, lots: before.lots ?? '' });
    else fresh.forget(productId);
    if (before?.lots) entry.clear();
    else entry.open(productId, NO_LOT, before?.quantity ?? null);
  });
  const chosenId = entry.chosen?.productId;
  const chosenProduct = chosenId === undefined ? undefined : productOf(chosenId);
  const chosenLine = lines.find((line) => line.product_id === chosenId);
  const chosenOwn = chosenId === undefined ? null : fresh.of(chosenId, ownIn(chosenLine, place));
  return {
    entry,
    productOf,
    chosenProduct,
    /** The chosen product is counted by lot. `parts`: what this person counted of each lot in this place. */
    tracksLot: chosenProduct?.tracks_lots === true || (chosenOwn?.lots ?? '') !== '',
    parts: chosenOwn?.lots || chosenProduct?.tracks_lots ? partsOf(chosenOwn) : [],
    /** The count that was saved last. */
    last,
    /** The id of the product that was just saved. */
    lit,
    /** Whether the last count is of the chosen product and can be undone: there was a figure before it, or its op still waits on this tablet. */
    canTakeBack:
      undo.isAny &&
      last !== null &&
      last.productId === chosenId &&
      (last.before !== null || chosenLine?.queued === 'waiting') &&
      !isCountTyped(entry),
    /** Undoes the last count: the former figure is counted again, or the waiting op is removed. */
    undo: undo.go,
    canUndo: useEvent(
      (searched: string) => undo.isAny && !isCountTyped(entry) && (searched === '' || searched === chosenProduct?.name),
    ),
    open: useEvent((productId: string, part: CountPart = NO_LOT) => openPart(productId, part, typedNow())),
    settle,
    scanner,
    typedNow: useEvent(typedNow),
    /** Enter and the large key save the shown figure, even if the person only confirms it. Returns false if there is no figure. */
    enter(): boolean {
      if (!entry.chosen || entry.quantity === null) return false;
      const typed = typedNow();
      entry.open(follows(entry.chosen.productId) ?? '');
      void commit(typed);
      return true;
    },
  };
}

/** The count that was saved last, and what follows a save: the highlighted row, the text for screen readers, and sending. */
function useLastCount() {
  const [last, setLast] = useState<LastCount | null>(null);
  const [lit, setLit] = useState<string | null>(null);
  const timers = useRef<{ lit?: ReturnType<typeof setTimeout>; send?: ReturnType<typeof setTimeout> }>({});
  useEffect(() => {
    const { current } = timers;
    return () => clearTimeout(current.lit);
  }, []);
  const saved = (
    { _id, name, case_count }: ProductRef,
    { quantity, part, ...of }: Pick<LastCount, 'before' | 'key'> & { quantity: number; part: CountPart },
  ) => {
    const what = [name, ...(part.code === '' ? [] : [lotName(part)]), casesText(quantity, case_count)];
    setLast({ productId: _id, words: `${what.join(', ')}, counted`, ...of });
    setLit(_id);
    clearTimeout(timers.current.lit);
    timers.current.lit = setTimeout(() => setLit(null), LIT_MS);
    clearTimeout(timers.current.send);
    timers.current.send = setTimeout(() => void theQueue().flusher.flush(), QUIET_MS);
    afterPaint(() => signal('tick'));
  };
  return { last, setLast, lit, saved };
}

/** Returns the undo of the last count. It is offered until somebody asks for a recount of the product. */
function useUndoOfLast(last: LastCount | null, { lines }: CountSession, takeBack: (of: LastCount) => Promise<void>) {
  const isAny = last !== null && lines.some((line) => line.product_id === last.productId && line.state === 'counted');
  const go = useEvent(async (): Promise<void> => {
    if (!last || !isAny) return;
    try {
      await takeBack(last);
    } catch (error) {
      signal('bad');
      tellNotSaved(error);
    }
  });
  return { go, isAny };
}

/** Undoes a count. Resolves with false if the count was the first figure and may have been sent. */
async function takenBack(stocktake: string, { before, key }: LastCount): Promise<boolean> {
  if (before) {
    const again = { ...before, counted_at: Math.floor(Date.now() / 1_000) };
    await theQueue().save(stocktake, (outbox) => outbox.saveCount(stocktake, again));
    return true;
  }
  if (key === null) return false;
  const gone = await theQueue().save(stocktake, (outbox) => outbox.takeBackCount(stocktake, key));
  return gone.sent === null && gone.value;
}

/**
 * Returns what is counted after a product: the next one of the tab, and after the last recount the first product that is not counted. Null: nothing
 * is left, or the tab of counted goods is shown.
 */
function useFollowing(session: CountSession, tab: CountTab, onTab: (tab: CountTab) => void) {
  const [done] = useState(() => new Set<string>());
  return (productId: string): string | null => {
    const line = session.lines.find((one) => one.product_id === productId);
    done.add(roundKey(line ?? { product_id: productId, round: 1 }));
    const next = nextToCount(session, tab, productId, done);
    if (next !== null || tab !== 'recount') return next;
    const first = nextToCount(session, 'to_count', productId, done);
    if (first !== null) onTab('to_count');
    return first;
  };
}

/** Whether the keys stand beside the list. On a phone they cover the list. */
export const isBesideList = (): boolean => matchMedia('(min-width: 40rem)').matches;

/**
 * Figures that were saved and that the lines do not show yet. A figure holds all lots of its place, so the next lot is added to the last saved
 * figure.
 */
function useFreshFigures(lines: CountSession['lines'], place: string) {
  const [figures] = useState(() => new Map<string, OwnFigure>());
  const isShown = (product: string, figure: OwnFigure) => {
    const shown = ownIn(
      lines.find((line) => line.product_id === product),
      place,
    );
    return shown?.quantity === figure.quantity && shown.lots === figure.lots;
  };
  useEffect(() => {
    for (const [name, figure] of figures) if (isShown(name.slice(place.length), figure)) figures.delete(name);
  });
  return {
    of: (product: string, shown: OwnFigure | null) => figures.get(place + product) ?? shown,
    put: (product: string, figure: OwnFigure) => figures.set(place + product, figure),
    forget: (product: string) => figures.delete(place + product),
  };
}
