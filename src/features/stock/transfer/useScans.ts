/** The scans of the products step. A scan is saved as units of a line before the good sound; unknown codes are parked. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { codeIndex, type Hit } from '#domain/barcode.ts';
import { formatMoney, koboOf, parseMoney } from '#domain/money.ts';
import { differenceKind, isBeingCounted, scanned, TooMany, USUAL_REASON } from '#domain/receiving.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import { atOf, type LineView, type TransferView } from '#offline/outbox/overlay.ts';
import {
  type CountedUnnoted,
  changeNotes,
  countThenNote,
  NO_NOTES,
  notToCount,
  type ParkedCode,
  park,
  type ScanNotes,
  stillParked,
  unpark,
  watchNotes,
  withoutCounted,
} from '#offline/outbox/scanNotes.ts';
import { theQueue } from '#offline/queue.ts';
import { inSlices } from '#ui/fields/useFinder.ts';
import type { Pickables } from '../parts/parties.ts';
import { signal } from '../scan/signals.ts';

/** After this time without a scan, in ms, the queue sends; until then scans of one product are merged into one change. */
const QUIET_MS = 600;

const NONE_COUNTED: CountedUnnoted = new Map();
const productOf = (row: Pickable) => row.product;

export interface Scanner {
  /** The products of this tablet are loaded: from now on a code is known or unknown. */
  ready: boolean;
  notes: ScanNotes;
  /** true in accept mode: scans and the form change accepted quantities. */
  counting: boolean;
  count(on: boolean): Promise<void>;
  /** The products of this tablet with this code, for display; null while they are loading. */
  known(code: string): Hit<Pickable['product']>[] | null;
  /** Handles a code from a scanner or the camera. */
  scan(code: string): Promise<void>;
  /** Counts a parked code that is now known, as often as it was scanned. */
  countParked(code: string): Promise<void>;
  letGo(code: string): Promise<void>;
  /** Whether the source offers this product; only then can its code be counted here. */
  offers(productId: string): boolean;
  last: { name: string; units: number; line: TransferLine } | null;
  /** The unknown code that a person has to acknowledge. */
  unknown: { code: string; why: string } | null;
  acknowledge(): void;
}

/** The line to save, from the displayed one. */
export function lineOf(line: LineView): TransferLine {
  return {
    product_id: line.product_id,
    quantity: line.quantity,
    quantity_accepted: line.quantity_accepted,
    amount: formatMoney(line.amount),
    ...(line.rate === null ? {} : { rate: formatMoney(line.rate) }),
    reason: line.reason,
    note: line.note,
    about: { name: line.name, case_count: line.case_count },
  };
}

export function useScans(
  view: TransferView,
  pickables: Pick<Pickables, 'products' | 'offered' | 'of' | 'pending'>,
  tellProblem: (error: unknown) => void,
): Scanner {
  const { transfer } = view;
  const [noted, setNotes] = useState<ScanNotes | null>(null);
  const [counted, setCounted] = useState(NONE_COUNTED);
  const notes = useMemo(() => noted && withoutCounted(noted, counted), [noted, counted]);
  const [last, setLast] = useState<Scanner['last']>(null);
  const [unknown, setUnknown] = useState<Scanner['unknown']>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    setCounted(NONE_COUNTED);
    return watchNotes(theQueue().store, transfer, (now) => {
      setNotes(now);
      setCounted((before) => stillParked(before, now));
    });
  }, [transfer]);
  const change = useCallback(
    (make: (now: ScanNotes) => ScanNotes) => changeNotes(theQueue().store.db, transfer, make, Date.now()),
    [transfer],
  );
  const open = isBeingCounted(view.lines);
  const counting = notes?.counting ?? open;
  useEffect(() => {
    // The mode is stored, so that it does not change when the last line is counted.
    if (notes && notes.counting === null && open) void change((now) => ({ ...now, counting: now.counting ?? true }));
  }, [notes, open, change]);

  const { products } = pickables;
  const codes = useMemo(() => codeIndex(products, productOf), [products]);
  // The last index that was ready, for the display of parked codes: a reload of the products does not remove a button meanwhile.
  const [onScreen, setOnScreen] = useState<typeof codes | null>(null);
  const ready = notes !== null && !pickables.pending;
  const over = view.completing !== null || view.state === 'receipt' || view.state === 'elsewhere';
  const wanted = ready && (!over || notes.unknown.length > 0);
  useEffect(() => {
    if (wanted) return inSlices(codes.makeReady, () => setOnScreen(codes));
    setOnScreen(null);
    return undefined;
  }, [wanted, codes]);

  const book = async ({ product, units }: Hit<Pickable['product']>, scans: number, taken?: ParkedCode) => {
    const shown = view.lines.find((line) => line.product_id === product._id);
    if (!shown && product.status !== 'active' && !pickables.offered.ids.includes(product._id))
      throw new NotScanned(`${product.name} is inactive.`);
    const about = { name: product.name, case_count: product.case_count };
    const written = await countThenNote(
      () =>
        theQueue().outbox.changeLine(
          transfer,
          {
            product_id: product._id,
            line: shown ? lineOf(shown) : null,
            at: shown ? atOf(shown) : { item_id: null, version: null, revision: view.revision },
          },
          (now): TransferLine => {
            const next = scanned(
              now && { ...now, amount: koboOf(now.amount), rate: parseMoney(now.rate ?? '') },
              units * scans,
              {
                case_count: product.case_count,
                rate: koboOf(pickables.of(product._id)?.rate ?? '0'),
                counting,
              },
            );
            const kind = differenceKind(next);
            return {
              product_id: product._id,
              quantity: next.quantity,
              quantity_accepted: next.quantity_accepted,
              amount: formatMoney(next.amount),
              ...(next.rate === null ? {} : { rate: formatMoney(next.rate) }),
              // Nobody enters a reason during a count; the summary asks for it.
              reason: kind === null ? null : kind === 'unexpected' ? USUAL_REASON.unexpected : (now?.reason ?? null),
              note: now?.note ?? '',
              about,
            };
          },
        ),
      ({ line }) => {
        // The line is saved: it will be sent, even if a later step fails.
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void theQueue().flusher.flush(), QUIET_MS);
        setLast({ name: product.name, units: units * scans, line });
        signal('good');
      },
      () => change((now) => (taken ? unpark(now, taken.code) : { ...now, scans: now.scans + 1 })),
    );
    if (taken && !written) setCounted((before) => notToCount(before, taken));
  };

  const told = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      signal('bad');
      tellProblem(error);
    }
  };

  return {
    ready,
    notes: notes ?? NO_NOTES,
    counting,
    known: (code) => onScreen?.find(code) ?? null,
    last,
    unknown,
    acknowledge: () => setUnknown(null),
    count: (on) => change((now) => ({ ...now, counting: on })),
    letGo: (code) => change((now) => unpark(now, code)),
    offers: (productId) => pickables.of(productId) !== undefined,
    countParked: (code) =>
      told(async () => {
        const parked = notes?.unknown.find((one) => one.code === code);
        if (!parked) return;
        // Looked up again, because the display may be older than the products.
        const [hit, ...others] = codes.find(code);
        if (!hit || others.length > 0) throw new NotScanned('Not counted: the products have changed. Look again.');
        await book(hit, parked.times, parked);
      }),
    scan: (code) =>
      told(async () => {
        // A dialog is open or the products are not loaded: the scan is refused, not guessed.
        if (document.querySelector('[data-dialog]')) throw new NotScanned('Not counted: answer the open window first.');
        if (!ready) throw new NotScanned('Not counted: the products are still loading.');
        const hits = codes.find(code);
        const [hit] = hits;
        if (hit && hits.length === 1) return book(hit, 1);
        signal('bad');
        setUnknown({
          code,
          why: hit
            ? `It stands on ${hits.map((one) => one.product.name).join(' and on ')}. Choose the product by name.`
            : 'We do not know this code. It is saved with this transfer. You can link it to a product later.',
        });
        await change((now) => ({ ...park(now, code), scans: now.scans + 1 }));
      }),
  };
}

/** A scan that was read but not counted; the message is for people. */
export class NotScanned extends Error {}

/** The text for a failed scan; null if saving failed, which the wizard reports itself. */
export function scanProblem(error: unknown): string | null {
  return error instanceof NotScanned || error instanceof TooMany ? error.message : null;
}
