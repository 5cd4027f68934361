/** Converts lines of a transfer to the form that is saved. */
import type { Pickable } from '#contract/stock/stockCalls.ts';
import type { StockLot } from '#domain/lotTyping.ts';
import { formatMoney, koboOf, parseMoney } from '#domain/money.ts';
import { differenceKind, keptReason, scanned, USUAL_REASON } from '#domain/receiving.ts';
import { aboutOf, type TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { withLots, withNamedLots, withScannedLot } from './lots/lineLots.ts';

/** The lot in a GS1 code. `expires`: an ISO day, or ''. */
export interface ScannedLot {
  code: string;
  expires: string;
}

/** The line in the form that is saved, from the shown line. */
export function lineOf(line: LineView): TransferLine {
  return {
    product_id: line.product_id,
    quantity: line.quantity,
    quantity_accepted: line.quantity_accepted,
    amount: formatMoney(line.amount),
    ...(line.rate === null ? {} : { rate: formatMoney(line.rate) }),
    reason: line.reason,
    note: line.note,
    ...(line.lots === undefined ? {} : { lots: line.lots }),
    about: aboutOf(line, line.unexpectedRate ? formatMoney(line.unexpectedRate) : undefined),
  };
}

/**
 * The line after a scan of `units` units. `now`: the line before, or null. `rate`: the source's price, kobo per case. `isBack`: the goods go back.
 * `lot`: the lot in the scanned code. `held`: the lots that the source holds. Throws TooMany.
 */
export function lineAfterScan(
  now: TransferLine | null,
  product: Pickable['product'],
  units: number,
  { rate, counting, isBack, lot = null }: { rate: number; counting: boolean; isBack: boolean; lot?: ScannedLot | null },
  held?: readonly StockLot[],
): TransferLine {
  const was = now && { ...now, amount: koboOf(now.amount), rate: parseMoney(now.rate ?? '') };
  const next = scanned(was, units, { case_count: product.case_count, rate, counting });
  const kind = differenceKind(next);
  const had = now?.reason ?? null;
  // A count does not ask for the reason of a difference. The confirmation dialog asks for it.
  const ofCount = kind === 'unexpected' ? USUAL_REASON.unexpected : kind === null && counting ? null : had;
  const line: TransferLine = {
    product_id: product._id,
    quantity: next.quantity,
    quantity_accepted: next.quantity_accepted,
    amount: formatMoney(next.amount),
    ...(next.rate === null ? {} : { rate: formatMoney(next.rate) }),
    // Goods that go back keep their reason.
    reason: (isBack ? keptReason(had) : null) ?? ofCount,
    note: now?.note ?? '',
    about: aboutOf(product, next.quantity === 0 ? formatMoney(rate) : undefined),
  };
  // In a count, announced lots say nothing of what came. A scan counts what its code names.
  const before = now?.quantity_accepted === null ? { ...now, lots: '' } : now;
  if (lot) return withScannedLot(line, before, { ...lot, units });
  return held ? withLots(line, now, held) : withNamedLots(line, now, before?.lots, null, units);
}
