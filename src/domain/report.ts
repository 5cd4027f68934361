/** The inventory report's types (B4): one table that screen, server and tests share. */
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

/** REP-10: current_inventory offers distributors only, the others neither sales officers nor distributors; F6: a switch adds the rest. */
export function offersOwner(context: string, type: PartyType, all: boolean): boolean {
  if (all) return true;
  return context === 'current_inventory' ? type === 'distributor' : type === 'seller';
}

/** REP-09: owner name plus the type in capitals, in the words of reports (A26: Hub, Delivery Associate). */
export function warehouseLabel(ownerName: string, type: PartyType): string {
  return `${ownerName} ${PARTY_LABEL[type].toUpperCase()}`;
}
