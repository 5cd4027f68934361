/** The figures of a home: which ones, by what the person may do (decision 0231). */
import { type HomeFigure, homeFigures } from '#contract/home/homeCalls.ts';
import type { FirstReads } from '#contract/session/sessionCalls.ts';
import { figuresFor, isAssociate, plotFor, USUAL_RANGE } from '#domain/home.ts';
import { koboOf } from '#domain/money.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { hubOf } from '../stock/hubScope.ts';
import { accessHandlers } from './accessHandlers.ts';
import { glanceHandlers } from './glances.ts';
import { cashWithAssociates, depositsToday, owedByDay, owedByRetailers } from './moneyFigures.ts';
import { ordersByDay, ordersToday, owingByDay, pendingByDay, unpaidToday, waitingFigure } from './orderFigures.ts';
import { ownFigures, ownHandlers } from './own/ownFigures.ts';
import { runsOutHandler } from './runsOut.ts';
import { daysOf, groupsOf, hubWarehouses } from './scope.ts';
import { setupHandler } from './setupHandler.ts';
import { casesByDay, casesHeld, expectedFigure, movedToday, stockFigure } from './stockFigures.ts';
import { stockOfProductsHandler } from './stockOfProductsHandler.ts';
import { workHandler } from './workHandler.ts';

const homeHandler = handle(homeFigures, async (input, ctx) => {
  const days = daysOf(ctx.now, Number(input.days ?? USUAL_RANGE));
  if (isAssociate(ctx.who)) return { from: days.from, ...(await ownFigures(ctx, days)), cases: null };
  const names = figuresFor(ctx.who);
  const hub = await hubOf(ctx, input.seller_id);
  const groups = groupsOf(hub);
  const warehouses = await hubWarehouses(ctx, hub);
  const plot = plotFor(ctx.who);
  const cases = plot === 'cases' ? await casesByDay(ctx, warehouses, days) : null;
  const orders = plot === 'orders' || names.includes('orders_today') ? await ordersByDay(ctx, groups, days) : null;
  const figures: HomeFigure[] = [];
  for (const name of names) {
    if (name === 'orders_today' && orders) figures.push(ordersToday(orders));
    if (name === 'to_deliver' || name === 'carts' || name === 'unpaid')
      figures.push(await waitingFigure(ctx, name, groups));
    if (name === 'unpaid_today') figures.push(await unpaidToday(ctx, groups, days));
    if (name === 'owed_by_retailers') figures.push(await owedByRetailers(ctx, hub));
    if (name === 'stock') figures.push(await stockFigure(ctx, warehouses));
    if ((name === 'received_today' || name === 'issued_today') && cases) figures.push(movedToday(name, cases));
    if (name === 'expected') figures.push(await expectedFigure(ctx, hub, days));
    if (name === 'deposits_today') figures.push(await depositsToday(ctx, days, hub));
    if (name === 'cash_with_associates') figures.push(await cashWithAssociates(ctx, hub, days));
  }
  // The past of what is there now. A glance at a hub shows these figures without it.
  const now = (figure: HomeFigure) => figure.count ?? 0;
  for (const figure of figures) {
    if (figure.name === 'to_deliver') figure.days = await pendingByDay(ctx, groups, days, now(figure));
    if (figure.name === 'unpaid') figure.days = await owingByDay(ctx, groups, days, koboOf(figure.amount ?? '0.00'));
    if (figure.name === 'stock') figure.days = await casesHeld(ctx, warehouses, days, now(figure));
    if (figure.name === 'owed_by_retailers')
      figure.days = await owedByDay(ctx, hub, days, koboOf(figure.amount ?? '0.00'));
  }
  return { from: days.from, figures, cases: cases?.shown ?? null, orders: cases ? null : orders };
});

/** What the home of a person reads first, which a sign-in brings with its answer (decision 1020); null: that home reads something else first. */
export async function homeFirstReads(ctx: Ctx): Promise<FirstReads | null> {
  if (figuresFor(ctx.who).length === 0 && !isAssociate(ctx.who)) return null;
  const read = ({ handle }: Handler) => handle({}, ctx, undefined);
  const [work, figures] = await Promise.all([read(workHandler), read(homeHandler)]);
  return {
    'work/read_mine': work as FirstReads['work/read_mine'],
    'home/figures': figures as FirstReads['home/figures'],
  };
}

export const homeHandlers: Handler[] = [
  homeHandler,
  runsOutHandler,
  setupHandler,
  workHandler,
  ...ownHandlers,
  stockOfProductsHandler,
  ...glanceHandlers,
  ...accessHandlers,
];
