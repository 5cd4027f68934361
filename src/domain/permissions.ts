/** The roles and the permission matrix of B10.1, as pure functions that the server and every screen use. */
import { CORE, RECORD_RIGHTS, RECORDS, type RecordName, type RecordRight } from './records.ts';

/** Display name of each role. Names of manager.* get the product's name in front (PERM-02). */
export const ROLES = {
  'administrator.administrator': 'Admin',
  'manager.staff': 'Staff',
  'manager.buyer': 'Buyer',
  'manager.accountant': 'Accountant',
  'manager.warehouse_officer': 'Warehouse Officer',
  'manager.customer_support': 'Customer Support',
  'seller.manager': 'Seller Manager',
  'sales_officer.manager': 'Hub Manager',
  'sales_officer.rem': 'Hub Retail Manager',
  'sales_officer.rep': 'Hub Delivery Associate',
  'sales_officer.ba': 'Hub Brand Ambassador',
  'sales_officer.cs': 'Customer Support',
  'agent.agent': 'Agent',
  'distributor_officer.manager': 'Distributor Manager',
  'distributor_officer.rep': 'Distributor Rep',
} as const;
export type Role = keyof typeof ROLES;

export const APP_NAME = 'Kasuwa';

/** The display name of a role; an unknown key is returned as it is. `appName` is the configured name (B14.6). */
export function roleName(role: string, appName: string = APP_NAME): string {
  if (!Object.hasOwn(ROLES, role)) return role;
  const known = ROLES[role as Role];
  return role.startsWith('manager.') ? `${appName} ${known}` : known;
}

/** The roles of the managers screen (A48, API.md 4.6). */
export const MANAGER_ROLES = [
  'administrator.administrator',
  'manager.staff',
  'manager.buyer',
  'manager.accountant',
  'manager.warehouse_officer',
  'manager.customer_support',
  'seller.manager',
] as const;

/** true: accounts of this role can see the books, so a site may demand a passkey of them (KASUWA_PASSKEYS). */
export function isPasskeyRole(role: string): boolean {
  return role === 'administrator.administrator' || role === 'manager.accountant';
}

/** How many hubs an account of this role may manage: staff any number, a seller manager one, all others none (A48, B10.4a). */
export function hubsManagedBy(role: string): number {
  if (role === 'manager.staff') return Number.POSITIVE_INFINITY;
  return role === 'seller.manager' ? 1 : 0;
}

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

/** The roles of the office, called CORE in the matrix. */
export const CORE_ROLES = [
  'administrator.administrator',
  'manager.staff',
  'manager.accountant',
  'manager.warehouse_officer',
] as const satisfies readonly Role[];
/** The rights of the plain models, each with the columns that hold it. */
const ofRecords = () =>
  Object.fromEntries(
    (Object.keys(RECORDS) as RecordName[]).flatMap((one) =>
      Object.values(RECORD_RIGHTS[one]).map((right) => [right, RECORDS[one].by]),
    ),
  ) as Record<RecordRight, string>;
// Marked as pure, so that the tablet's bundle leaves the matrix out.
const MATRIX = /* @__PURE__ */ (() => ({
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
  take_handover: 'A WO SM HM DA',
  view_handovers: `${CORE} SM HM`,
  settle_handover: 'A S AC SM HM',
  view_audit_log: 'A',
  view_sidebar_orders: `${CORE} CS SM HM HC`,
  view_sidebar_inventory: `${CORE} CS SM HM DA BA HC`,
  view_sidebar_logistics: CORE,
  view_sidebar_reports: CORE,
  view_sidebar_people: `${CORE} CS`,
  view_sidebar_more: `${CORE} SM HM RM DA BA`,
  view_sidebar_partners: '', // PERM-45: nobody
}))();

export type Permission = keyof typeof MATRIX;
/** The permission to see bank accounts and virtual accounts and to open virtual ones: administrators and accountants, who book deposits (S10). */
export const SEES_BANK_DETAILS: Permission = 'create_deposit';
/** All permissions of B10.1. Marked as pure, so that the tablet's bundle leaves the matrix out: only the server reads it. */
export const PERMISSIONS = /* @__PURE__ */ Object.keys(MATRIX) as readonly Permission[];

// Computed on first use, on the server only.
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

/** true: the role sees its own hub only (B10.4a). */
export function isHubSide(role: string): boolean {
  return role === 'seller.manager' || role.startsWith('sales_officer.');
}

/** The user of a request. `seller_id`: the hub of a hub-side account. */
export interface Who {
  readonly user_id: string;
  readonly role: string;
  readonly permissions: readonly string[];
  readonly seller_id: string | null;
  readonly must_change: boolean;
}

/** true: the user has the permission. Only the permission list decides, never the role (PERM-52). Without a user nothing is allowed. */
export function can(who: Pick<Who, 'permissions'> | null | undefined, permission: Permission): boolean {
  return who?.permissions.includes(permission) ?? false;
}

/** true: the user has at least one of these permissions; false for an empty list. */
export function canAny(who: Pick<Who, 'permissions'> | null | undefined, wanted: readonly Permission[]): boolean {
  return wanted.some((permission) => can(who, permission));
}
