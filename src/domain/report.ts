/** The types of the inventory report, shared by screens, server and tests (B4). */
import { DAY, dateInput } from './time.ts';
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

/** Labels of the report types (REP-03). */
export const CONTEXT_LABEL: Record<Context, string> = {
  current_inventory: 'Current Inventory',
  shipment_received: 'Shipment Received',
  shipment_rejected: 'Shipment Rejected',
  stock_issued: 'Stock Issued',
  stock_returned: 'Stock Returned',
  sales: 'Sales',
};

/** True if the report can be requested: it has a type, a warehouse and, unless it shows current stock, both dates (REP-07). */
export function canRefresh(asked: {
  context: string;
  warehouses: readonly string[];
  from: number | null;
  to: number | null;
}): boolean {
  if (!CONTEXTS.includes(asked.context as Context) || asked.warehouses.length === 0) return false;
  return asked.context === 'current_inventory' || (asked.from !== null && asked.to !== null && asked.from <= asked.to);
}

/** A return from a delivery associate is dated tomorrow, so a report that counts returns may end tomorrow (K21). */
const COUNTS_RETURNS: readonly string[] = ['stock_returned', 'sales'];

/** Returns the last day (yyyy-MM-dd) on which a report of this type may end (UI-17, K21). `now` is in epoch seconds. */
export function lastReportDay(context: string, now: number): string {
  return dateInput(COUNTS_RETURNS.includes(context) ? now + DAY : now);
}

/**
 * Returns the end date (yyyy-MM-dd) of the form after the report type changed; '' for none. A report of returned stock without an end gets tomorrow
 * (K21). An end after the last day of the type becomes that day. `now` is in epoch seconds.
 */
export function endFor(context: string, to: string, now: number): string {
  const last = lastReportDay(context, now);
  if (to === '') return context === 'stock_returned' ? last : '';
  return to > last ? last : to;
}

/** True for report types that offer the warehouses of all owners at first (K24). The switch of F6 removes and restores them. */
export const startsWithAll = (context: string): boolean => context === 'current_inventory';

/** Groups of owners in the warehouse picker, in order (K24). */
export const OWNER_GROUPS: readonly { type: PartyType; title: string }[] = [
  { type: 'distributor', title: 'Distributors' },
  { type: 'seller', title: 'Hubs' },
  { type: 'sales_officer', title: 'Delivery Associates' },
];

/**
 * Returns the warehouse of the person's own hub, '' if there is none (K24). `hub` is the hub of the account. It is null for staff of all hubs; then
 * the hub warehouse that the person opened last (`last`) counts, or the only one there is.
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
 * True if the report type offers warehouses of this owner type: current_inventory offers distributors only, the others hubs only (REP-10). The switch
 * of F6 (`all`) adds the rest.
 */
export function offersOwner(context: string, type: PartyType, all: boolean): boolean {
  if (all) return true;
  return context === 'current_inventory' ? type === 'distributor' : type === 'seller';
}

/** Returns the owner's name and the type in capitals, in the words of reports: Hub, Delivery Associate (REP-09, A26). */
export function warehouseLabel(ownerName: string, type: PartyType): string {
  return `${ownerName} ${PARTY_LABEL[type].toUpperCase()}`;
}
