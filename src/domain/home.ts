/** The figures of a home (decision 0231). The permissions select them, both for the server that computes them and for the screen that reserves their space. */
import { can, canAny, isHubSide, TRANSFER_PERMISSIONS, type Who } from './permissions.ts';

/** The lengths in days of a home's plot and of its figures with a comparison. */
export const HOME_RANGES = ['7', '30', '90'] as const;
export type HomeRange = (typeof HOME_RANGES)[number];
export const USUAL_RANGE: HomeRange = '30';

export const FIGURE_NAMES = [
  'orders_today',
  'to_deliver',
  'carts',
  'unpaid',
  'unpaid_today',
  'owed_by_retailers',
  'stock',
  'received_today',
  'issued_today',
  'expected',
  'deposits_today',
  'cash_with_associates',
  'my_cash',
  'my_stock',
  'my_deliveries',
  'my_orders',
  'my_retailers',
  'my_waiting',
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];

type Person = Pick<Who, 'role' | 'permissions'>;

/** True for the accounts of a hub that manage its goods: they see how much of the goods is there, and what it costs never. */
export const managesHub = (who: Person): boolean => isHubSide(who.role) && can(who, 'update_product');

/** True for people of a hub who see no orders: their home shows their own figures. */
export const isAssociate = (who: Person): boolean => isHubSide(who.role) && !can(who, 'view_orders');

/** True for people who see which goods run out. */
export const seesStock = (who: Person): boolean => can(who, 'view_warehouses') || managesHub(who);

/** True for the people whose first work is moving goods: transfers are their right, the whole of purchasing is not. */
export const movesGoods = (who: Person): boolean =>
  canAny(who, TRANSFER_PERMISSIONS) && !can(who, 'create_purchase_order');

/** True for the people whose first work is taking orders: customer support and staff. Others who may take one begin it in the list of orders. */
export const takesOrders = (who: Person): boolean =>
  can(who, 'buyer_cart') && !canAny(who, TRANSFER_PERMISSIONS) && !can(who, 'create_deposit');

/** Four figures at most, the first ones of the job that the rights describe. Associates have figures of their own. */
export function figuresFor(who: Person): FigureName[] {
  if (!can(who, 'view_orders')) return [];
  if (managesHub(who)) return ['stock', 'expected', 'to_deliver', 'cash_with_associates'];
  if (isHubSide(who.role)) return ['orders_today', 'to_deliver', 'unpaid_today'];
  if (!can(who, 'view_warehouses')) return ['carts', 'to_deliver', 'unpaid_today', 'orders_today'];
  if (movesGoods(who)) return ['received_today', 'issued_today', 'expected'];
  if (can(who, 'create_deposit') && !can(who, 'create_purchase_order'))
    return ['unpaid', 'deposits_today', 'owed_by_retailers', 'cash_with_associates'];
  return ['orders_today', 'to_deliver', 'owed_by_retailers', 'stock'];
}

/** The subject of the plot: cases for people who see stock and move or manage it, else orders. */
export function plotFor(who: Person): 'cases' | 'orders' | null {
  const names = figuresFor(who);
  if (names.length === 0) return null;
  return names.includes('stock') || names.includes('received_today') ? 'cases' : 'orders';
}
