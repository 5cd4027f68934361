/** Scans of the products step: each becomes units of a line on disk before it sounds good; what nobody knows is parked. */
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

/** Quiet for this long (ms), the queue sends: until then scans of one product stay one change. */
const QUIET_MS = 600;

const NONE_COUNTED: CountedUnnoted = new Map();
const productOf = (row: Pickable) => row.product;

export interface Scanner {
  /** The products of this tablet are read: from here on a code is known or unknown. */
  ready: boolean;
  notes: ScanNotes;
  /** true: scans and the form count what came. */
  counting: boolean;
  count(on: boolean): Promise<void>;
  /** Whose code this is among the products on this tablet, for a screen; null: they are still being read. */
  known(code: string): Hit<Pickable['product']>[] | null;
  /** A code from a scanner or the camera. */
  scan(code: string): Promise<void>;
  /** Books a parked code that is known by now, as often as it was scanned. */
  countParked(code: string): Promise<void>;
  letGo(code: string): Promise<void>;
  /** Whether the source offers this product: only then its code can be counted here. */
  offers(productId: string): boolean;
  last: { name: string; units: number; line: TransferLine } | null;
  /** The unknown code that a person has to acknowledge. */
  unknown: { code: string; why: string } | null;
  acknowledge(): void;
}

/** A line as it is written, from what a screen shows. */
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
    // Kept, so that the last counted line does not turn the mode around under the scanner.
    if (notes && notes.counting === null && open) void change((now) => ({ ...now, counting: now.counting ?? true }));
  }, [notes, open, change]);

  const { products } = pickables;
  const codes = useMemo(() => codeIndex(products, productOf), [products]);
  // What parked codes are shown by: the last index that was ready, so that a new reading takes no button away while it is gone through.
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
              // Nobody asks why in the middle of a count; the summary does.
              reason: kind === null ? null : kind === 'unexpected' ? USUAL_REASON.unexpected : (now?.reason ?? null),
              note: now?.note ?? '',
              about,
            };
          },
        ),
      ({ line }) => {
        // The line is on disk: it goes out, whatever becomes of the rest.
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
        // Asked anew: what is shown may be a reading older.
        const [hit, ...others] = codes.find(code);
        if (!hit || others.length > 0) throw new NotScanned('Not counted: the products have changed. Look again.');
        await book(hit, parked.times, parked);
      }),
    scan: (code) =>
      told(async () => {
        // A question is open, or it is not known yet what this tablet holds: said, not guessed.
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

/** A scan that was heard but not counted; the text is for people. */
export class NotScanned extends Error {}

/** What to say of a scan that failed; null: saving failed, for the wizard's own words. */
export function scanProblem(error: unknown): string | null {
  return error instanceof NotScanned || error instanceof TooMany ? error.message : null;
}
