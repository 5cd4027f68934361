/** The types of the inventory report (B4), shared by screen, server and tests. */
import { DAY, dateInput, startOfDay } from './time.ts';
import { PARTY_LABEL, type PartyType } from './transfer.ts';

export const CONTEXTS = [
  'current_inventory',
  'shipment_received',
  'shipment_rejected',
  'stock_issued',
  'stock_returned',
  'sales',
] as const;
export type Context = (typeof CONTEXTS)[number];

/** The labels of the report types (REP-03). */
export const CONTEXT_LABEL: Record<Context, string> = {
  current_inventory: 'Current Inventory',
  shipment_received: 'Shipment Received',
  shipment_rejected: 'Shipment Rejected',
  stock_issued: 'Stock Issued',
  stock_returned: 'Stock Returned',
  sales: 'Sales',
};

/** In place of a warehouse's id: the warehouses of all hubs (REP-14). */
export const ALL_HUBS = '*';

/** The days of a report that nobody chose any for: the last 30, from 00:00:00 to 23:59:00 of today (REP-08, REP-14). `now` in epoch seconds. */
export function usualReportDays(now: number): { from: number; to: number } {
  const today = startOfDay(now);
  return { from: today - 29 * DAY, to: today + DAY - 60 };
}

/** true: the form is complete: a report type, a warehouse and, unless the report is about now, both dates (REP-07). */
export function canRefresh(request: {
  context: string;
  warehouses: readonly string[];
  from: number | null;
  to: number | null;
}): boolean {
  if (!CONTEXTS.includes(request.context as Context) || request.warehouses.length === 0) return false;
  return (
    request.context === 'current_inventory' ||
    (request.from !== null && request.to !== null && request.from <= request.to)
  );
}

/** Reports that count returns. A return from a delivery associate is dated tomorrow, so such a report may end tomorrow (K21). */
const COUNTS_RETURNS: readonly string[] = ['stock_returned', 'sales'];

/** The last day (yyyy-MM-dd) on which a report of this type may end (UI-17, K21). `now` in epoch seconds. */
export function lastReportDay(context: string, now: number): string {
  return dateInput(COUNTS_RETURNS.includes(context) ? now + DAY : now);
}

/**
 * The end date (yyyy-MM-dd) in the form after another report type was chosen. A report of returned stock without an end gets tomorrow (K21), and an
 * end after the last allowed day is moved to that day. '': none. `now` in epoch seconds.
 */
export function endFor(context: string, to: string, now: number): string {
  const last = lastReportDay(context, now);
  if (to === '') return context === 'stock_returned' ? last : '';
  return to > last ? last : to;
}

/** true: the report type offers the warehouses of all owners at first (K24); the switch of F6 changes that. */
export const startsWithAll = (context: string): boolean => context === 'current_inventory';

/** The groups of owners in the picker, distributors first (K24). */
export const OWNER_GROUPS: readonly { type: PartyType; title: string }[] = [
  { type: 'distributor', title: 'Distributors' },
  { type: 'seller', title: 'Hubs' },
  { type: 'sales_officer', title: 'Delivery Associates' },
];

/**
 * The id of the user's own hub's warehouse, '' if there is none (K24). `hub` is the hub of the account, null for staff of all hubs. For them it is
 * the hub warehouse that they viewed last (`last`), or the only hub warehouse.
 */
export function ownWarehouse(
  rows: readonly { _id: string; parent_type: string; parent: { _id: string } }[],
  hub: string | null,
  last: string,
): string {
  const hubs = rows.filter((row) => row.parent_type === 'seller');
  const own = hub === null ? hubs.find((row) => row._id === last) : hubs.find((row) => row.parent._id === hub);
  return own?._id ?? (hub === null && hubs.length === 1 ? (hubs[0]?._id ?? '') : '');
}

/**
 * true: the report offers warehouses of this owner type. current_inventory offers distributors only, all others hubs only (REP-10); the switch
 * `all` adds the rest (F6).
 */
export function offersOwner(context: string, type: PartyType, all: boolean): boolean {
  if (all) return true;
  return context === 'current_inventory' ? type === 'distributor' : type === 'seller';
}

/** The owner's name and type in capitals, in the words of reports (REP-09, A26: Hub, Delivery Associate). */
export function warehouseLabel(ownerName: string, type: PartyType): string {
  return `${ownerName} ${PARTY_LABEL[type].toUpperCase()}`;
}
