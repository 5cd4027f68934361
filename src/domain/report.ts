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

/** A column of the report (B4) and the field of the row behind it; `cases` and `units` are both made of quantity (B4.7). */
export interface ReportColumn {
  key:
    | '#'
    | 'product'
    | 'brand'
    | 'manufacturer'
    | 'cases'
    | 'units'
    | 'cost_price'
    | 'total'
    | 'issued'
    | 'issued_value'
    | 'returned'
    | 'returned_value'
    | 'quantity'
    | 'revenue';
  title: string;
}

const NUMBER: ReportColumn = { key: '#', title: '#' };
const PRODUCT: ReportColumn = { key: 'product', title: 'Product' };
const GOODS: readonly ReportColumn[] = [
  NUMBER,
  PRODUCT,
  { key: 'brand', title: 'Brand' },
  { key: 'manufacturer', title: 'Manufacturer' },
  { key: 'cases', title: 'Cases' },
  { key: 'units', title: 'Units' },
];
const VALUE: ReportColumn = { key: 'total', title: 'Value' };

/** B4: columns on screen, in order; the export offers the same (REP-05). */
export const REPORT_COLUMNS: Record<Context, readonly ReportColumn[]> = {
  current_inventory: [...GOODS, { key: 'cost_price', title: 'Buy price' }, VALUE],
  shipment_received: [...GOODS, VALUE],
  shipment_rejected: [...GOODS, VALUE],
  stock_issued: [...GOODS, VALUE],
  stock_returned: [...GOODS, VALUE],
  sales: [
    NUMBER,
    PRODUCT,
    { key: 'issued', title: 'Issued (cases)' },
    { key: 'issued_value', title: 'Issued value' },
    { key: 'returned', title: 'Returned (cases)' },
    { key: 'returned_value', title: 'Returned value' },
    { key: 'quantity', title: 'Sold (cases)' },
    { key: 'revenue', title: 'Revenue' },
  ],
};
