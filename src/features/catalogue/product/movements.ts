/** The movements of a product in words, and its level day by day. */
import type { WarehouseLog } from '#contract/stock/stockCalls.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import { casesNumber, showCases } from '#domain/units.ts';
import type { IconName } from '#ui/Icon.tsx';
import type { PlotPoint } from '#ui/plots/figures.ts';

type Movement = Pick<WarehouseLog, 'kind' | 'quantity' | 'note' | 'purchase_order'>;

/** What happened, in words: "Issued to Yusuf Abubakar". */
export function movementWords({ kind, quantity, note, purchase_order: order }: Movement): string {
  const from = order?.source_obj.name ?? '';
  const to = order?.destination_obj.name ?? '';
  const named = (words: string, name: string) => (name === '' ? words.replace(/ \w+$/, '') : `${words} ${name}`);
  switch (kind) {
    case 'shipment_in':
      return named('Received from', from);
    case 'shipment_out':
      return named('Rejected to', to);
    case 'stock_out':
      return named('Issued to', to);
    case 'stock_in':
      return named('Returned by', from);
    case 'transfer':
      return quantity < 0 ? named('Moved to', to) : named('Moved from', from);
    case 'opening':
      return note ? `Opening stock, ${note}` : 'Opening stock';
    default:
      return note ? `Counted, ${note}` : 'Counted';
  }
}

export function movementIcon({ kind, quantity }: Movement): IconName {
  if (kind === 'adjustment' || kind === 'opening') return 'check';
  return quantity > 0 ? 'download' : 'upload';
}

/** Cases with a decimal only where there is a part of a case: "15", "7.5". */
export const casesShown = (units: number, caseCount: number): string =>
  showCases(units, caseCount, units % caseCount === 0 ? 0 : 1);

/** A change with its sign: "+8", "−4". */
export const changeShown = (units: number, caseCount: number): string =>
  `${units < 0 ? '−' : '+'}${casesShown(Math.abs(units), caseCount)}`;

/**
 * The level in cases at the end of each of the last `days` days, the oldest first. `logs`: newest first. `isWhole`: nothing stands before them, so the
 * level was zero; otherwise days before them have no figure.
 */
export function levels(
  logs: readonly Pick<WarehouseLog, 'created' | 'quantity' | 'balance_after'>[],
  caseCount: number,
  now: number,
  days: number,
  isWhole: boolean,
): PlotPoint[] {
  const today = startOfDay(now);
  return Array.from({ length: days }, (_, at) => {
    const day = today - (days - 1 - at) * DAY;
    const last = logs.find((log) => log.created < day + DAY);
    const units = last?.balance_after ?? (isWhole ? 0 : null);
    const values: Record<string, number> = units === null ? {} : { level: casesNumber(units, caseCount, 1) };
    return { at: day, values };
  });
}

/** For how many days the stock lasts at the pace of the last days; null where nothing left the hub. */
export function cover(quantity: number, issued: number, days: number): number | null {
  return issued > 0 ? Math.floor((quantity * days) / issued) : null;
}
