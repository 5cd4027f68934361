/**
 * The scanner of a stocktake. A scan opens the product of the code. A code that no product has is stored on this tablet, with the figure that was
 * typed after it.
 */
import { useRef, useState } from 'react';
import type { ProductRef } from '#contract/catalogue/product.ts';
import { readGs1 } from '#domain/gs1.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { NO_LOT } from '#domain/lotTyping.ts';
import {
  type ParkedCode,
  park,
  type ScanFigure,
  unitsOfParked,
  unpark,
  withFigure,
} from '#offline/outbox/scanNotes.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { lineTexts } from '../parts/lines/texts.ts';
import { signal } from '../parts/signals.ts';
import { useCodes, useUnlisted } from '../scan/useCodes.ts';
import { tellNotSaved } from '../transfer/tell.ts';
import { useScanNotes } from '../transfer/useScanNotes.ts';
import { type CountPart, partTyped } from './countLots.ts';
import type { TypedCount } from './useCountEntry.ts';
import type { CountGoods } from './useCountGoods.ts';

/** What was typed after a scan before the product of its code was known. It becomes the figure of that product. */
export type StrayCount = Pick<TypedCount, 'quantity' | 'shownIn'>;

const NO_CODES: readonly ParkedCode[] = [];

function strayOf({ figures = [], ...parked }: ParkedCode, product: ProductRef | undefined): StrayCount | undefined {
  const [figure] = figures;
  // In a stocktake another scan of the same product adds nothing. So only the typed figure counts.
  const units = figure && product ? unitsOfParked({ ...parked, figures }, 0, product.case_count) : 0;
  return figure && units > 0 && units <= MAX_QUANTITY ? { quantity: units, shownIn: figure.in } : undefined;
}

/** The longest time in ms that keys after a scan wait for the server's catalogue. */
const CATALOGUE_MS = 1_500;

/**
 * Finds the product of a code among the goods of the stocktake, otherwise in the whole catalogue. `lane`: the name of the stocktake on this tablet.
 * `onFound` opens the product ('': no product has the code) and the lot that a GS1 code names. Its argument `typed`: the fields' content before the
 * code, or null for their present content. Its argument `stray`: what was typed after the code before its product was known. `isFree`: no product is
 * open.
 */
export function useCountScanner(
  lane: string,
  goods: CountGoods,
  isFree: boolean,
  onFound: (productId: string, part: CountPart, typed: TypedCount | null, stray?: StrayCount) => void,
) {
  const codes = useCodes(goods.rows, !goods.pending);
  const { notes, change } = useScanNotes(lane);
  const parked = notes?.unknown ?? NO_CODES;
  const isStrange = (code: string) => codes.onScreen?.find(code).length === 0;
  const unlistedGoods = useUnlisted(parked, codes.onScreen !== null, isStrange);
  const [unknown, setUnknown] = useState<{ readonly code: string; readonly nth: number } | null>(null);
  const made = useRef(0);
  const [scanned, setScanned] = useState<string | null>(null);
  const found = useEvent((productId: string, part: CountPart, typed: TypedCount | null, stray?: StrayCount) => {
    setUnknown(null);
    setScanned(productId);
    signal('good');
    onFound(productId, part, typed, stray);
  });
  /** Removes a code from the list. */
  const forget = (code: string) => {
    setUnknown((now) => (now?.code === code ? null : now));
    void change((now) => unpark(now, code)).catch(tellNotSaved);
  };
  /** Opens the product of a stored code, with the figure that was stored with it. */
  const openKept = (code: string, product: ProductRef | undefined, part: CountPart, productId = product?._id) => {
    if (productId === undefined) return;
    const kept = parked.find((one) => one.code === code);
    found(productId, part, null, kept && strayOf(kept, product));
    forget(code);
  };
  const several = (names: readonly string[]) => {
    signal('bad');
    toast('bad', `This code stands on ${names.join(' and on ')}. Choose the product by name.`);
  };
  /** The catalogue answered after the code was shown as unknown. The product opens, unless the person does something else by now. */
  const cameLate = useEvent(
    (code: string, [one, ...others]: ProductRef[], countPartOf: (one: ProductRef) => CountPart): void => {
      if (one && others.length === 0 && unknown?.code === code && isFree && !document.querySelector('[data-dialog]'))
        openKept(code, one, countPartOf(one));
    },
  );
  const scan = async (sent: string, typed: TypedCount): Promise<void> => {
    if (document.querySelector('[data-dialog]')) {
      signal('bad');
      toast('bad', lineTexts.answerFirst);
      return;
    }
    // The quantity in a code (AI 37) is ignored, because the person counts the goods on the shelf.
    const gs1 = readGs1(sent, new Date().getUTCFullYear());
    const code = gs1?.gtin ?? sent;
    const countPartOf = (one: ProductRef): CountPart =>
      gs1?.lot && one.tracks_lots ? partTyped(null, { code: gs1.lot, expires: gs1.expires ?? '' }) : NO_LOT;
    const hits = codes.find(code).map((hit) => hit.product);
    const [hit] = hits;
    if (hit && hits.length === 1) return found(hit._id, countPartOf(hit), typed);
    // The product is closed, so that the digits that follow are not taken as its figure.
    onFound('', NO_LOT, typed);
    if (hit) return several(hits.map(({ name }) => name));
    const beyond = goods.findBeyond(code);
    const all = await Promise.race([beyond, new Promise<null>((late) => setTimeout(late, CATALOGUE_MS, null))]);
    const [one, ...others] = all ?? [];
    if (one && others.length === 0) return found(one._id, countPartOf(one), null);
    if (one && all) return several(all.map(({ name }) => name));
    signal('bad');
    made.current += 1;
    setUnknown({ code, nth: made.current });
    if (all === null) void beyond.then((late) => cameLate(code, late, countPartOf));
    await change((now) => park(now, code)).catch(tellNotSaved);
  };
  /** The product that now has a stored code, if exactly one has it. */
  const nowKnown = (code: string): ProductRef | undefined => {
    const hits = codes.onScreen?.find(code) ?? [];
    return hits.length === 1 ? hits[0]?.product : unlistedGoods.of(code)?.product;
  };
  return {
    scan,
    /** The product of the last scan. */
    scanned,
    /** The code of the last scan if no product has it. Each scan makes a new object. */
    unknown,
    /** All codes that no product had, with their figures. A code stays until somebody opens its product or removes the code. */
    parked,
    nowKnown,
    forget,
    /** Stores the figure that is typed after the code and replaces an earlier one. `n` 0: the figure was deleted. */
    noteFigure: (code: string, figure: ScanFigure) =>
      change((now) => withFigure(now, code, { ...figure, id: code })).catch(tellNotSaved),
    /** A person linked the code to a product, or the product of the code is known by now. The product opens as after a scan. */
    taught: async (productId: string, code: string) => {
      const beyond = await goods.findBeyond(code);
      const product = beyond.find((one) => one._id === productId) ?? goods.of(productId);
      openKept(code, product, NO_LOT, productId);
    },
    isKnown: (code: string) => (codes.onScreen?.find(code).length ?? 0) > 0,
  };
}
