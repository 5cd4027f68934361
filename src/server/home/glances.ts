/** The figures at the head of the pages of a hub, a distributor and an agent (decision 0400). */
import { sql } from 'kysely';
import {
  type AgentGlance,
  agentGlance,
  type DistributorGlance,
  distributorGlance,
  GLANCE_DAYS,
  GLANCE_RETAILERS,
  type SellerGlance,
  sellerGlance,
} from '#contract/home/glanceCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { COUNTED_TAGS } from '#domain/order.ts';
import { can, roleName } from '#domain/permissions.ts';
import { DAY } from '#domain/time.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { monthStarts } from '../people/buyerGlance.ts';
import { owedByRetailers } from './moneyFigures.ts';
import { ordersByDay, waitingFigure } from './orderFigures.ts';
import { beganBefore, type Days, daysOf, groupsOf, hubWarehouses } from './scope.ts';
import { stockFigure } from './stockFigures.ts';

const money = (kobo: number | undefined) => formatMoney(kobo ?? 0);

/** The active field people of a hub, whom not everybody may see. */
async function peopleOf({ db, who }: Ctx, hub: string): Promise<SellerGlance['people']> {
  if (!can(who, 'view_sales_officers')) return [];
  const rows = await db
    .selectFrom('sales_officer')
    .select(['_id', 'name', 'role'])
    .where('seller_id', '=', hub)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('name_key')
    .orderBy('_id')
    .execute();
  return rows.map((row) => ({ ...row, role_name: roleName(row.role) }));
}

const sellerHandler = handle(sellerGlance, async ({ seller_id: hub }, ctx): Promise<SellerGlance> => {
  if (!(await isLive(ctx.db, 'seller', hub))) throw notFound('Hub');
  const days = daysOf(ctx.now, GLANCE_DAYS);
  const groups = groupsOf(hub);
  const warehouses = await hubWarehouses(ctx, hub);
  const stock = await stockFigure(ctx, warehouses);
  const waiting = await waitingFigure(ctx, 'to_deliver', groups);
  const owed = await owedByRetailers(ctx, hub);
  const { rows: shops } = await sql<{ many: number }>`select count(distinct g.buyer_id)::int4 as many from order_group g
    where ${groups} and g.tag = any(${[...COUNTED_TAGS]}) and g.created >= ${days.from} and g.created < ${days.to}`.execute(
    ctx.db,
  );
  const { rows: distributors } = await sql<{ _id: string; name: string }>`select d._id, d.name from distributor_seller l
    join distributor d on d._id = l.distributor_id and d.deleted_at is null
    where l.seller_id = ${hub} and l.status = 'active' and l.deleted_at is null order by d.name_key, d._id`.execute(
    ctx.db,
  );
  return {
    from: days.from,
    stock: {
      warehouse_id: warehouses[0] ?? null,
      cases: stock.count ?? 0,
      amount: stock.amount ?? '0.00',
      products: stock.of ?? 0,
    },
    orders: await ordersByDay(ctx, groups, days),
    to_deliver: { count: waiting.count ?? 0, amount: waiting.amount ?? '0.00' },
    owed: { amount: owed.amount ?? '0.00', retailers: owed.of ?? 0 },
    retailers: shops[0]?.many ?? 0,
    distributors,
    people: await peopleOf(ctx, hub),
  };
});

interface Receipt {
  day: number;
  hub: string;
  many: number;
  value: number;
}

/** The receipts of a distributor's shipments by day and hub, for the days and their previous period. */
async function receiptsOf({ db }: Ctx, distributor: string, days: Days): Promise<Receipt[]> {
  const { rows } = await sql<Receipt>`
    select (o.timestamp - ${days.before}) / ${DAY} as day, o.destination as hub, count(*)::int4 as many,
      sum(o.amount_accepted_kobo)::int8 as value
    from purchase_order o where o.source = ${distributor} and o.source_type = 'distributor' and o.kind = 'shipment_in'
      and o.tag = 'receipt' and o.deleted_at is null and o.timestamp >= ${days.before} and o.timestamp < ${days.to}
    group by 1, 2`.execute(db);
  return rows;
}

/** Goods returned to the distributor in these days, goods still expected, and the last receipt. */
async function aroundReceipts(
  { db }: Ctx,
  distributor: string,
  days: Days,
): Promise<Pick<DistributorGlance, 'rejected' | 'open' | 'last'>> {
  const { rows: back } = await sql<{ many: number; value: number }>`
    select count(*)::int4 as many, coalesce(sum(o.amount_accepted_kobo), 0)::int8 as value from purchase_order o
    where o.destination = ${distributor} and o.destination_type = 'distributor' and o.kind = 'shipment_out'
      and o.tag = 'receipt' and o.deleted_at is null and o.timestamp >= ${days.from} and o.timestamp < ${days.to}`.execute(
    db,
  );
  const { rows: open } = await sql<{ many: number; value: number }>`
    select count(*)::int4 as many, coalesce(sum(o.amount_kobo), 0)::int8 as value from purchase_order o
    where o.source = ${distributor} and o.source_type = 'distributor' and o.tag = 'purchase_order' and o.deleted_at is null`.execute(
    db,
  );
  const { rows: last } = await sql<{
    _id: string;
    ref: string;
    timestamp: number;
    value: number;
    hub: string;
    hub_name: string;
  }>`select o._id, o.ref, o.timestamp, o.amount_accepted_kobo as value, o.destination as hub, o.destination_name as hub_name
    from purchase_order o where o.source = ${distributor} and o.source_type = 'distributor' and o.kind = 'shipment_in'
      and o.tag = 'receipt' and o.deleted_at is null order by o.timestamp desc, o._id desc limit 1`.execute(db);
  const [found] = last;
  return {
    rejected: { count: back[0]?.many ?? 0, amount: money(back[0]?.value) },
    open: { count: open[0]?.many ?? 0, amount: money(open[0]?.value) },
    last: found
      ? {
          _id: found._id,
          ref: found.ref,
          timestamp: found.timestamp,
          amount: money(found.value),
          hub: { _id: found.hub, name: found.hub_name },
        }
      : null,
  };
}

const distributorHandler = handle(
  distributorGlance,
  async ({ distributor_id: distributor }, ctx): Promise<DistributorGlance> => {
    if (!(await isLive(ctx.db, 'distributor', distributor))) throw notFound('Distributor');
    const days = daysOf(ctx.now, GLANCE_DAYS);
    const receipts = await receiptsOf(ctx, distributor, days);
    const many = new Array<number>(2 * days.count).fill(0);
    const kobo = new Array<number>(2 * days.count).fill(0);
    const byHub = new Map<string, { receipts: number; value: number }>();
    for (const { day, hub, many: count, value } of receipts) {
      many[day] = (many[day] ?? 0) + count;
      kobo[day] = (kobo[day] ?? 0) + value;
      if (day < days.count) continue;
      const { receipts: before = 0, value: sum = 0 } = byHub.get(hub) ?? {};
      byHub.set(hub, { receipts: before + count, value: sum + value });
    }
    const { rows: hubs } = await sql<{ _id: string; name: string; serves: boolean }>`
      select s._id, s.name, exists (select 1 from distributor_seller l where l.seller_id = s._id
          and l.distributor_id = ${distributor} and l.status = 'active' and l.deleted_at is null) as serves
      from seller s where s.deleted_at is null and (s._id = any(${[...byHub.keys()]})
        or exists (select 1 from distributor_seller l where l.seller_id = s._id and l.distributor_id = ${distributor}
          and l.status = 'active' and l.deleted_at is null)) order by s.name_key, s._id`.execute(ctx.db);
    const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
    return {
      from: days.from,
      received: {
        count: sum(many.slice(days.count)),
        amount: money(sum(kobo.slice(days.count))),
        days: kobo.slice(days.count).map(formatMoney),
        before: beganBefore(many)
          ? { count: sum(many.slice(0, days.count)), amount: money(sum(kobo.slice(0, days.count))) }
          : null,
      },
      ...(await aroundReceipts(ctx, distributor, days)),
      hubs: hubs
        .map((hub) => ({ ...hub, receipts: byHub.get(hub._id)?.receipts ?? 0, value: byHub.get(hub._id)?.value ?? 0 }))
        .sort((a, b) => b.value - a.value)
        .map(({ value, ...hub }) => ({ ...hub, amount: money(value) })),
    };
  },
);

const agentHandler = handle(agentGlance, async ({ agent_id }, ctx): Promise<AgentGlance> => {
  if (!(await isLive(ctx.db, 'agent', agent_id))) throw notFound('Agent');
  const days = daysOf(ctx.now, GLANCE_DAYS);
  const { rows: referrals } = await sql<{ referred: number; verified: number }>`
    select count(*)::int4 as referred, count(*) filter (where status = 'verified')::int4 as verified
    from agent_referral where agent_id = ${agent_id} and deleted_at is null`.execute(ctx.db);
  const brought = sql`(select b._id, b.name, b.name_key, b.created from agent_referral r join buyer b on b.phone = r.phone and b.deleted_at is null
    where r.agent_id = ${agent_id} and r.deleted_at is null)`;
  const { rows: shops } = await sql<{
    _id: string;
    name: string;
    created: number;
    orders: number;
    value: number;
    last: number | null;
  }>`select b._id, b.name, b.created, sums.orders, sums.value, sums.last from ${brought} b
    cross join lateral (select count(*)::int4 as orders, coalesce(sum(g.total_kobo), 0)::int8 as value, max(g.created) as last
      from order_group g where g.buyer_id = b._id and g.tag = any(${[...COUNTED_TAGS]}) and g.deleted_at is null) sums
    order by sums.value desc, b.name_key, b._id`.execute(ctx.db);
  const ids = shops.map(({ _id }) => _id);
  const starts = monthStarts(ctx.now);
  const monthOf = (time: number) => starts.findLastIndex((start) => start <= time);
  return {
    from: days.from,
    referred: referrals[0]?.referred ?? 0,
    verified: referrals[0]?.verified ?? 0,
    retailers: shops.length,
    orders: await ordersByDay(ctx, sql`g.deleted_at is null and g.buyer_id = any(${ids})`, days),
    all: {
      count: shops.reduce((all, { orders }) => all + orders, 0),
      amount: money(shops.reduce((all, { value }) => all + value, 0)),
    },
    months: starts.map((from, at) => ({ from, joined: shops.filter(({ created }) => monthOf(created) === at).length })),
    best: shops
      .slice(0, GLANCE_RETAILERS)
      .map(({ _id, name, orders, value, last }) => ({ _id, name, orders, amount: money(value), last })),
  };
});

export const glanceHandlers: readonly Handler[] = [sellerHandler, distributorHandler, agentHandler];
