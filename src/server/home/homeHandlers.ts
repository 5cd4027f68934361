/** The figures of a home: which ones, by what the person may do (decision 0231). */
import { type Figure, homeFigures } from '#contract/home/homeCalls.ts';
import { can, canAny, isHubSide } from '#domain/permissions.ts';
import { TRANSFER_PERMISSIONS } from '#domain/transfer.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { cashWithAssociates, depositsToday, owedByRetailers } from './moneyFigures.ts';
import { ordersByDay, ordersToday, unpaidToday, waitingFigure } from './orderFigures.ts';
import { ownFigures, ownHandlers } from './ownFigures.ts';
import { runsOutHandler } from './runsOut.ts';
import { daysOf, groupsOf, hubWarehouses, isAssociate, managesHub } from './scope.ts';
import { casesByDay, expectedFigure, movedToday, stockFigure } from './stockFigures.ts';
import { workHandler } from './workHandler.ts';

type Name = Figure['name'];

/** Four figures at most, the first ones of the job that the rights describe. */
function figuresFor({ who }: Ctx): Name[] {
  if (!can(who, 'view_orders')) return [];
  if (managesHub(who)) return ['stock', 'expected', 'to_deliver', 'cash_with_associates'];
  if (isHubSide(who.role)) return ['orders_today', 'to_deliver', 'unpaid_today'];
  if (!can(who, 'view_warehouses')) return ['carts', 'to_deliver', 'unpaid_today', 'orders_today'];
  const isAll = can(who, 'create_purchase_order');
  if (!isAll && canAny(who, TRANSFER_PERMISSIONS)) return ['received_today', 'issued_today', 'expected'];
  if (!isAll && can(who, 'create_deposit'))
    return ['unpaid', 'deposits_today', 'owed_by_retailers', 'cash_with_associates'];
  return ['orders_today', 'to_deliver', 'owed_by_retailers', 'stock'];
}

/** People who take money see the orders by day, all others who see stock the cases. */
const plotsCases = (names: readonly Name[]) => names.some((name) => name === 'stock' || name === 'received_today');

const homeHandler = handle(homeFigures, async (_input, ctx) => {
  const days = daysOf(ctx.now);
  if (isAssociate(ctx.who)) return { from: days.from, figures: await ownFigures(ctx), cases: null, orders: null };
  const names = figuresFor(ctx);
  const groups = groupsOf(ctx.who);
  const hub = isHubSide(ctx.who.role) ? (ctx.who.seller_id ?? '') : null;
  const warehouses = await hubWarehouses(ctx);
  const cases = plotsCases(names) ? await casesByDay(ctx, warehouses, days) : null;
  const orders =
    names.includes('orders_today') || (names.length > 0 && !cases) ? await ordersByDay(ctx, groups, days) : null;
  const figures: Figure[] = [];
  for (const name of names) {
    if (name === 'orders_today' && orders) figures.push(ordersToday(orders));
    if (name === 'to_deliver' || name === 'carts' || name === 'unpaid')
      figures.push(await waitingFigure(ctx, name, groups));
    if (name === 'unpaid_today') figures.push(await unpaidToday(ctx, groups, days));
    if (name === 'owed_by_retailers') figures.push(await owedByRetailers(ctx));
    if (name === 'stock') figures.push(await stockFigure(ctx, warehouses));
    if ((name === 'received_today' || name === 'issued_today') && cases) figures.push(movedToday(name, cases));
    if (name === 'expected') figures.push(await expectedFigure(ctx, hub));
    if (name === 'deposits_today') figures.push(await depositsToday(ctx, days));
    if (name === 'cash_with_associates') figures.push(await cashWithAssociates(ctx, hub));
  }
  return { from: days.from, figures, cases, orders: cases ? null : orders };
});

export const homeHandlers: Handler[] = [homeHandler, runsOutHandler, workHandler, ...ownHandlers];
