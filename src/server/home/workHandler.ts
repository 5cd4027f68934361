/** The open work of a person. Kinds of work that the person may not do, or that have no rows, are left out. */
import { sql } from 'kysely';
import { WORK_ROWS, type Work, type WorkRow, workToDo } from '#contract/home/workCalls.ts';
import { foundOf } from '#domain/found.ts';
import { isAssociate, managesHub } from '#domain/home.ts';
import { formatMoney, koboOf } from '#domain/money.ts';
import { OWED } from '#domain/order.ts';
import { can, canAny } from '#domain/permissions.ts';
import { KINDS, kindOf } from '#domain/transfer.ts';
import { type Ctx, handle } from '../calls/handler.ts';
import { orderGroupResource } from '../orders/orderGroupResource.ts';
import { worstDifferences } from '../orders/reports/reconciliationHandlers.ts';
import { purchaseOrderResource } from '../purchasing/purchaseOrderResource.ts';
import { type ListInput, listRows } from '../resources/list.ts';
import type { Resource } from '../resources/resource.ts';
import { walletOwners } from '../wallet/checkWallets.ts';
import { waitingClaims } from './claimWork.ts';
import { waitingHandovers } from './handoverWork.ts';
import { openDays } from './openDaysWork.ts';
import { waitingReversals } from './reversalWork.ts';
import { associateOf } from './scope.ts';
import { openStocktakes } from './stocktakeWork.ts';
import { webhooksOff } from './webhookWork.ts';
import { workRow } from './workRow.ts';

const EXECUTE = ['execute_purchase_order', ...Object.values(KINDS).map((kind) => kind.permission)] as const;

export const workHandler = handle(workToDo, async (_input, ctx) => {
  const work: Work[] = [];
  if (canAny(ctx.who, EXECUTE)) work.push(await openTransfers(ctx));
  if (managesHub(ctx.who)) work.push(await expected(ctx));
  if (isAssociate(ctx.who)) work.push(await deliveries(ctx));
  if (canAny(ctx.who, ['count_stock', 'approve_stocktake'])) work.push(await stocktakes(ctx));
  if (can(ctx.who, 'approve_reversal')) work.push(await waitingReversals(ctx));
  if (can(ctx.who, 'update_config')) work.push(await webhooksOff(ctx));
  if (can(ctx.who, 'view_handovers')) work.push(await waitingHandovers(ctx));
  if (can(ctx.who, 'manage_claims')) work.push(await waitingClaims(ctx));
  if (can(ctx.who, 'view_close_outs') && (can(ctx.who, 'close_day') || isAssociate(ctx.who)))
    work.push(await openDays(ctx));
  // A person who sees a waiting order can inquire about it, even without the right to complete it.
  if (can(ctx.who, 'view_orders'))
    work.push(await orders('pending_groups', { tag: ['pending'], sort: '-age' }, ctx, 'total'));
  if (can(ctx.who, 'buyer_cart') && !can(ctx.who, 'update_order_tag'))
    work.push(await orders('carts', { tag: ['draft'], sort: 'created' }, ctx, 'total'));
  if (can(ctx.who, 'create_deposit'))
    work.push(
      await orders('owing_groups', { tag: [OWED.tag], payment: [OWED.payment], sort: 'created' }, ctx, 'outstanding'),
    );
  if (can(ctx.who, 'create_deposit')) work.push(await keptCredits(ctx));
  if (can(ctx.who, 'create_deposit') && can(ctx.who, 'view_reports')) {
    work.push(await unreconciled('unreconciled_buyers', 'buyer', ctx));
    work.push(await unreconciled('unreconciled_officers', 'sales_officer', ctx));
  }
  if (can(ctx.who, 'update_manager')) work.push(await unchangedStarters(ctx));
  if (can(ctx.who, 'update_config')) work.push(await wrongWallets(ctx));
  return work.filter((one) => one.total > 0);
});

type ListRow = Readonly<Record<string, unknown>>;
const nameOf = (party: unknown): string | null => (party as { name: string } | null)?.name ?? null;

/** The first few rows of a list and the number of all rows, under the list's own rules. */
async function listed(
  kind: Work['kind'],
  resource: Resource,
  input: ListInput,
  ctx: Ctx,
  tell: (row: ListRow) => Partial<WorkRow>,
): Promise<Work> {
  const found = (await listRows(resource, { ...input, page: '1', per_page: String(WORK_ROWS) }, ctx)) as {
    rows: ListRow[];
    total: number;
  };
  const rows = found.rows.flatMap((row) => {
    const named = foundOf(resource.model.name, row);
    return named ? [workRow(named, tell(row))] : [];
  });
  return { kind, total: found.total, rows };
}

/** Transfers that are not completed, the one of the earliest date first. */
async function openTransfers(ctx: Ctx): Promise<Work> {
  const input = { tag: ['purchase_order'], sort: 'timestamp' };
  const { rows } = await sql<{ kind: string; many: number; begun: number }>`select kind, count(*)::int4 as many,
    count(client_id)::int4 as begun from purchase_order where tag = 'purchase_order' and deleted_at is null group by 1`.execute(
    ctx.db,
  );
  return {
    ...(await listed('open_transfers', purchaseOrderResource, input, ctx, transferRow)),
    kinds: Object.fromEntries(rows.map(({ kind, many }) => [kind, many])),
    begun: Object.fromEntries(rows.map(({ kind, begun }) => [kind, begun])),
  };
}

function transferRow(row: ListRow): Partial<WorkRow> {
  const isFromHub = row.source_type === 'seller';
  return {
    who: nameOf(isFromHub ? row.destination_obj : row.source_obj),
    hub: nameOf(isFromHub ? row.source_obj : row.destination_obj),
    lines: Number(row.item_count),
    since: Number(row.timestamp),
    // The accepted amount, if it is known.
    amount: String(row.amount_accepted),
    goods: goodsOf(row.goods),
    transfer: kindOf(String(row.source_type), String(row.destination_type)),
  };
}

function goodsOf(goods: unknown): NonNullable<WorkRow['goods']> {
  const { cases, units, names, begun } = goods as NonNullable<WorkRow['goods']>;
  return { cases, units, names, begun: begun === true };
}

/** `amount`: the field with the relevant amount; an outstanding amount is negative there. */
async function orders(kind: Work['kind'], input: ListInput, ctx: Ctx, amount: 'total' | 'outstanding'): Promise<Work> {
  const work = await listed(kind, orderGroupResource, input, ctx, (row) => ({
    who: nameOf(row.buyer),
    hub: nameOf(row.seller),
    since: Number(kind === 'pending_groups' ? (row.placed_at ?? row.created) : row.created),
    amount: String(row[amount]).replace(/^-/, ''),
    // In the list of orders the amount is what is due. Beside a total the home shows what is paid of it.
    paid: amount === 'total' && koboOf(String(row.paid)) > 0 ? String(row.paid) : null,
  }));
  const lines = await linesOf(ctx, work.rows);
  return { ...work, rows: work.rows.map((row) => ({ ...row, lines: lines.get(row._id) ?? 0 })) };
}

async function linesOf(ctx: Ctx, groups: readonly { _id: string }[]): Promise<Map<string, number>> {
  const ids = groups.map((group) => group._id);
  const { rows } = await sql<{ _id: string; lines: number }>`select i.order_group_id as _id, count(*)::int4 as lines
    from order_item i join "order" o on o._id = i.order_id and o.tag not in ('cancelled', 'deleted')
    where i.order_group_id = any(${ids}) and i.deleted_at is null group by 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row._id, row.lines]));
}

/** The products of orders that are to be delivered, by name. */
async function itemsOf(ctx: Ctx, groups: readonly { _id: string }[]) {
  const ids = groups.map((group) => group._id);
  const { rows } = await sql<{ _id: string; name: string; quantity: number; case_count: number; kobo: number }>`
    select i.order_group_id as _id, p.name, coalesce(i.quantity_accepted, i.quantity)::int8 as quantity, p.case_count, i.line_kobo as kobo
    from order_item i join "order" o on o._id = i.order_id and o.tag not in ('cancelled', 'deleted') join product p on p._id = i.product_id
    where i.order_group_id = any(${ids}) and i.deleted_at is null order by p.name_key, i._id`.execute(ctx.db);
  return (group: string) =>
    rows.flatMap(({ _id, kobo, ...row }) => (_id === group ? [{ ...row, amount: formatMoney(kobo) }] : []));
}

/** Transfers to the own hub that are on their way. Without amounts: they are costs, which a hub does not see (B4.5). */
async function expected({ db, who }: Ctx): Promise<Work> {
  const { rows } = await sql<{
    _id: string;
    ref: string;
    kind: NonNullable<WorkRow['transfer']>;
    who: string;
    hub: string;
    lines: number;
    since: number;
    total: number;
  }>`
    select _id, ref, kind, source_name as who, destination_name as hub, item_count as lines, timestamp as since, count(*) over () as total
    from purchase_order where tag = 'purchase_order' and deleted_at is null and destination_type = 'seller' and destination = ${who.seller_id ?? ''}
      order by timestamp, _id limit ${WORK_ROWS}`.execute(db);
  return {
    kind: 'expected',
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ _id, ref, kind, total: _total, ...row }) =>
      workRow({ model: 'purchase_order', _id, title: ref, note: row.who }, { ...row, transfer: kind }),
    ),
  };
}

/** The associate's own orders to deliver: the address, the products, and the amount to collect. */
async function deliveries(ctx: Ctx): Promise<Work> {
  const officer = await associateOf(ctx.db, ctx.who);
  const { rows } = await sql<{
    _id: string;
    ref: string;
    who: string;
    address: string;
    phone: string;
    since: number;
    amount: number;
    total: number;
  }>`
    select g._id, g.ref, b.name as who, concat_ws(', ', nullif(b.address, ''), place.name) as address, b.phone, coalesce(g.placed_at, g.created) as since,
      greatest(-g.outstanding_kobo, 0) as amount, count(*) over () as total
    from order_group g join buyer b on b._id = g.buyer_id left join location place on place._id = b.location_id
    where g.sales_officer_id = ${officer ?? ''} and g.tag = 'pending' and g.deleted_at is null
    order by coalesce(g.placed_at, g.created), g._id limit ${WORK_ROWS}`.execute(ctx.db);
  const goods = await itemsOf(ctx, rows);
  return {
    kind: 'deliveries',
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ _id, ref, amount, total: _total, ...row }) => {
      const items = goods(_id);
      return workRow(
        { model: 'order_group', _id, title: ref, note: row.who },
        { ...row, amount: formatMoney(amount), lines: items.length, items },
      );
    }),
  };
}

/** Stocktakes that nobody has posted yet, the oldest first. */
async function stocktakes(ctx: Ctx): Promise<Work> {
  const { total, rows } = await openStocktakes(ctx);
  return {
    kind: 'stocktakes',
    total,
    rows: rows.map(({ _id, ref, note, hub, since }) =>
      workRow({ model: 'stocktake', _id, title: ref, note }, { who: hub, hub, since }),
    ),
  };
}

/** Wallets that orders and stock do not explain, the worst first, each with its difference in naira (B6.10) and, of an associate, the hub and since when cash waits. */
async function unreconciled(kind: Work['kind'], head: 'buyer' | 'sales_officer', ctx: Ctx): Promise<Work> {
  const rows = await worstDifferences(ctx, head, WORK_ROWS);
  return {
    kind,
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ _id, name, hub, difference, since }) => {
      const note = formatMoney(difference);
      return workRow({ model: head, _id, title: name, note }, { who: name, hub, amount: note, since });
    }),
  };
}

/** Wallets that the nightly check found wrong and that are still wrong (B6.2). */
async function wrongWallets(ctx: Ctx): Promise<Work> {
  const { rows } = await sql<{ head: string; owner: string; name: string; off: number; since: number; total: number }>`
    select l.head, l.owner, coalesce(o.name, l.owner) as name, c.balance_kobo - c.log_kobo as off, c.found as since, count(*) over () as total
    from wallet_check c join ledger l on l._id = c.ledger_id left join ${walletOwners} o on o.head = l.head and o._id = l.owner
    order by c.found, l._id limit ${WORK_ROWS}`.execute(ctx.db);
  return {
    kind: 'wrong_wallets',
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ head, owner, name, off, since }) => {
      const note = formatMoney(off);
      return workRow({ model: head, _id: owner, title: name, note }, { who: name, amount: note, since });
    }),
  };
}

/** Credits that a bank reported and that nobody has posted, the oldest first (B9.3). */
async function keptCredits(ctx: Ctx): Promise<Work> {
  const { rows } = await sql<{ _id: string; title: string; value: number | null; since: number; total: number }>`
    select _id, coalesce(reference, 'Not readable') as title, value_kobo as value, created as since, count(*) over () as total
    from bank_kept where state = 'open' order by created, _id limit ${WORK_ROWS}`.execute(ctx.db);
  return {
    kind: 'kept_credits',
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ _id, title, value, since }) => {
      const note = formatMoney(value ?? 0);
      return workRow({ model: 'bank_kept', _id, title, note }, { amount: value === null ? null : note, since });
    }),
  };
}

/** People who have not changed their starter password yet (B10.6). */
async function unchangedStarters(ctx: Ctx): Promise<Work> {
  const people = sql`(select 'manager' as model, _id, name, phone, user_id from manager where status = 'active' and deleted_at is null
    union all select 'sales_officer', _id, name, phone, user_id from sales_officer where status = 'active' and deleted_at is null) p`;
  const { rows } = await sql<{
    model: string;
    _id: string;
    name: string;
    phone: string;
    since: number;
    managers: number;
    officers: number;
  }>`
    select p.model, p._id, p.name, p.phone, u.modified as since,
      count(*) filter (where p.model = 'manager') over ()::int4 as managers, count(*) filter (where p.model = 'sales_officer') over ()::int4 as officers
    from ${people} join user_account u on u._id = p.user_id
    where u.must_change and u.password_hash is not null
    order by u.modified, p._id limit ${WORK_ROWS}`.execute(ctx.db);
  const { managers = 0, officers = 0 } = rows[0] ?? {};
  return {
    kind: 'starter_passwords',
    total: managers + officers,
    kinds: { manager: managers, sales_officer: officers },
    rows: rows.flatMap(({ model, since, ...row }) => {
      const named = foundOf(model, row);
      return named ? [workRow(named, { who: row.name, since })] : [];
    }),
  };
}
