import type { HomeFigures } from '#contract/home/homeCalls.ts';
import type { FigureName } from '#domain/home.ts';
import { can, type Who } from '#domain/permissions.ts';

/**
 * How new the firm looks to its administrator. 'empty': no order in these days and no goods. 'begun': one of the two is there. null: a firm at work, another
 * role, or not known yet. So only homes that may be of a new firm ask the server what is set up.
 */
export function newnessOf(who: Pick<Who, 'permissions'>, answer: HomeFigures | undefined): 'empty' | 'begun' | null {
  const of = (name: FigureName) => answer?.figures.find((figure) => figure.name === name);
  const [orders, stock] = [of('orders_today')?.period, of('stock')?.count];
  if (!orders || stock === undefined || !can(who, 'create_purchase_order')) return null;
  if (orders.count > 0 && stock !== 0) return null;
  return orders.count === 0 && stock === 0 ? 'empty' : 'begun';
}
