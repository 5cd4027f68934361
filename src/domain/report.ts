/** The inventory report's types (B4): one table that screen, server and tests share. */
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

/** Words of the report type picker (REP-03). */
export const CONTEXT_LABEL: Record<Context, string> = {
  current_inventory: 'Current Inventory',
  shipment_received: 'Shipment Received',
  shipment_rejected: 'Shipment Rejected',
  stock_issued: 'Stock Issued',
  stock_returned: 'Stock Returned',
  sales: 'Sales',
};

/** REP-07: a report type, a warehouse and, unless it is about now, both dates. */
export function canRefresh(asked: {
  context: string;
  warehouses: readonly string[];
  from: number | null;
  to: number | null;
}): boolean {
  if (!CONTEXTS.includes(asked.context as Context) || asked.warehouses.length === 0) return false;
  return asked.context === 'current_inventory' || (asked.from !== null && asked.to !== null && asked.from <= asked.to);
}

/** K21: a return from a delivery associate is dated tomorrow, so a report that counts returns may end tomorrow. */
const COUNTS_RETURNS: readonly string[] = ['stock_returned', 'sales'];

/** UI-17 and K21: the last day (yyyy-MM-dd) that a report of this type may end on. `now` in epoch seconds. */
export function lastReportDay(context: string, now: number): string {
  return dateInput(COUNTS_RETURNS.includes(context) ? now + DAY : now);
}

/**
 * The end (yyyy-MM-dd) that stands in the form once another report type is chosen: tomorrow in a report of returned stock that has none yet (K21),
 * and no end that lies after the last day of the type. '': none. `now` in epoch seconds.
 */
export function endFor(context: string, to: string, now: number): string {
  const last = lastReportDay(context, now);
  if (to === '') return context === 'stock_returned' ? last : '';
  return to > last ? last : to;
}

/** K24: report types that offer the warehouses of all owners from the beginning; F6's switch takes them away and brings them back. */
export const startsWithAll = (context: string): boolean => context === 'current_inventory';

/** K24: owners stand in these groups, distributors first. */
export const OWNER_GROUPS: readonly { type: PartyType; title: string }[] = [
  { type: 'distributor', title: 'Distributors' },
  { type: 'seller', title: 'Hubs' },
  { type: 'sales_officer', title: 'Delivery Associates' },
];

/**
 * K24: the warehouse of the person's own hub, '' where there is none. `hub` is the hub of the account, null for staff of all hubs: then it is the
 * hub's warehouse that this person looked at last (`last`), or the only one there is.
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

/** REP-10: current_inventory offers distributors only, the others neither sales officers nor distributors; F6: a switch adds the rest. */
export function offersOwner(context: string, type: PartyType, all: boolean): boolean {
  if (all) return true;
  return context === 'current_inventory' ? type === 'distributor' : type === 'seller';
}

/** REP-09: owner name plus the type in capitals, in the words of reports (A26: Hub, Delivery Associate). */
export function warehouseLabel(ownerName: string, type: PartyType): string {
  return `${ownerName} ${PARTY_LABEL[type].toUpperCase()}`;
}
