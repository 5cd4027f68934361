/** The scanner of a stocktake: a code opens its product. */
import { useRef, useState } from 'react';
import type { ProductRef } from '#contract/catalogue/product.ts';
import { readGs1 } from '#domain/gs1.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { NO_LOT } from '#domain/lotTyping.ts';
import type { ScanFigure } from '#offline/outbox/scanNotes.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { lineTexts } from '../parts/lines/texts.ts';
import { signal } from '../parts/signals.ts';
import { useCodes } from '../scan/useCodes.ts';
import { type CountPart, partTyped } from './countLots.ts';
import type { TypedCount } from './useCountEntry.ts';
import type { CountGoods } from './useCountGoods.ts';

/** A code that no product has, and the figure that was typed behind it. `nth`: another one for each scan. */
interface UnknownCount {
  code: string;
  nth: number;
  figure: ScanFigure | null;
}

/** What was typed behind a code before its product was known, as the figure of the product. */
export type StrayCount = Pick<TypedCount, 'quantity' | 'shownIn'>;

function strayOf(figure: ScanFigure | null, product: ProductRef | undefined): StrayCount | undefined {
  const units = figure && product ? figure.n * (figure.in === 'case' ? product.case_count : 1) : 0;
  return figure && units > 0 && units <= MAX_QUANTITY ? { quantity: units, shownIn: figure.in } : undefined;
}

/** The keys after a scan wait this long for the catalogue of the server, ms. */
const CATALOGUE_MS = 1_500;

/**
 * Finds the product of a code: among the goods of the stocktake, else in the whole catalogue. `onFound` opens it ('': no product has the code), and the lot that a code of GS1 names; `typed`:
 * the fields' content before the code; null: their content now. `isFree`: no product is open. `stray`: was typed behind the code before it was known.
 */
export function useCountScanner(
  goods: CountGoods,
  isFree: boolean,
  onFound: (productId: string, part: CountPart, typed: TypedCount | null, stray?: StrayCount) => void,
) {
  const codes = useCodes(goods.rows, !goods.pending);
  const [unknown, setUnknown] = useState<UnknownCount | null>(null);
  const made = useRef(0);
  const [scanned, setScanned] = useState<string | null>(null);
  const found = useEvent((productId: string, part: CountPart, typed: TypedCount | null, stray?: StrayCount) => {
    setUnknown(null);
    setScanned(productId);
    signal('good');
    onFound(productId, part, typed, stray);
  });
  const several = (names: readonly string[]) => {
    signal('bad');
    toast('bad', `This code stands on ${names.join(' and on ')}. Choose the product by name.`);
  };
  /** The catalogue came after the code was called unknown. Its product opens, unless the person does something else by now. */
  const cameLate = useEvent(
    (code: string, [one, ...others]: ProductRef[], partOf: (one: ProductRef) => CountPart): void => {
      if (one && others.length === 0 && unknown?.code === code && isFree && !document.querySelector('[data-dialog]'))
        found(one._id, partOf(one), null, strayOf(unknown.figure, one));
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
    made.current += 1;
    setUnknown({ code, nth: made.current, figure: null });
    if (all === null) void beyond.then((late) => cameLate(code, late, partOf));
  };
  return {
    scan,
    /** The product of the last scan. */
    scanned,
    /** The code of the last scan, if no product has it. */
    unknown,
    forget: () => setUnknown(null),
    /** Keeps the figure that is typed behind the code. `n` 0: it was deleted. */
    noteFigure: async (code: string, figure: ScanFigure) =>
      setUnknown((now) => (now?.code === code ? { ...now, figure: figure.n > 0 ? figure : null } : now)),
    /** A person linked the code to a product, so the product is chosen as after a scan. */
    taught: async (productId: string, code: string) => {
      const figure = unknown?.code === code ? unknown.figure : null;
      const beyond = await goods.findBeyond(code);
      const product = beyond.find((one) => one._id === productId) ?? goods.of(productId);
      found(productId, NO_LOT, null, strayOf(figure, product));
    },
    isKnown: (code: string) => (codes.onScreen?.find(code).length ?? 0) > 0,
  };
}
