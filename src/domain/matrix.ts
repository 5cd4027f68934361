/**
 * The permission matrix of B10.1: which role holds which permission. Our server reads it at each sign-in. The app reads it for a server that leaves the
 * permissions to it (client/plain/wholeProfile.ts), and loads it only then.
 */
import type { Role } from './permissions.ts';
import { CORE, RECORD_RIGHTS, RECORDS, type RecordName, type RecordRight } from './records.ts';

/** The columns of the matrix, in the order of B10.1. */
const COLUMNS = ['A', 'S', 'AC', 'WO', 'B', 'CS', 'SM', 'HM', 'RM', 'DA', 'BA', 'HC'] as const;
type ColumnName = (typeof COLUMNS)[number];
const COLUMN_ROLE: Record<ColumnName, Role> = {
  A: 'administrator.administrator',
  S: 'manager.staff',
  AC: 'manager.accountant',
  WO: 'manager.warehouse_officer',
  B: 'manager.buyer',
  CS: 'manager.customer_support',
  SM: 'seller.manager',
  HM: 'sales_officer.manager',
  RM: 'sales_officer.rem',
  DA: 'sales_officer.rep',
  BA: 'sales_officer.ba',
  HC: 'sales_officer.cs',
};

/** The rights of the plain models, each with the columns that hold it. */
const ofRecords = () =>
  Object.fromEntries(
    (Object.keys(RECORDS) as RecordName[]).flatMap((one) =>
      Object.values(RECORD_RIGHTS[one]).map((right) => [right, RECORDS[one].by]),
    ),
  ) as Record<RecordRight, string>;
const MATRIX = {
  ...ofRecords(),
  view_warehouse_logs: 'A WO',
  create_stock_in: 'A WO',
  create_stock_out: 'A WO',
  create_shipment_in: 'A WO',
  create_shipment_out: 'A WO',
  view_purchase_orders: CORE,
  create_purchase_order: 'A',
  update_purchase_order: 'A',
  execute_purchase_order: 'A',
  view_products: `${CORE} CS SM HM HC`,
  create_product: CORE,
  update_product: `${CORE} SM HM`,
  view_order: `${CORE} CS SM HM HC`,
  view_orders: `${CORE} CS SM HM HC`,
  create_order: CORE,
  update_order: CORE,
  update_order_tag: CORE,
  buyer_cart: `${CORE} CS`,
  view_dashboard_charts: CORE,
  view_reports: CORE,
  send_notification: CORE,
  view_order_fulfilment: CORE,
  update_config: 'A',
  signup_area: 'A',
  view_buyer_tickets: 'A',
  signup_brand: CORE,
  create_deposit: 'A AC',
  adjust_stock: 'A',
  count_stock: 'A WO SM HM',
  approve_stocktake: 'A AC',
  reverse_transfer: 'A WO',
  approve_reversal: 'A AC',
  view_discrepancies: `${CORE} SM HM`,
  manage_claims: 'A S AC',
  view_cover: `${CORE} SM HM`,
  order_goods: 'A S',
  view_close_outs: 'A S AC SM HM DA',
  close_day: 'A AC SM HM',
  reopen_day: 'A AC',
  view_audit_log: 'A',
  view_sidebar_orders: `${CORE} CS SM HM HC`,
  view_sidebar_inventory: `${CORE} CS SM HM DA BA HC`,
  view_sidebar_logistics: CORE,
  view_sidebar_reports: CORE,
  view_sidebar_people: `${CORE} CS`,
  view_sidebar_more: `${CORE} SM HM RM DA BA`,
  view_sidebar_partners: '', // PERM-45: nobody
};

export type Permission = keyof typeof MATRIX;
/** All permissions of B10.1. */
export const PERMISSIONS = Object.keys(MATRIX) as readonly Permission[];

// Computed on first use.
let made: ReadonlyMap<string, readonly Permission[]> | null = null;
function byRole(): ReadonlyMap<string, readonly Permission[]> {
  const withColumn = (column: ColumnName) =>
    PERMISSIONS.filter((permission) => MATRIX[permission].split(' ').includes(column));
  made ??= new Map(COLUMNS.map((column) => [COLUMN_ROLE[column], withColumn(column)]));
  return made;
}

/** The permissions of a role; none for a role that may not use the back office (B10.2). */
export function permissionsOf(role: string): readonly Permission[] {
  return byRole().get(role) ?? [];
}

/** true: the role may sign in to the back office; agents, distributor officers and buyers may not (B10.2). */
export function mayUseBackOffice(role: string): boolean {
  return byRole().has(role);
}
