/** Maps each read to the kinds of records in its answer, so that a page knows what to refetch (contract/live.ts). Tests check that no kind is missing. */
import { RECORDS, type RecordName } from '#domain/records.ts';
import type { Kind } from './live.ts';

/** The kinds in the row of an order. */
const ORDERS = [
  'agent',
  'buyer',
  'ledger',
  'location',
  'manufacturer',
  'order_group',
  'sales_officer',
  'seller',
] as const;
/** The kinds in the line of an order. */
const ORDER_LINES = [...ORDERS, 'brand', 'product', 'seller_product'] as const;
const PARTIES = ['distributor', 'sales_officer', 'seller'] as const;
/** The kinds in the line of a transfer or of a warehouse. */
const GOODS = ['brand', 'manufacturer', 'product', 'warehouse', 'warehouse_product'] as const;

/**
 * By a path, or by its first word: its own kind, and the kinds whose names or figures appear in the rows. A kind that is only read for a permission or a rule
 * is listed too: an additional refetch does no harm. A plain model without an entry shows its own kind alone.
 */
const READS: Readonly<Record<string, readonly Kind[]>> = {
  agent: ['agent', 'buyer', 'location', 'order_group'],
  'agent/glance': ['agent', 'buyer', 'order_group'],
  agent_referral: ['agent', 'buyer', 'location'],
  area: ['area', 'location', 'manufacturer', 'sales_officer', 'seller'],
  audit_log: ['audit_log'],
  // The history of any record, with that of its parts.
  'audit_log/read_by_record': [
    ...ORDER_LINES,
    ...PARTIES,
    ...GOODS,
    'audit_log',
    'distributor_officer',
    'manager',
    'purchase_order',
  ],
  bank_credit: ['bank', 'buyer', 'distributor', 'distributor_officer', 'ledger', 'sales_officer'],
  bank_kept: ['bank', 'buyer', 'distributor', 'distributor_officer', 'ledger', 'sales_officer'],
  brand: ['brand', 'manufacturer'],
  buyer: ['agent', 'buyer', 'ledger', 'location', 'order_group', 'route_plan', 'sales_officer', 'seller', 'store_type'],
  'buyer/history': [...ORDER_LINES, 'route_plan', 'store_type'],
  'buyer/glance': [...ORDER_LINES, 'area', 'route_plan'],
  category_product: ['brand', 'category', 'manufacturer', 'product'],
  claim: [...PARTIES, 'claim', 'purchase_order'],
  'claim/read_lines': [...PARTIES, ...GOODS, 'claim', 'purchase_order'],
  close_out: [...ORDER_LINES, ...PARTIES, 'close_out', 'purchase_order', 'warehouse', 'warehouse_product'],
  cohort: ['buyer', 'cohort'],
  cohort_buyer: ['buyer', 'cohort'],
  config: ['config'],
  cover: [...PARTIES, ...GOODS, 'purchase_order'],
  cover_rule: ['distributor', 'product', 'seller'],
  device: ['area', 'buyer', 'device'],
  discrepancy: [...PARTIES, ...GOODS, 'claim', 'purchase_order'],
  distributor: ['distributor', 'seller'],
  'distributor/glance': ['distributor', 'purchase_order', 'seller'],
  distributor_officer: ['distributor', 'distributor_officer'],
  distributor_product: ['brand', 'distributor', 'manufacturer', 'product'],
  distributor_seller: ['distributor', 'seller'],
  home: [
    ...GOODS,
    'buyer',
    'ledger',
    'location',
    'order_group',
    'purchase_order',
    'route_plan',
    'sales_officer',
    'seller',
    'seller_product',
  ],
  'home/runs_out': [...PARTIES, ...GOODS, 'purchase_order'],
  'home/setup': [
    ...PARTIES,
    ...GOODS,
    'buyer',
    'location',
    'manager',
    'order_group',
    'purchase_order',
    'seller_product',
    'store_type',
  ],
  ledger: ['buyer', 'distributor', 'distributor_officer', 'ledger', 'order_group', 'sales_officer'],
  ledger_log: [...ORDER_LINES, ...GOODS, 'distributor', 'purchase_order'],
  location_area: ['area', 'location'],
  lot: [...PARTIES, ...GOODS, 'purchase_order'],
  notification: ['buyer', 'device', 'notification'],
  'notification/find_buyers': ['area', 'buyer', 'cohort', 'location', 'order_group', 'seller'],
  order: ORDER_LINES,
  handover: [...PARTIES, 'manager', 'purchase_order'],
  order_group: [...ORDER_LINES, 'distributor'],
  'order_group/history': [...ORDER_LINES, 'audit_log', 'ledger'],
  order_group_item: ORDER_LINES,
  'order_group_item/read_stock': [...ORDER_LINES, ...GOODS],
  order_group_log: ORDERS,
  order_item: ORDER_LINES,
  product: ['brand', 'manufacturer', 'product', 'seller', 'seller_product'],
  'product/history': ['brand', 'manufacturer', 'order_group', 'product'],
  // With `stocked_at` the order of the rows is that of the stock (decision 1552).
  'product/read_all': [...GOODS, 'seller', 'seller_product'],
  'product/read_available_more': ['area', 'brand', 'location', 'manufacturer', 'product', 'seller', 'seller_product'],
  'product/weeks': ['order_group', 'product'],
  product_tag: ['product'],
  purchase_order: [...PARTIES, ...GOODS, 'purchase_order', 'seller_product'],
  'purchase_order/read_all': [...PARTIES, 'product', 'purchase_order'],
  // The available goods depend on what an associate sold.
  'purchase_order/read_reversal': [...PARTIES, ...GOODS, 'config', 'order_group', 'purchase_order', 'seller_product'],
  purchase_order_item: [...GOODS, 'purchase_order', 'seller_product'],
  route_plan: ['buyer', 'ledger', 'location', 'route_plan', 'sales_officer', 'seller'],
  sales_officer: ['ledger', 'sales_officer', 'seller'],
  sales_officer_area: ['area', 'sales_officer'],
  seller: ['manager', 'manufacturer', 'seller'],
  'seller/glance': [...ORDERS, ...GOODS, 'distributor', 'purchase_order'],
  seller_manager: ['manager', 'seller'],
  seller_manufacturer: ['manufacturer', 'seller'],
  seller_product: ['product', 'seller', 'seller_product'],
  seller_product_log: ['product', 'seller', 'seller_product'],
  stocktake: [...PARTIES, ...GOODS, 'manager', 'stocktake'],
  warehouse: [...PARTIES, ...GOODS],
  warehouse_log: [...PARTIES, ...GOODS, 'purchase_order'],
  warehouse_product: [...PARTIES, ...GOODS, 'order_group', 'purchase_order', 'seller_product'],
  work: [
    ...ORDER_LINES,
    ...PARTIES,
    ...GOODS,
    'bank',
    'claim',
    'close_out',
    'distributor_officer',
    'manager',
    'purchase_order',
    'stocktake',
  ],
};

/** Reads that no screen keeps, or whose answers never change: they are not refetched. */
const NOT_FOLLOWED: ReadonlySet<string> = new Set([
  'administrator',
  'api_token',
  'auth',
  'health',
  'lgas',
  'notification/poll_buyers_for',
  'passkey',
  'push',
  'search',
  'service',
  'spend',
  'states',
  'sync',
  'webhook',
]);

const plainKind = (of: string): readonly Kind[] | null => (Object.hasOwn(RECORDS, of) ? [of as RecordName] : null);

/** The kinds in the answers of a path; '*': undeclared, so any change may matter. null: the answers are not refetched, or the text is no path of a call. */
export function kindsOfRead(path: string): readonly Kind[] | '*' | null {
  const [of = ''] = path.split('/', 1);
  if (NOT_FOLLOWED.has(of) || NOT_FOLLOWED.has(path)) return null;
  return READS[path] ?? READS[of] ?? plainKind(of) ?? (/^[a-z_]+\/[a-z_{}]+$/.test(path) ? '*' : null);
}
