/** The acts of the keys and the scanner of a stocktake: save the typed figure and open the next product. */

import { useEffect, useRef, useState } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import type { ProductRef } from '#contract/catalogue/product.ts';
import { readGs1 } from '#domain/gs1.ts';
import { NO_LOT } from '#domain/lotTyping.ts';
import { lotName } from '#domain/lotWords.ts';
import { casesText } from '#domain/units.ts';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import type { CountPayload } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { lineTexts } from '../parts/lines/texts.ts';
import { signal } from '../parts/signals.ts';
import { useCodes } from '../scan/useCodes.ts';
import { tellNotSaved } from '../transfer/tell.ts';
import { type CountPart, isSamePart, type OwnFigure, ownIn, partsOf, partTyped, withPart } from './countLots.ts';
import { type CountTab, nextToCount, roundKey } from './countWords.ts';
import { isCountTyped, type TypedCount, useCountEntry, useFreshFigures } from './useCountEntry.ts';
import type { CountGoods } from './useCountGoods.ts';

/** How long the list lights the line that was saved last, ms. */
const LIT_MS = 1_000;
/** The queue sends after this many ms without another count, so that a figure that is corrected at once is one change. */
const QUIET_MS = 600;
/** The keys after a scan wait this long for the catalogue of the server, ms. */
const CATALOGUE_MS = 1_500;

export interface LastCount {
  productId: string;
  /** What a screen reader hears. */
  words: string;
  /** The figure before it, as it was saved; null: this person had none there. */
  before: CountPayload | null;
  /** The op of the count; null: this tablet has no storage, and sent it at once. */
  key: string | null;
}

export type CountDeskState = ReturnType<typeof useCountDesk>;

/** `place`: where the person counts. `tab`: the lines that are shown, of which one follows the other. */
export function useCountDesk(session: CountSession, goods: CountGoods, place: string, tab: CountTab) {
  const { lines } = session;
  const productOf = (id: string): ProductRef | undefined =>
    goods.of(id) ?? lines.find((line) => line.product_id === id)?.product;
  const entry = useCountEntry(lines, place, (id) => productOf(id)?.case_count ?? 1);
  const [last, setLast] = useState<LastCount | null>(null);
  const [lit, setLit] = useState<string | null>(null);
  const timers = useRef<{ lit?: ReturnType<typeof setTimeout>; send?: ReturnType<typeof setTimeout> }>({});
  useEffect(() => {
    const { current } = timers;
    return () => clearTimeout(current.lit);
  }, []);

  const fresh = useFreshFigures(lines, place);
  const follows = useFollowing(session, tab);
  const typedNow = (): TypedCount => ({ chosen: entry.chosen, quantity: entry.quantity, lot: entry.lot });
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
  /** A figure that could not be saved goes back into the fields, unless another one is typed there by now: then its product is named. */
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
  /** Before something else happens a typed figure is saved; a product that was only opened is not counted. */
  const settle = async (typed: TypedCount = entry): Promise<boolean> => (isCountTyped(typed) ? commit(typed) : true);
  const openPart = (productId: string, part: CountPart, typed: TypedCount) => {
    const own = ownIn(
      lines.find((line) => line.product_id === productId),
      place,
    );
    const isAgain =
      typed.chosen?.productId === productId && isSamePart(partTyped(own, typed.lot), part) && isCountTyped(typed);
    void settle(typed);
    entry.open(productId, part, isAgain ? typed.quantity : undefined);
  };
  const scanner = useCountScanner(goods, entry.chosen === null, (productId, part, given) =>
    openPart(productId, part, given ?? typedNow()),
  );
  const undo = useTakingBack(last, session, async (of) => {
    if (!(await settle())) return;
    const { productId, before } = of;
    setLast(null);
    // Where the server has the only figure, another figure changes it.
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
    /** The chosen product is counted by lot, and what this person counted of each lot here. */
    tracksLot: chosenProduct?.tracks_lots === true || (chosenOwn?.lots ?? '') !== '',
    parts: chosenOwn?.lots || chosenProduct?.tracks_lots ? partsOf(chosenOwn) : [],
    /** The line that was saved last. */
    last,
    /** The product that was saved a moment ago. */
    lit,
    /** Takes the last count back: the figure of before is counted again, or the count that waits here is none. */
    undo: undo.go,
    canUndo: useEvent(
      (searched: string) => undo.isAny && !isCountTyped(entry) && (searched === '' || searched === chosenProduct?.name),
    ),
    open: useEvent((productId: string, part: CountPart = NO_LOT) => openPart(productId, part, typedNow())),
    settle,
    scanner,
    typedNow: useEvent(typedNow),
    /** Enter and the large key save the shown figure, even if the person only confirms it. false: there is no figure. */
    enter(): boolean {
      if (!entry.chosen || entry.quantity === null) return false;
      const typed = typedNow();
      entry.open(follows(entry.chosen.productId) ?? '');
      void commit(typed);
      return true;
    },
  };
}

/** `go`: takes the last count back, while nobody has called for another count of its product. */
function useTakingBack(last: LastCount | null, { lines }: CountSession, takeBack: (of: LastCount) => Promise<void>) {
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

/** False: the figure was the first one, and may have been sent. */
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

/** What is counted after a product, where the keys leave the list to be seen; null: nothing, or a phone, on which the person chooses. */
function useFollowing(session: CountSession, tab: CountTab): (productId: string) => string | null {
  const [done] = useState(() => new Set<string>());
  return (productId) => {
    const line = session.lines.find((one) => one.product_id === productId);
    done.add(roundKey(line ?? { product_id: productId, round: 1 }));
    return isBesideList() ? nextToCount(session, tab, productId, done) : null;
  };
}

/** The keys are beside the list. On a phone they lie over it. */
export const isBesideList = (): boolean => matchMedia('(min-width: 40rem)').matches;

/**
 * Finds the product of a code: among the goods of the stocktake, else in the whole catalogue. `onFound` opens it ('': no product has the code), and the lot that a code of GS1 names; `typed`:
 * the fields' content before the code; null: their content now. `isFree`: no product is open.
 */
function useCountScanner(
  goods: CountGoods,
  isFree: boolean,
  onFound: (productId: string, part: CountPart, typed: TypedCount | null) => void,
) {
  const codes = useCodes(goods.rows, !goods.pending);
  const [unknown, setUnknown] = useState<string | null>(null);
  const [scanned, setScanned] = useState<string | null>(null);
  const found = useEvent((productId: string, part: CountPart, typed: TypedCount | null) => {
    setUnknown(null);
    setScanned(productId);
    signal('good');
    onFound(productId, part, typed);
  });
  const several = (names: readonly string[]) => {
    signal('bad');
    toast('bad', `This code stands on ${names.join(' and on ')}. Choose the product by name.`);
  };
  /** The catalogue came after the code was called unknown. Its product opens, unless the person does something else by now. */
  const cameLate = useEvent(
    (code: string, [one, ...others]: ProductRef[], partOf: (one: ProductRef) => CountPart): void => {
      if (one && others.length === 0 && unknown === code && isFree && !document.querySelector('[data-dialog]'))
        found(one._id, partOf(one), null);
    },
  );
  const scan = async (sent: string, typed: TypedCount): Promise<void> => {
    if (document.querySelector('[data-dialog]')) {
      signal('bad');
      toast('bad', lineTexts.answerFirst);
      return;
    }
    // The quantity in a code (AI 37) is ignored, because a person counts the goods on the shelf.
    const gs1 = readGs1(sent, new Date().getUTCFullYear());
    const code = gs1?.gtin ?? sent;
    const partOf = (one: ProductRef): CountPart =>
      gs1?.lot && one.tracks_lots ? partTyped(null, { code: gs1.lot, expires: gs1.expires ?? '' }) : NO_LOT;
    const hits = codes.find(code).map((hit) => hit.product);
    const [hit] = hits;
    if (hit && hits.length === 1) return found(hit._id, partOf(hit), typed);
    // The digits that follow are no figure of the product before.
    onFound('', NO_LOT, typed);
    if (hit) return several(hits.map(({ name }) => name));
    const beyond = goods.findBeyond(code);
    const all = await Promise.race([beyond, new Promise<null>((late) => setTimeout(late, CATALOGUE_MS, null))]);
    const [one, ...others] = all ?? [];
    if (one && others.length === 0) return found(one._id, partOf(one), null);
    if (one && all) return several(all.map(({ name }) => name));
    signal('bad');
    setUnknown(code);
    if (all === null) void beyond.then((late) => cameLate(code, late, partOf));
  };
  return {
    scan,
    /** The product of the last scan. */
    scanned,
    /** The code of the last scan, if no product has it. */
    unknown,
    forget: () => setUnknown(null),
    /** A person linked the code to a product, so the product is chosen as after a scan. */
    taught: async (productId: string, code: string) => {
      await goods.findBeyond(code);
      found(productId, NO_LOT, null);
    },
    isKnown: (code: string) => (codes.onScreen?.find(code).length ?? 0) > 0,
  };
}
