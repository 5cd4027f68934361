/** Roles, permissions and who holds what: DECISIONS B10, B10.1. Asked by the server on every call and by every gate of the screens. */

/** Role group: decides where people of the role appear and whose rows they see. */
export type RoleGroup = 'administrator' | 'manager' | 'seller' | 'sales_officer' | 'agent' | 'distributor_officer';

/** Role key -> display name (manager names without the product name, see roleName) and group. PERM-01..06, A10, A12. */
export const ROLES = {
  'administrator.administrator': { name: 'Admin', group: 'administrator' },
  'manager.staff': { name: 'Staff', group: 'manager' },
  'manager.buyer': { name: 'Buyer', group: 'manager' },
  'manager.accountant': { name: 'Accountant', group: 'manager' },
  'manager.warehouse_officer': { name: 'Warehouse Officer', group: 'manager' },
  'manager.customer_support': { name: 'Customer Support', group: 'manager' },
  'seller.manager': { name: 'Seller Manager', group: 'seller' },
  'sales_officer.manager': { name: 'Hub Manager', group: 'sales_officer' },
  'sales_officer.rem': { name: 'Hub Retail Manager', group: 'sales_officer' },
  'sales_officer.rep': { name: 'Hub Delivery Associate', group: 'sales_officer' },
  'sales_officer.ba': { name: 'Hub Brand Ambassador', group: 'sales_officer' },
  'sales_officer.cs': { name: 'Customer Support', group: 'sales_officer' },
  'agent.agent': { name: 'Agent', group: 'agent' },
  'distributor_officer.manager': { name: 'Distributor Manager', group: 'distributor_officer' },
  'distributor_officer.rep': { name: 'Distributor Rep', group: 'distributor_officer' },
} as const satisfies Record<string, { name: string; group: RoleGroup }>;

export type Role = keyof typeof ROLES;

/** Column letters of B10.1, in its order. Roles without a column hold nothing and cannot sign in (B10.2). */
const COLUMNS = {
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
} as const satisfies Record<string, Role>;

const ADMIN = 'A';
const CORE = 'A S AC WO'; // PERM-07
const STOCK = 'A WO';
const SUPPORT = 'A S AC WO CS';
const HUB = 'A S AC WO CS SM HM HC';

/** B10.1 word for word: permission -> columns that hold it. */
const MATRIX = {
  view_warehouses: CORE,
  create_warehouse: CORE,
  update_warehouse: CORE,
  view_warehouse_logs: STOCK,
  create_stock_in: STOCK,
  create_stock_out: STOCK,
  create_shipment_in: STOCK,
  create_shipment_out: STOCK,
  view_purchase_orders: CORE,
  create_purchase_order: ADMIN,
  update_purchase_order: ADMIN,
  execute_purchase_order: ADMIN,
  view_managers: ADMIN,
  signup_manager: ADMIN,
  update_manager: ADMIN,
  view_products: HUB,
  create_product: CORE,
  update_product: 'A S AC WO SM HM',
  view_order: HUB,
  view_orders: HUB,
  create_order: CORE,
  update_order: CORE,
  update_order_tag: CORE,
  buyer_cart: SUPPORT, // A13: everything on a draft group
  view_dashboard_charts: CORE,
  view_reports: CORE,
  send_notification: CORE,
  view_order_fulfilment: CORE,
  view_buyers: SUPPORT,
  signup_buyer: SUPPORT,
  update_buyer: SUPPORT,
  update_config: ADMIN,
  view_areas: ADMIN,
  create_area: ADMIN,
  update_area: ADMIN,
  signup_area: ADMIN,
  view_agents: ADMIN,
  signup_agent: ADMIN,
  update_agent: ADMIN,
  view_locations: ADMIN,
  create_location: ADMIN,
  update_location: ADMIN,
  view_manufacturers: ADMIN,
  create_manufacturer: ADMIN,
  update_manufacturer: ADMIN,
  view_store_types: ADMIN,
  create_store_type: ADMIN,
  update_store_type: ADMIN,
  view_cohorts: ADMIN,
  create_cohort: ADMIN,
  update_cohort: ADMIN,
  view_buyer_tickets: ADMIN, // A35: a grant without a screen
  view_categories: CORE, // A16
  create_category: CORE,
  update_category: CORE,
  view_brands: CORE,
  create_brand: CORE,
  update_brand: CORE,
  signup_brand: CORE,
  view_distributors: CORE,
  create_distributor: CORE,
  update_distributor: CORE,
  view_distributor_officers: CORE,
  signup_distributor_officer: CORE,
  update_distributor_officer: CORE,
  view_sales_officers: CORE,
  signup_sales_officer: CORE,
  update_sales_officer: CORE,
  view_sellers: CORE,
  create_seller: CORE,
  update_seller: CORE,
  create_deposit: 'A AC', // B6.6
  adjust_stock: ADMIN, // B2.10
  view_audit_log: ADMIN, // B12
  view_sidebar_orders: HUB,
  view_sidebar_inventory: 'A S AC WO CS SM HM DA BA HC',
  view_sidebar_logistics: CORE,
  view_sidebar_reports: CORE,
  view_sidebar_people: SUPPORT,
  view_sidebar_more: 'A S AC WO SM HM RM DA BA',
  view_sidebar_partners: '', // PERM-45: nobody
} as const satisfies Record<string, string>;

export type Permission = keyof typeof MATRIX;

/** Every permission name of B10.1, in its order. */
export const PERMISSIONS: readonly Permission[] = Object.keys(MATRIX) as Permission[];

const held = new Map<string, readonly Permission[]>(
  Object.entries(COLUMNS).map(([column, role]) => [
    role,
    PERMISSIONS.filter((permission) => (MATRIX[permission].split(' ') as string[]).includes(column)),
  ]),
);

/** What a role holds today, in the order of PERMISSIONS; an unknown role, an agent or a distributor officer holds nothing (B10.2). */
export function permissionsOf(role: string): readonly Permission[] {
  return held.get(role) ?? [];
}

/** Who is asking: the server builds it from the session, the screens from the stored profile. seller_id = own hub, null for core. */
export interface Who {
  user_id: string;
  role: string;
  permissions: readonly string[];
  seller_id: string | null;
  /** B10.6: a starter password was used and a new one has not been chosen. */
  must_change: boolean;
}

/** PERM-52: checks are made on the person's permission list, never on the role. Nobody (null) can do nothing. */
export function can(who: Pick<Who, 'permissions'> | null | undefined, permission: Permission): boolean {
  return who?.permissions.includes(permission) ?? false;
}

/** True when at least one of the permissions is held; false for an empty list. */
export function canAny(who: Pick<Who, 'permissions'> | null | undefined, permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => can(who, permission));
}

/** Display name; manager roles carry the product name ("Kasuwa Staff", PERM-02). An unknown key is shown as it is. */
export function roleName(role: string, appName = 'Kasuwa'): string {
  if (!isRole(role)) return role;
  const { name, group } = ROLES[role];
  return group === 'manager' ? `${appName} ${name}` : name;
}

export function isRole(role: string): role is Role {
  return Object.hasOwn(ROLES, role);
}

/** B10.2: agents, distributor officers, buyers and unknown roles get 403 "This account cannot use the back office." */
export function mayUseBackOffice(role: string): boolean {
  return held.has(role);
}

/** Roles the manager screens list and their forms accept (API 4.6, A48). */
export const MANAGER_ROLES = [
  'administrator.administrator',
  'manager.staff',
  'manager.buyer',
  'manager.accountant',
  'manager.warehouse_officer',
  'manager.customer_support',
  'seller.manager',
] as const satisfies readonly Role[];

/** B10.4a: these see only rows of their own hub (Who.seller_id). */
export function isHubSide(role: string): boolean {
  return isRole(role) && (ROLES[role].group === 'seller' || ROLES[role].group === 'sales_officer');
}
