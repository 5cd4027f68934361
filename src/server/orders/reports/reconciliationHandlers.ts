/** Compares an order with the wallets it touches (B5.15), and every wallet with orders and stock (B6.10). */
import { type RawBuilder, sql } from 'kysely';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import {
  type ReconciledParty,
  type ReconciliationReport,
  reconciliationByRef,
  reconciliationReport,
} from '#contract/wallet/reconciliationCalls.ts';
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import { MAX_PER_PAGE } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { wordsSought } from '#domain/phone.ts';
import { reconciledFigures, reconciliationAnswer } from '#domain/reconciliation.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { Refusal } from '../../calls/refusal.ts';
import { joinHubPrice } from '../../catalogue/hubPrice.ts';
import { containsPattern } from '../../db/containsPattern.ts';
import { wholeNumber } from '../../resources/list.ts';
import { findRow } from '../../resources/rows.ts';
import { virtualAccountOf } from '../../wallet/virtualAccounts.ts';
import { logsAround } from '../../wallet/walletLogs.ts';
import { orderGroupResource } from '../orderGroupResource.ts';

/**
 * A party with its wallet, or null. Null means that the associate belongs to another hub by now, which the accounts of this hub must not see (B6.7).
 */
async function partyOf(ctx: Ctx, head: WalletHead, id: string, groupId: string): Promise<ReconciledParty | null> {
  const { who } = ctx;
  const own = head === 'sales_officer' && isHubSide(who.role) ? sql` and m.seller_id = ${who.seller_id ?? ''}` : sql``;
  const address = head === 'buyer' ? sql`m.address` : sql`''`;
  const { rows } = await sql<{
    _id: string;
    name: string;
    phone: string;
    address: string;
    wallet: string | null;
    balance: number;
  }>`
    select m._id, m.name, m.phone, ${address} as address, l._id as wallet, coalesce(l.balance_kobo, 0) as balance
    from ${sql.table(head)} m left join ledger l on l.head = ${head} and l.subhead = 'wallet' and l.owner = m._id where m._id = ${id}${own}`.execute(
    ctx.db,
  );
  const found = rows[0];
  if (!found) return null;
  const { wallet, balance, ...owner } = found;
  const { logs, total } = wallet ? await logsAround(ctx, wallet, groupId) : { logs: [], total: 0 };
  return {
    ...owner,
    wallet: {
      _id: wallet ?? '',
      head,
      subhead: 'wallet',
      owner: id,
      owner_object: { _id: owner._id, name: owner.name, phone: owner.phone },
      balance: formatMoney(balance),
      shown_balance: formatMoney(0 - balance),
      ledger_tags: { virtual_account: await virtualAccountOf(ctx, head, id) },
    },
    logs: logs.map((log) => ({ ...log, own: log.ref_type === 'order_group' && log.ref_id === groupId })),
    logs_total: total,
  };
}

interface ReconciliationFilter {
  head: 'buyer' | 'sales_officer';
  from_timestamp?: number;
  to_timestamp?: number;
  seller_id?: string;
  location_id?: string;
  search?: string;
  only_difference?: boolean;
  page?: string;
  per_page?: string;
}

/**
 * The report's columns between opening and closing, each with the condition on its wallet logs. A log belongs to exactly one column or to `other`.
 */
const PARTS: Record<ReconciliationFilter['head'], Record<string, RawBuilder<unknown>>> = {
  buyer: {
    orders: sql`x.tag = 'order'`,
    cash: sql`x.tag = 'cash'`,
    transfer: sql`x.tag = 'transfer'`,
  },
  sales_officer: {
    stock_issued: sql`x.tag = 'receipt' and po.kind = 'stock_out'`,
    stock_returned: sql`x.tag = 'receipt' and po.kind = 'stock_in'`,
    orders_delivered: sql`x.tag = 'order'`,
    cash_collected: sql`x.tag = 'cash' and x.ref_type = 'order_group'`,
    deposits: sql`x.tag in ('cash', 'transfer') and x.ref_type is distinct from 'order_group'`,
  },
};

/** The columns of an associate, on wallet logs `x` and their purchase orders `po`: a close-out has the same ones. */
export const officerParts = PARTS.sales_officer;

/**
 * No end of the range. It is not the clock of this server: a server with a faster clock may have posted rows that the wallet counts (logTime.ts).
 */
const NO_END = Number.MAX_SAFE_INTEGER;

/** Paid minus total of the groups that were billed before `to` (B6.10 Orders outstanding). */
const outstanding = (
  to: number,
) => sql`(select coalesce(sum(g.outstanding_kobo), 0) from order_group g where g.buyer_id = m._id
  and g.tag in ('delivered', 'completed') and g.created < ${to} and g.deleted_at is null)`;

/** The value of the goods that an associate holds and has not sold (B5.4), at the hub's price, rounded per product (B6.10 Stock value held). */
const stockHeld = sql`(select coalesce(sum(round((wp.quantity - coalesce(sold.units, 0))::numeric * coalesce(sp.price_kobo, p.price_kobo) / p.case_count)), 0)
  from warehouse w join warehouse_product wp on wp.warehouse_id = w._id join product p on p._id = wp.product_id
    ${joinHubPrice('m.seller_id', 'p._id')}
    left join lateral (select sum(coalesce(i.quantity_accepted, i.quantity)) as units from order_group g
      join "order" o on o.order_group_id = g._id and o.tag not in ('cancelled', 'deleted')
      join order_item i on i.order_id = o._id and i.product_id = wp.product_id and i.deleted_at is null
      where g.sales_officer_id = m._id and g.da_stock and g.tag in ('delivered', 'completed') and g.deleted_at is null) sold on true
  where w.parent_type = 'sales_officer' and w.parent = m._id and w.status = 'active' and w.deleted_at is null)`;

/**
 * The reconciled people as `m` and their wallets as `l`. An associate with goods and without a wallet is included, because the goods are a difference
 * too. Retailers can only have wallets. They are many, so an inner join keeps the database from reading each of them.
 */
const walletsOf = (head: ReconciliationFilter['head']) =>
  head === 'buyer'
    ? sql`buyer m join ledger l on l.owner = m._id and l.head = 'buyer' and l.subhead = 'wallet' and m.deleted_at is null`
    : sql`(select * from sales_officer where deleted_at is null) m
      left join ledger l on l.owner = m._id and l.head = 'sales_officer' and l.subhead = 'wallet'`;
const isReconciled = (head: ReconciliationFilter['head']) =>
  head === 'buyer'
    ? sql`true`
    : sql`(l._id is not null or exists (select 1 from warehouse w join warehouse_product wp on wp.warehouse_id = w._id and wp.quantity <> 0
        where w.parent_type = 'sales_officer' and w.parent = m._id and w.status = 'active' and w.deleted_at is null))`;

type Line = { _id: string; name: string; phone: string; place: { _id: string; name: string } | null } & Record<
  string,
  unknown
>;

async function reportLines(ctx: Ctx, request: ReconciliationFilter, to: number): Promise<Line[]> {
  const { head, from_timestamp: from = 0 } = request;
  const isBuyer = head === 'buyer';
  const parts = Object.entries(PARTS[head]).map(
    ([name, fits]) =>
      sql`-coalesce(sum(x.effect_kobo) filter (where x.created >= ${from} and ${fits}), 0)::int8 as ${sql.id(name)}`,
  );
  const conditions: RawBuilder<unknown>[] = [isReconciled(head)];
  if (request.location_id !== undefined && isBuyer) conditions.push(sql`m.location_id = ${request.location_id}`);
  if (request.seller_id !== undefined && request.seller_id !== '*')
    conditions.push(
      isBuyer
        ? sql`exists (select 1 from order_group g where g.buyer_id = m._id and g.seller_id = ${request.seller_id})`
        : sql`m.seller_id = ${request.seller_id}`,
    );
  for (const word of wordsSought(request.search ?? ''))
    conditions.push(sql`searchable(m.name || ' ' || m.phone) like ${containsPattern(word)}`);
  const { rows } = await sql<Line>`select m._id, m.name, m.phone,
      case when place._id is null then null else json_build_object('_id', place._id, 'name', place.name) end as place,
      -coalesce(sums.opening, 0)::int8 as opening, -coalesce(sums.closing, 0)::int8 as closing,
      coalesce(sums.cash_held, 0)::int8 as cash_held, ${sql.join(
        Object.keys(PARTS[head]).map((name) => sql`coalesce(sums.${sql.id(name)}, 0)::int8 as ${sql.id(name)}`),
      )}, (${isBuyer ? outstanding(to) : stockHeld})::int8 as held
    from ${walletsOf(head)}
      left join ${isBuyer ? sql`location place on place._id = m.location_id` : sql`seller place on place._id = m.seller_id`}
      left join lateral (select sum(x.effect_kobo) filter (where x.created < ${from}) as opening, sum(x.effect_kobo) as closing,
          sum(x.effect_kobo) filter (where x.tag in ('cash', 'transfer')) as cash_held, ${sql.join(parts)}
        from ledger_log x ${isBuyer ? sql`` : sql`left join purchase_order po on x.ref_type = 'purchase_order' and po._id = x.ref_id`}
        where x.ledger_id = l._id and x.created < ${to}) sums on true
    where ${sql.join(conditions, sql` and `)}`.execute(ctx.db);
  return rows;
}

/**
 * Since when the associate of wallet `d` has cash to hand in: the cash of an order that the deposits do not cover any more, if they pay for the oldest first (decision 0771). Null where the
 * difference has another reason, for nobody knows when goods went missing.
 */
const cashSince = sql`case when d.difference < 0 then (select min(c.created) from (
    select x.created, sum(x.effect_kobo) over (order by x.created, x._id) as taken from ledger_log x
    where x.ledger_id = d.ledger_id and ${PARTS.sales_officer.cash_collected}) c
  where c.taken > coalesce((select -sum(x.effect_kobo) from ledger_log x where x.ledger_id = d.ledger_id and ${PARTS.sales_officer.deposits}), 0)) end`;

/**
 * The worst `limit` differences of now, in kobo, with the hub of an associate and the number of all differences (B6.10, last column). They come from the balances and not from
 * the logs, because a dashboard requests them.
 */
export async function worstDifferences(ctx: Ctx, head: ReconciliationFilter['head'], limit: number) {
  const isBuyer = head === 'buyer';
  const held = isBuyer ? sql`- ${outstanding(NO_END)}` : sql`+ ${stockHeld}`;
  const { rows } = await sql<{
    _id: string;
    name: string;
    hub: string | null;
    difference: number;
    since: number | null;
    total: number;
  }>`
    select d._id, d.name, hub.name as hub, d.difference, ${isBuyer ? sql`null::int8` : cashSince} as since, d.total from (select *, count(*) over () as total from (
      select m._id, m.name, l._id as ledger_id, ${isBuyer ? sql`null::text` : sql`m.seller_id`} as seller_id, (-coalesce(l.balance_kobo, 0) ${held})::int8 as difference from ${walletsOf(head)} where ${isReconciled(head)}) off
      where off.difference <> 0 order by off.difference, searchable(off.name) collate "C", off._id limit ${limit}) d
    left join seller hub on hub._id = d.seller_id
    order by d.difference, searchable(d.name) collate "C", d._id`.execute(ctx.db);
  return rows;
}

/** All wallets of one head against orders and stock, the worst difference first (B6.10), then the largest debt. */
async function reconciliation(request: ReconciliationFilter, ctx: Ctx): Promise<ReconciliationReport> {
  const { head } = request;
  const to = request.to_timestamp ?? NO_END;
  if (request.from_timestamp !== undefined && request.from_timestamp > to)
    throw new Refusal('bad_request', 'The range ends before it begins.');
  const { page } = request;
  const lines = (await reportLines(ctx, request, to)).map((line) => ({
    ...line,
    figures: reconciledFigures(head, {
      opening: Number(line.opening),
      closing: Number(line.closing),
      taken: Object.fromEntries(Object.keys(PARTS[head]).map((name) => [name, Number(line[name])])),
      held: Number(line.held),
    }),
    cash: Number(line.cash_held),
  }));
  // The columns of a row depend on `head`. The response schema of the call checks them.
  return reconciliationAnswer(head, lines, {
    only: request.only_difference === true,
    page:
      page === undefined
        ? null
        : {
            number: wholeNumber(page, 'page', 1),
            size: Math.min(MAX_PER_PAGE, wholeNumber(request.per_page ?? '20', 'per_page', 1)),
          },
  }) as ReconciliationReport;
}

export const reconciliationHandlers: Handler[] = [
  handle(reconciliationByRef, async ({ ref }, ctx) => {
    const wanted = ref.trim().toUpperCase();
    const group = (await findRow(orderGroupResource, sql`m.ref = ${wanted}`, ctx)) as OrderGroupRow | null;
    if (!group) throw new Refusal('not_found', `No order found with ref ${wanted}.`);
    const buyer = await partyOf(ctx, 'buyer', group.buyer_id, group._id);
    if (!buyer) throw new Error(`The retailer of order ${wanted} is missing.`);
    return {
      order_group: group,
      buyer,
      sales_officer:
        group.sales_officer_id === null ? null : await partyOf(ctx, 'sales_officer', group.sales_officer_id, group._id),
    };
  }),
  handle(reconciliationReport, reconciliation),
];
