/** The figures of an associate (cash, goods, deliveries), and of all associates of a hub today. */
import { type RawBuilder, sql } from 'kysely';
import { associatesCash, type HomeFigure, myAssociates, myGoods, officerFigures } from '#contract/home/homeCalls.ts';
import { isAssociate, managesHub } from '#domain/home.ts';
import { formatMoney, lineAmount } from '#domain/money.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { notFound } from '../../calls/refusal.ts';
import type { Row } from '../../db/tables.ts';
import { soldBy } from '../../stock/soldBy.ts';
import { figure } from '../figure.ts';
import { wholeNaira } from '../levels.ts';
import { cashByDay, cashOf } from '../moneyFigures.ts';
import { type Orders, ordersByDay, ordersToday, pendingByDay, waitingFigure } from '../orderFigures.ts';
import { associateOf, type Days, daysOf } from '../scope.ts';
import { ordersOf, routeFigure, visitsHandler } from './route.ts';

interface GoodsRow {
  product_id: string;
  name: string;
  brand: string;
  picture: string | null;
  warehouse_id: string;
  owner: string;
  quantity: number;
  case_count: number;
  price: number;
}

/** The goods that the associate of a hub has in hand: issued and not sold (B5.4), with the hub's price per case in kobo. Most cases first. */
async function goodsOf({ db }: Ctx, officer: string, hub: string): Promise<GoodsRow[]> {
  const { rows } = await sql<GoodsRow>`
    select wp.product_id, p.name, b.name as brand, (select path from upload where _id = p.upload_id) as picture, wp.warehouse_id,
      w.owner_name as owner, wp.quantity, p.case_count, coalesce(sp.price_kobo, p.price_kobo) as price
    from warehouse w join warehouse_product wp on wp.warehouse_id = w._id join product p on p._id = wp.product_id
      join brand b on b._id = p.brand_id
      left join seller_product sp on sp.seller_id = ${hub} and sp.product_id = p._id and sp.status = 'active' and sp.deleted_at is null
    where w.parent_type = 'sales_officer' and w.parent = ${officer} and w.status = 'active' and w.deleted_at is null`.execute(
    db,
  );
  const sold = await soldBy(db, [officer]);
  return rows
    .map((row) => ({ ...row, quantity: sold(officer, row.product_id, row.quantity).in_hand }))
    .filter((row) => row.quantity !== 0)
    .sort((a, b) => b.quantity / b.case_count - a.quantity / a.case_count || (a.product_id < b.product_id ? -1 : 1));
}

interface Deliveries {
  officer: string;
  delivered: number;
  delivered_kobo: number;
  open: number;
  open_kobo: number;
}

/** Deliveries by associate: those done today, and all open ones. `groups`: a condition on order groups `g`. */
async function deliveriesBy(ctx: Ctx, groups: RawBuilder<unknown>): Promise<Deliveries[]> {
  const { today } = daysOf(ctx.now);
  const done = sql`g.tag in ('delivered', 'completed') and g.modified >= ${today} and exists (select 1 from order_group_log t
    where t.order_group_id = g._id and t.created >= ${today} and t.old_tag = 'pending' and t.tag in ('delivered', 'completed'))`;
  const { rows } = await sql<Deliveries>`
    select g.sales_officer_id as officer, count(*) filter (where g.tag <> 'pending')::int4 as delivered,
      coalesce(sum(g.total_kobo) filter (where g.tag <> 'pending'), 0)::int8 as delivered_kobo,
      count(*) filter (where g.tag = 'pending')::int4 as open,
      coalesce(sum(g.total_kobo) filter (where g.tag = 'pending'), 0)::int8 as open_kobo
    from order_group g where g.deleted_at is null and ${groups} and g.sales_officer_id is not null and (g.tag = 'pending' or (${done}))
    group by 1`.execute(ctx.db);
  return rows;
}

/** Cash in kobo, deliveries and goods of one associate. `cases`: with one decimal; `worth` in kobo. */
async function figuresOf(ctx: Ctx, officer: string, hub: string) {
  const [cash] = await cashOf(ctx.db, sql`m._id = ${officer}`);
  const goods = await goodsOf(ctx, officer, hub);
  const [deliveries] = await deliveriesBy(ctx, sql`g.sales_officer_id = ${officer}`);
  return {
    cash: cash?.cash ?? 0,
    goods,
    cases: Math.round(goods.reduce((sum, one) => sum + one.quantity / one.case_count, 0) * 10) / 10,
    worth: goods.reduce((sum, one) => sum + lineAmount(one.quantity, one.price, one.case_count), 0),
    open: deliveries?.open ?? 0,
    open_kobo: deliveries?.open_kobo ?? 0,
    delivered: deliveries?.delivered ?? 0,
    delivered_kobo: deliveries?.delivered_kobo ?? 0,
  };
}

/**
 * The figures of the person: cash to hand in, deliveries, orders, retailers of the route and goods in hand. None for an account without an associate's
 * record. `orders`: the plot of the home.
 */
export async function ownFigures(ctx: Ctx, days: Days): Promise<{ figures: HomeFigure[]; orders: Orders | null }> {
  const officer = await associateOf(ctx.db, ctx.who);
  if (officer === null) return { figures: [], orders: null };
  const hub = ctx.who.seller_id ?? '';
  const { cash, goods, cases, worth, open, open_kobo, delivered } = await figuresOf(ctx, officer, hub);
  const own = sql`g.deleted_at is null and g.sales_officer_id = ${officer}`;
  const [cashDays = []] = await cashByDay(ctx.db, sql`m._id = ${officer}`, new Map([[officer, cash]]), days);
  const theirs = ordersOf(officer, hub);
  const orders = await ordersByDay(ctx, theirs, days);
  const waiting = await waitingFigure(ctx, 'to_deliver', theirs);
  return {
    figures: [
      figure('my_cash', { amount: formatMoney(cash), of: cash > 0 ? 1 : 0, days: wholeNaira(cashDays) }),
      figure('my_deliveries', {
        ...{ count: open, amount: formatMoney(open_kobo), of: delivered },
        days: await pendingByDay(ctx, own, days, open),
      }),
      { ...ordersToday(orders), name: 'my_orders' },
      {
        ...waiting,
        name: 'my_waiting',
        days: await pendingByDay(ctx, theirs, days, waiting.count ?? 0),
      },
      await routeFigure(ctx, officer, hub, days),
      figure('my_stock', { count: cases, amount: formatMoney(worth), of: goods.length }),
    ],
    orders,
  };
}

const withoutPrice = ({ price: _price, ...row }: GoodsRow) => row;

export const ownHandlers: Handler[] = [
  visitsHandler,
  handle(officerFigures, async ({ sales_officer_id }, ctx) => {
    const officer = await ctx.db
      .selectFrom('sales_officer')
      .select('seller_id')
      .where('_id', '=', sales_officer_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!officer) throw notFound('Sales officer');
    const hub = officer.seller_id;
    const { cash, goods, cases, worth, open, open_kobo, delivered, delivered_kobo } = await figuresOf(
      ctx,
      sales_officer_id,
      hub,
    );
    return {
      cash: formatMoney(cash),
      open,
      open_amount: formatMoney(open_kobo),
      delivered,
      delivered_amount: formatMoney(delivered_kobo),
      cases,
      stock_amount: formatMoney(worth),
      goods: goods.map(withoutPrice),
    };
  }),
  handle(associatesCash, async (_input, { db }) => {
    const all = await cashOf(db, sql`m.deleted_at is null`);
    return Object.fromEntries(all.map(({ _id, cash }) => [_id, formatMoney(cash)]));
  }),
  handle(myGoods, async (_input, ctx) => {
    const officer = isAssociate(ctx.who) ? await associateOf(ctx.db, ctx.who) : null;
    if (officer === null) return [];
    return (await goodsOf(ctx, officer, ctx.who.seller_id ?? '')).map(withoutPrice);
  }),
  handle(myAssociates, async (_input, ctx) => {
    // The office has no hub of its own; it reads its associates in the reconciliation report.
    if (!managesHub(ctx.who)) return [];
    const hub = ctx.who.seller_id ?? '';
    const cash = new Map(
      (await cashOf(ctx.db, sql`m.seller_id = ${hub} and m.deleted_at is null`)).map((one) => [one._id, one.cash]),
    );
    const today = new Map((await deliveriesBy(ctx, sql`g.seller_id = ${hub}`)).map((one) => [one.officer, one]));
    const { rows } = await sql<Pick<Row<'sales_officer'>, '_id' | 'name'>>`select _id, name from sales_officer
      where seller_id = ${hub} and deleted_at is null and _id = any(${[...new Set([...cash.keys(), ...today.keys()])]})
      order by name_key, _id`.execute(ctx.db);
    return rows.map(({ _id, name }) => {
      const one = today.get(_id);
      return {
        _id,
        name,
        delivered: one?.delivered ?? 0,
        delivered_amount: formatMoney(one?.delivered_kobo ?? 0),
        open: one?.open ?? 0,
        open_amount: formatMoney(one?.open_kobo ?? 0),
        cash: formatMoney(cash.get(_id) ?? 0),
      };
    });
  }),
];
