/** The roles, and what a person's permissions allow. Who holds which permission stands in matrix.ts, which the first load of the app leaves out. */
import type { Permission } from './matrix.ts';

export type { Permission };

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

/** The permissions of the four kinds of transfer. The first load of the app needs them and nothing else of a transfer (transfer.ts). */
export const TRANSFER_PERMISSIONS: readonly Permission[] = [
  'create_shipment_in',
  'create_shipment_out',
  'create_stock_in',
  'create_stock_out',
];

/** The roles of the office, called CORE in the matrix. */
export const CORE_ROLES = [
  'administrator.administrator',
  'manager.staff',
  'manager.accountant',
  'manager.warehouse_officer',
] as const satisfies readonly Role[];
/** The permission to see bank accounts and virtual accounts and to open virtual ones: administrators and accountants, who book deposits (S10). */
export const SEES_BANK_DETAILS: Permission = 'create_deposit';
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
