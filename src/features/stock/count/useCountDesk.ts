/** What the keys and the scanner of a stocktake do with the typed figure: save it, go on, open the next product. */
import { useEffect, useRef, useState } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import type { ProductRef } from '#contract/catalogue/product.ts';
import { casesText } from '#domain/units.ts';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { lineTexts } from '../parts/lines/texts.ts';
import { signal } from '../parts/signals.ts';
import { tellNotSaved } from '../transfer/tell.ts';
import { useCodes } from '../transfer/useScans.ts';
import { isCountTyped, type TypedCount, useCountEntry } from './useCountEntry.ts';
import type { CountGoods } from './useCountGoods.ts';

/** How long the list lights the line that was saved last, ms. */
const LIT_MS = 1_000;
/** The queue sends after this many ms without another count, so that a figure that is corrected at once is one change. */
const QUIET_MS = 600;

export interface LastCount {
  productId: string;
  /** What a screen reader hears. */
  words: string;
}

export type CountDeskState = ReturnType<typeof useCountDesk>;

/** `place`: where the person counts. */
export function useCountDesk(session: CountSession, goods: CountGoods, place: string) {
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

  const saved = ({ _id, name, case_count }: ProductRef, quantity: number) => {
    setLast({ productId: _id, words: `${name}, ${casesText(quantity, case_count)}, counted` });
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
  /** Saves a figure. The entry is free at once, and the figure comes back if the disk refuses it. */
  const commit = async (typed: TypedCount): Promise<boolean> => {
    const { chosen, quantity } = typed;
    const product = chosen && productOf(chosen.productId);
    if (!product || quantity === null) return true;
    const { _id: product_id, name, case_count } = product;
    const round = lines.find((line) => line.product_id === product_id)?.round ?? 1;
    const about = { name, case_count, warehouse_name: session.warehouse_name };
    const counted_at = Math.floor(Date.now() / 1_000);
    try {
      const count = { product_id, place, round, quantity, counted_at, about };
      await theQueue().save(session.id, (outbox) => outbox.saveCount(session.id, count));
      saved(product, quantity);
      return true;
    } catch (error) {
      signal('bad');
      tellNotSaved(error);
      giveBack(typed, name);
      return false;
    }
  };
  /** Before something else happens a typed figure is saved; a product that was only opened is not counted. */
  const settle = async (typed: TypedCount = entry): Promise<boolean> => (isCountTyped(typed) ? commit(typed) : true);
  const open = (productId: string) => {
    const { chosen, quantity } = entry;
    const isAgain = chosen?.productId === productId && isCountTyped(entry);
    void settle();
    entry.open(productId, isAgain ? quantity : undefined);
  };
  const scanner = useCountScanner(goods, (productId, given) => {
    const typed = given ?? { chosen: entry.chosen, quantity: entry.quantity };
    const isAgain = typed.chosen?.productId === productId && isCountTyped(typed);
    void settle(typed);
    entry.open(productId, isAgain ? typed.quantity : undefined);
  });
  return {
    entry,
    productOf,
    /** The line that was saved last. */
    last,
    /** The product that was saved a moment ago. */
    lit,
    open: useEvent(open),
    settle,
    scanner,
    typedNow: useEvent((): TypedCount => ({ chosen: entry.chosen, quantity: entry.quantity })),
    /** Enter and the large key: the figure that stands there counts, also where the person only confirms it. False: there is none. */
    enter(): boolean {
      if (!entry.chosen || entry.quantity === null) return false;
      const typed = { chosen: entry.chosen, quantity: entry.quantity };
      entry.clear();
      void commit(typed);
      return true;
    },
  };
}

/**
 * Finds the product of a code: among the goods of the stocktake, else in the whole catalogue. `onFound` opens it; `typed`: what stood in the fields before the
 * code, null: what stands there now.
 */
function useCountScanner(goods: CountGoods, onFound: (productId: string, typed: TypedCount | null) => void) {
  const codes = useCodes(goods.rows, !goods.pending);
  const [unknown, setUnknown] = useState<string | null>(null);
  const found = useEvent((productId: string, typed: TypedCount | null) => {
    setUnknown(null);
    signal('good');
    onFound(productId, typed);
  });
  const several = (names: readonly string[]) => {
    signal('bad');
    toast('bad', `This code stands on ${names.join(' and on ')}. Choose the product by name.`);
  };
  const scan = async (code: string, typed: TypedCount): Promise<void> => {
    if (document.querySelector('[data-dialog]')) {
      signal('bad');
      toast('bad', lineTexts.answerFirst);
      return;
    }
    const hits = codes.find(code).map((hit) => hit.product);
    const all = hits.length > 0 ? hits : await goods.findBeyond(code);
    const [one, ...others] = all;
    if (one && others.length === 0) return found(one._id, typed);
    if (one) return several(all.map(({ name }) => name));
    signal('bad');
    setUnknown(code);
  };
  return {
    scan,
    /** The code of the last scan, if no product has it. */
    unknown,
    forget: () => setUnknown(null),
    /** A person linked the code to a product: it opens, as if it had been scanned. */
    taught: async (productId: string, code: string) => {
      await goods.findBeyond(code);
      found(productId, null);
    },
    isKnown: (code: string) => (codes.onScreen?.find(code).length ?? 0) > 0,
  };
}
