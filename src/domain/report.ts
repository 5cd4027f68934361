/** The inventory report: its six contexts, who may be chosen, what is shown (W 2, W 5, DECISIONS B4, F6, REP-01..11). */
import { type Kind, PARTY_LABEL, PARTY_TYPES, type PartyType } from './transfer.ts';

export type ReportContext =
  | 'current_inventory'
  | 'shipment_received'
  | 'shipment_rejected'
  | 'stock_issued'
  | 'stock_returned'
  | 'sales';

/** Field of a report row (B4.7) behind a column; cases and units are both made of `quantity`. */
export type ReportColumnKey =
  | 'number'
  | 'product'
  | 'brand'
  | 'manufacturer'
  | 'cases'
  | 'units'
  | 'buy_price'
  | 'value'
  | 'issued'
  | 'issued_value'
  | 'returned'
  | 'returned_value'
  | 'sold'
  | 'revenue';

export interface ReportColumn {
  key: ReportColumnKey;
  title: string;
}

export interface ReportInfo {
  label: string;
  /** REP-02: the date range is hidden for current_inventory. */
  dated: boolean;
  /** REP-10, letter of the document; offeredOwners widens it (F6). */
  owners: readonly PartyType[];
  /** Which call answers it (REP-12, REP-13). */
  call: 'report' | 'sales';
  columns: readonly ReportColumn[];
}

const NUMBER: ReportColumn = { key: 'number', title: '#' };
const PRODUCT: ReportColumn = { key: 'product', title: 'Product' };
const BRAND: ReportColumn = { key: 'brand', title: 'Brand' };
const MANUFACTURER: ReportColumn = { key: 'manufacturer', title: 'Manufacturer' };
const CASES: ReportColumn = { key: 'cases', title: 'Cases' };
const UNITS: ReportColumn = { key: 'units', title: 'Units' };
const VALUE: ReportColumn = { key: 'value', title: 'Value' };

const moved = [NUMBER, PRODUCT, BRAND, MANUFACTURER, CASES, UNITS, VALUE] as const;
const hubsOnly = ['seller'] as const;

/** REP-03 in the document's order; columns of B4. */
export const REPORTS: Readonly<Record<ReportContext, ReportInfo>> = {
  current_inventory: {
    label: 'Current Inventory',
    dated: false,
    owners: ['distributor'],
    call: 'report',
    columns: [NUMBER, PRODUCT, BRAND, MANUFACTURER, CASES, UNITS, { key: 'buy_price', title: 'Buy price' }, VALUE],
  },
  shipment_received: { label: 'Shipment Received', dated: true, owners: hubsOnly, call: 'report', columns: moved },
  shipment_rejected: { label: 'Shipment Rejected', dated: true, owners: hubsOnly, call: 'report', columns: moved },
  stock_issued: { label: 'Stock Issued', dated: true, owners: hubsOnly, call: 'report', columns: moved },
  stock_returned: { label: 'Stock Returned', dated: true, owners: hubsOnly, call: 'report', columns: moved },
  sales: {
    label: 'Sales',
    dated: true,
    owners: hubsOnly,
    call: 'sales',
    columns: [
      NUMBER,
      PRODUCT,
      { key: 'issued', title: 'Issued (cases)' },
      { key: 'issued_value', title: 'Issued value' },
      { key: 'returned', title: 'Returned (cases)' },
      { key: 'returned_value', title: 'Returned value' },
      { key: 'sold', title: 'Sold (cases)' },
      { key: 'revenue', title: 'Revenue' },
    ],
  },
};

export const REPORT_CONTEXTS = [
  'current_inventory',
  'shipment_received',
  'shipment_rejected',
  'stock_issued',
  'stock_returned',
  'sales',
] as const satisfies readonly ReportContext[];

export function isReportContext(text: string): text is ReportContext {
  return Object.hasOwn(REPORTS, text);
}

/** F6: words of the switch that adds the owner types the documents leave out. */
export const SHOW_ALL_OWNERS = 'Show all owners';

/** REP-10: owner types whose warehouses the picker lists; with the switch of F6 all of them. */
export function offeredOwners(context: ReportContext, showAll: boolean): readonly PartyType[] {
  return showAll ? PARTY_TYPES : REPORTS[context].owners;
}

/** REP-09: owner name plus the type in capitals, in the words of reports (A26): "Ikeja HUB". */
export function warehouseLabel(ownerName: string, type: PartyType): string {
  return `${ownerName} ${PARTY_LABEL[type].toUpperCase()}`;
}

/** REP-07: type and warehouse chosen, and both dates unless the report has none. Times in epoch seconds. */
export function canRefresh(filters: {
  context?: string | null;
  warehouse_ids: readonly string[];
  from_timestamp?: number | null;
  to_timestamp?: number | null;
}): boolean {
  const { context } = filters;
  if (!context || !isReportContext(context) || filters.warehouse_ids.length === 0) return false;
  return !REPORTS[context].dated || (filters.from_timestamp != null && filters.to_timestamp != null);
}

export type MovementContext = Exclude<ReportContext, 'current_inventory' | 'sales'>;

/**
 * B4.8: the movement report a log row counts in. Of the two rows of a transfer only the hub's own counts: received and
 * returned are its positive rows, rejected and issued its negative ones. Sales = stock_issued and stock_returned.
 * null: the row counts in none (opening, adjustment, transfer, the other side). Quantity = signed units.
 */
export function contextOfLog(log: { kind: Kind | 'opening' | 'adjustment'; quantity: number }): MovementContext | null {
  if (log.kind === 'shipment_in' && log.quantity > 0) return 'shipment_received';
  if (log.kind === 'shipment_out' && log.quantity < 0) return 'shipment_rejected';
  if (log.kind === 'stock_out' && log.quantity < 0) return 'stock_issued';
  if (log.kind === 'stock_in' && log.quantity > 0) return 'stock_returned';
  return null;
}

/** Which price of the log row (kobo per case) the context values its units at (B4 table). */
export function priceOfContext(context: MovementContext): 'cost_price' | 'sell_price' {
  return context === 'shipment_received' || context === 'shipment_rejected' ? 'cost_price' : 'sell_price';
}
