/** Says movements of goods in words, and computes the level of a product by day and how long a stock lasts. */

import type { MOVEMENT_KINDS, WarehouseLog } from '#contract/stock/stockCalls.ts';
import { COVER_DAYS } from '#domain/cover.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { plural } from '#domain/plural.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import { casesFigure, casesNumber } from '#domain/units.ts';
import type { IconName } from '#ui/Icon.tsx';
import type { PlotPoint } from '#ui/plots/figures.ts';

type Movement = Pick<WarehouseLog, 'kind' | 'quantity' | 'note' | 'purchase_order'>;

/** Says what happened from the side of the warehouse that has the log: "Issued to Yusuf Abubakar" at a hub, "Received from Mushin Hub" at an associate. */
export function movementWords({ kind, quantity, note, purchase_order: order }: Movement): string {
  const from = order?.source_obj.name ?? '';
  const to = order?.destination_obj.name ?? '';
  const named = (words: string, name: string) => (name === '' ? words.replace(/ \w+$/, '') : `${words} ${name}`);
  switch (kind) {
    // The first text of each case is for the hub's side of a transfer. The second text is for the side of its distributor or associate.
    case 'shipment_in':
      return quantity < 0 ? named('Delivered to', to) : named('Received from', from);
    case 'shipment_out':
      return quantity < 0 ? named('Rejected to', to) : named('Rejected by', from);
    case 'stock_out':
      return quantity < 0 ? named('Issued to', to) : named('Received from', from);
    case 'stock_in':
      return quantity < 0 ? named('Returned to', to) : named('Returned by', from);
    case 'transfer':
      return quantity < 0 ? named('Moved to', to) : named('Moved from', from);
    case 'opening':
      // The server's own note, "Opening for PO-...", becomes the whole text.
      if (note.startsWith('Opening for ')) return note.replace('Opening', 'Opening stock');
      return note ? `Opening stock, ${note}` : 'Opening stock';
    default:
      return note ? `Counted, ${note}` : 'Counted';
  }
}

export function movementIcon({ kind, quantity }: Movement): IconName {
  if (kind === 'adjustment' || kind === 'opening') return 'check';
  return quantity > 0 ? 'download' : 'upload';
}

/**
 * The level in cases at the end of each of the last `days` days, the oldest first. `logs`: newest first. `isWhole`: `logs` holds the first movement of the
 * product, so earlier levels are zero. Otherwise days before the oldest log have no figure.
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

/**
 * The number of days that a stock lasts if goods leave as fast as in the last `days` days. `issued`: the units that left in these days. Null if no unit
 * left.
 */
export function cover(quantity: number, issued: number, days: number): number | null {
  return issued > 0 ? Math.floor((quantity * days) / issued) : null;
}

/** The number of days that a stock lasts at a pace from the server. Null without a pace, and if no unit left. */
export const coverAt = (
  quantity: number,
  pace: { issued: number; days?: number | undefined } | undefined,
): number | null => (pace ? cover(quantity, pace.issued, pace.days ?? COVER_DAYS) : null);

/** A stock that lasts fewer days than this number is shown as running out. */
export const SHORT_DAYS = 3;

/** "12 days", "over 999 days", or – for null. */
export const coverShown = (days: number | null): string =>
  days === null ? NO_VALUE : days > 999 ? 'over 999 days' : plural(days, '# day', '# days');

export const MOVEMENT_LABEL: Readonly<Record<(typeof MOVEMENT_KINDS)[number], string>> = {
  shipment_in: 'Received',
  shipment_out: 'Rejected',
  stock_out: 'Issued',
  stock_in: 'Returned',
  transfer: 'Moved',
  adjustment: 'Counted',
  opening: 'Opening stock',
};

/** What came in (positive) and went out (negative), in cases of each product, as text: "+78 −18". */
export function movedShown(rows: readonly Pick<WarehouseLog, 'quantity' | 'product'>[]): string {
  const sum = (sign: 1 | -1) =>
    rows.reduce(
      (all, { quantity, product }) => (quantity * sign > 0 ? all + Math.abs(quantity) / product.case_count : all),
      0,
    );
  return [sum(1) > 0 && `+${casesFigure(sum(1))}`, sum(-1) > 0 && `−${casesFigure(sum(-1))}`].filter(Boolean).join(' ');
}
