/** Scans in the products step. Each scan is saved as units of a line before the good tone sounds. Unknown codes are kept in a list. */
import { useRef, useState } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import type { ProductRef } from '#contract/catalogue/product.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { useOnline } from '#crud/query/useSession.ts';
import type { Hit } from '#domain/barcode.ts';
import { type Gs1, readGs1 } from '#domain/gs1.ts';
import { koboOf } from '#domain/money.ts';
import { TooMany } from '#domain/receiving.ts';
import type { Shortage } from '#domain/stockLimit.ts';
import { goesBack, movedQuantity } from '#domain/transfer.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import {
  countThenNote,
  NO_NOTES,
  type ParkedCode,
  park,
  type ScanFigure,
  type ScanNotes,
  unitsOfParked,
  unpark,
  withFigure,
} from '#offline/outbox/scanNotes.ts';
import { theQueue } from '#offline/queue.ts';
import { rateElsewhere } from '../parts/catalogue.ts';
import { lineTexts } from '../parts/lines/texts.ts';
import type { Pickables } from '../parts/parties.ts';
import { signal } from '../parts/signals.ts';
import { useCodes, useUnlisted } from '../scan/useCodes.ts';
import { lineAfterScan, type ScannedLot } from './lines.ts';
import { type KeptNotes, useCounting, useScanNotes } from './useScanNotes.ts';
import type { Shortages } from './useShortages.ts';
import type { TransferWrites } from './writes.ts';

/** The queue sends after this many ms without a scan, so that several scans of one product become one change. */
const QUIET_MS = 600;

const _productOf = (row: Pickable) => row.product;

export interface LastScan {
  /** The number of the scan. Scans are counted in their order, but a line may be saved after a later scan was refused. */
  nth: number;
  /** When it was counted, epoch ms. */
  at: number;
  name: string;
  units: number;
  /** The lot in the code. Null: the code names none. */
  lot: ScannedLot | null;
  line: TransferLine;
  /** The line before the scan. Null: there was none. */
  before: TransferLine | null;
  shortage: Shortage | null;
  counted: boolean;
  /** Removes the scan from the notes, after the line has its former figure again. */
  forget(): Promise<void>;
}

export interface Scanner {
  /** True when the products of this tablet are read, so that a code is either known or unknown. */
  ready: boolean;
  notes: ScanNotes;
  /** True while scans and the form count received goods. */
  counting: boolean;
  count(on: boolean): Promise<void>;
  /** The products on this tablet with this code, for display. Null while they are being read. */
  known(code: string): Hit<Pickable['product']>[] | null;
  /**
   * Handles a code from a scanner or the camera. Resolves with false if it was refused with a message. A code without a product is accepted, and
   * waits.
   */
  scan(code: string): Promise<boolean>;
  /** Counts a waiting code whose product is known by now, as often as it was scanned. */
  countParked(code: string): Promise<boolean>;
  dismiss(code: string): Promise<void>;
  /** Stores the figure that was typed after a waiting scan. `n` 0: the figure was deleted. */
  noteFigure(code: string, figure: ScanFigure): Promise<void>;
  /** The product of a code in the catalogue, if the source does not have that product. Undefined: there is none, or the server has not answered. */
  unlisted(code: string): Hit<ProductRef> | undefined;
  /** Whether the catalogue was searched for a code that the source does not know, or cannot be searched now. */
  isLookedUp(code: string): boolean;
  /** Counts a waiting code of an {@link unlisted} product, which came although the source does not sell it. */
  countUnlisted(code: string): Promise<boolean>;
  /** Counts the scans of a waiting code as cases of a product that a person chose by its name. The code stays unknown. */
  countAs(code: string, product: ProductRef): Promise<boolean>;
  /** Whether the source offers this product, so that its code can be counted. */
  offers(productId: string): boolean;
  /** The line after the last scan. `counted`: the scan counted received goods. */
  last: LastScan | null;
  /** The last scan, if it could not be counted. Each scan makes a new object. */
  unknown: { readonly code: string; readonly nth: number } | null;
}

type Scannable = Pick<Pickables, 'products' | 'offered' | 'of' | 'pending'>;

/** The scanner of one transfer. `tellProblem` shows why a scan was not counted. A scan that exceeds the stock is counted, with a low tone. */
export function useScans(
  view: TransferView,
  pickables: Scannable,
  tellProblem: (error: unknown) => void,
  shortageOf: Shortages['of'],
  changeLine: TransferWrites['changeLine'],
): Scanner {
  const kept = useScanNotes(view.transfer);
  const { notes, change } = kept;
  const counting = useCounting(kept, view.lines);
  const ready = notes !== null && !pickables.pending;
  const over = view.completing !== null || view.state === 'receipt' || view.state === 'elsewhere';
  const codes = useCodes(pickables.products, ready && (!over || notes.unknown.length > 0));
  const { book, last } = useBooking(view, pickables, kept, counting, shortageOf, changeLine);
  const [unknown, setUnknown] = useState<Scanner['unknown']>(null);
  const online = useOnline();
  const isStrange = (code: string) => codes.onScreen?.find(code).length === 0;
  const unlistedGoods = useUnlisted(notes?.unknown ?? NO_CODES, codes.onScreen !== null, isStrange);

  const unlistedOf = unlistedGoods.of;
  const made = useRef(0);
  const nextScan = () => {
    made.current += 1;
    return made.current;
  };
  const scan = async (sent: string) => {
    const nth = nextScan();
    // A scan is refused with a message while a dialog is open or the products load.
    if (document.querySelector('[data-dialog]')) throw new NotScanned(lineTexts.answerFirst);
    if (!ready) throw new NotScanned('Not counted: the products are still loading.');
    // A GS1 code holds the lot, its day and the number of units beside the product.
    const gs1 = readGs1(sent, new Date().getUTCFullYear());
    const code = gs1?.gtin ?? sent;
    const hits = codes.find(code);
    const [hit] = hits;
    if (hit && hits.length === 1) {
      setUnknown(null);
      return book({ ...hit, units: hit.units * (gs1?.count || 1) }, { nth, lot: lotOf(gs1, hit.product) });
    }
    const unlisted = hits.length === 0 ? unlistedOf(code) : undefined;
    // The product is in the transfer already, so the next scan of it counts like any other.
    if (unlisted && view.lines.some((line) => line.product_id === unlisted.product._id)) {
      setUnknown(null);
      return book(unlisted, { nth });
    }
    // The scanner continues. A low tone and a line of the list show that the code waits.
    signal('bad');
    setUnknown({ code, nth });
    await change((now) => ({ ...park(now, code), scans: now.scans + 1 }));
  };
  const countParked = async (code: string) => {
    const parked = notes?.unknown.find((one) => one.code === code);
    if (!parked) return;
    // The code is looked up again, because the shown data may be older.
    const [hit, ...others] = codes.find(code);
    if (!hit || others.length > 0) throw new NotScanned('Not counted: the list of products changed. Scan again.');
    await book(allOf(parked, hit), { nth: nextScan(), taken: parked });
  };
  const countUnlisted = async (code: string) => {
    const parked = notes?.unknown.find((one) => one.code === code);
    const hit = unlistedOf(code);
    if (!parked || !hit) return;
    // The source has no price for goods that it does not sell.
    const price = hit.product.price ?? (await rateElsewhere(hit.product._id).catch(() => null));
    await book(allOf(parked, { ...hit, product: { ...hit.product, price } }), { nth: nextScan(), taken: parked });
  };
  const countAs = async (code: string, product: ProductRef) => {
    const parked = notes?.unknown.find((one) => one.code === code);
    if (!parked) return;
    setUnknown((now) => (now?.code === code ? null : now));
    const hit = { product, units: product.case_count, counts: 'case' } as const;
    await book(allOf(parked, hit), { nth: nextScan(), taken: parked });
  };
  const reportingProblems = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      signal('bad');
      tellProblem(error);
      return false;
    }
  };

  return {
    ready,
    notes: notes ?? NO_NOTES,
    counting,
    known: (code) => codes.onScreen?.find(code) ?? null,
    last,
    unknown,
    count: (on) => change((now) => ({ ...now, counting: on })),
    dismiss: (code) => {
      setUnknown((now) => (now?.code === code ? null : now));
      return change((now) => unpark(now, code));
    },
    noteFigure: (code, figure) => change((now) => withFigure(now, code, figure)),
    offers: (productId) => pickables.of(productId) !== undefined,
    countParked: (code) => reportingProblems(() => countParked(code)),
    unlisted: unlistedOf,
    // Without a server the catalogue cannot be searched, so a code that this tablet does not know is unknown at once.
    isLookedUp: (code) => !online || codes.find(code).length > 0 || !unlistedGoods.isOpen(code),
    countUnlisted: (code) => reportingProblems(() => countUnlisted(code)),
    countAs: (code, product) => reportingProblems(() => countAs(code, product)),
    scan: (code) => reportingProblems(() => scan(code)),
  };
}

const NO_CODES: readonly ParkedCode[] = [];

/** All scans of a waiting code, as one hit. */
const allOf = <T extends Pick<ProductRef, 'case_count'>>(parked: ParkedCode, hit: Hit<T>): Hit<T> => ({
  ...hit,
  units: unitsOfParked(parked, hit.units, hit.product.case_count),
});

/** The lot in a GS1 code. Null: it has none, or the product is not tracked by lot. */
const lotOf = (gs1: Gs1 | null, product: ProductRef): ScannedLot | null =>
  gs1?.lot && product.tracks_lots ? { code: gs1.lot, expires: gs1.expires ?? '' } : null;

/** Saves scans as units of a line. `last`: the line as it was saved last. `book` throws NotScanned, TooMany, or the error that prevented saving. */
function useBooking(
  view: TransferView,
  pickables: Scannable,
  { change, countedUnnoted }: KeptNotes,
  counting: boolean,
  shortageOf: Shortages['of'],
  changeLine: TransferWrites['changeLine'],
) {
  const [last, setLast] = useState<Scanner['last']>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** Saves the line with the units of the hit added. */
  const save = async ({ product, units }: Hit<ProductRef>, lot: ScannedLot | null) => {
    const shown = view.lines.find((line) => line.product_id === product._id);
    if (!shown && product.status !== 'active' && !pickables.offered.ids.includes(product._id))
      throw new NotScanned(`${product.name} is inactive.`);
    const pick = pickables.of(product._id);
    const rate = koboOf(pick?.rate ?? product.price ?? '0');
    const isBack = view.header !== null && goesBack(view.header);
    let before: TransferLine | null = null;
    const line = await changeLine(product._id, (now) => {
      before = now;
      return lineAfterScan(now, product, units, { rate, counting, isBack, lot }, pick?.lots);
    });
    return { line, before: before as TransferLine | null };
  };
  /** `nth`: the number of the scan. `taken`: the waiting code whose scans these are. */
  const book = async (
    hit: Hit<ProductRef>,
    { nth, taken, lot = null }: { nth: number; taken?: ParkedCode; lot?: ScannedLot | null },
  ) => {
    const written = await countThenNote(
      () => save(hit, lot),
      ({ line, before }) => {
        // The line is stored, so it is sent even if the rest fails.
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void theQueue().flusher.flush(), QUIET_MS);
        const shortage = shortageOf(hit.product._id, movedQuantity(line));
        const forget = async () => {
          setLast(null);
          await change((now) =>
            taken ? { ...now, unknown: [...now.unknown, taken] } : { ...now, scans: now.scans - 1 },
          );
        };
        setLast({
          nth,
          at: Date.now(),
          name: hit.product.name,
          ...{ units: hit.units, lot },
          line,
          before,
          shortage,
          counted: counting,
          forget,
        });
        // The tone begins after the frame that shows the line.
        afterPaint(() => signal(shortage ? 'bad' : 'good'));
      },
      () => change((now) => (taken ? unpark(now, taken.code) : { ...now, scans: now.scans + 1 })),
    );
    if (taken && !written) countedUnnoted(taken);
  };
  return { book, last };
}

/** A scan that was not counted. The message is for people. */
export class NotScanned extends Error {}

/** The message for a failed scan. Null if saving failed, because the screen has its own words for that. */
export function scanProblem(error: unknown): string | null {
  return error instanceof NotScanned || error instanceof TooMany ? error.message : null;
}
