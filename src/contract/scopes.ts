/**
 * The scopes of API tokens: reading or writing the calls of an area (decision 0570). The area follows from the first word of a call's path, so a new call of a
 * known word has its scope by itself. A word that nobody named opens for no token, and a test holds that none is missing.
 */
import type { Call } from './call.ts';

/** The areas in the order in which a person chooses them, with what they hold. */
export const AREAS = {
  stock: 'Warehouses, stock, lots and counts',
  purchasing: 'Purchase orders, discrepancies and claims',
  orders: 'Orders of retailers',
  money: 'Wallets, deposits and bank',
  catalogue: 'Products, prices and brands',
  network: 'Hubs, distributors and locations',
  people: 'Retailers, officers, agents and areas',
  messages: 'Notifications',
  overview: 'Search, home and work',
  settings: 'Configuration and history',
} as const;
export type Area = keyof typeof AREAS;
export type Scope = `${Area}:${'read' | 'write'}`;

export const AREA_NAMES = Object.keys(AREAS) as Area[];
export const SCOPES: readonly Scope[] = AREA_NAMES.flatMap((area): Scope[] => [`${area}:read`, `${area}:write`]);

const WORDS: Readonly<Record<Area, string>> = {
  stock: 'lot stocktake warehouse warehouse_log warehouse_product',
  purchasing: 'claim cover cover_rule discrepancy purchase_order purchase_order_item',
  orders: 'order order_group order_group_item order_group_log order_group_meta order_item order_meta',
  money: 'bank_credit bank_kept bank_statement close_out ledger ledger_log ledger_tag spend',
  catalogue:
    'brand category category_product manufacturer product product_tag seller_product seller_product_log store_type upload',
  network:
    'distributor distributor_product distributor_seller lgas location seller seller_manager seller_manufacturer states',
  people:
    'agent agent_referral area buyer cohort cohort_buyer distributor_officer location_area manager route_plan sales_officer sales_officer_area',
  messages: 'notification',
  overview: 'home search work',
  settings: 'audit_log config service',
};
const AREA_OF: ReadonlyMap<string, Area> = /* @__PURE__ */ new Map(
  AREA_NAMES.flatMap((area) => WORDS[area].split(' ').map((word) => [word, area] as const)),
);

/**
 * Words of calls that no token may make, whatever its scopes: signing in, passwords, passkeys, tokens and webhooks; devices, their queue, what
 * their keys sign, and what belongs to a session.
 */
export const NEVER: ReadonlySet<string> = new Set([
  'administrator',
  'api_token',
  'auth',
  'device',
  'handover',
  'passkey',
  'push',
  'sync',
  'user',
  'webhook',
]);

/** Records that decide who signs in and what that person may do: a token reads them and never writes them. */
const RIGHTS: ReadonlySet<string> = new Set(['distributor_officer', 'manager', 'sales_officer', 'seller_manager']);

/** The scope that a token needs for a call; null: no token may make it. A call that requires the person's own password is for persons only. */
export function scopeOf({ path, write, input }: Pick<Call, 'path' | 'write' | 'input'>): Scope | null {
  const [word = ''] = path.split('/', 1);
  const area = AREA_OF.get(word);
  if (!area || NEVER.has(word) || (write && RIGHTS.has(word)) || 'hash_own' in input) return null;
  return `${area}:${write ? 'write' : 'read'}`;
}
