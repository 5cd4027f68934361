/** The open work of a person. Kinds of work that the person may not do, or that have no rows, are left out. */
import { sql } from 'kysely';
import { WORK_ROWS, type Work, workToDo } from '#contract/session/workCalls.ts';
import { foundOf } from '#domain/found.ts';
import { formatMoney } from '#domain/money.ts';
import { can, canAny } from '#domain/permissions.ts';
import { KINDS } from '#domain/transfer.ts';
import { type Ctx, handle } from '../calls/handler.ts';
import { orderGroupResource } from '../orders/orderGroupResource.ts';
import { worstDifferences } from '../orders/reports/reconciliationHandlers.ts';
import { purchaseOrderResource } from '../purchasing/purchaseOrderResource.ts';
import { type ListInput, listRows } from '../resources/list.ts';
import type { Resource } from '../resources/resource.ts';
import { walletOwners } from '../wallet/checkWallets.ts';

const EXECUTE = ['execute_purchase_order', ...Object.values(KINDS).map((kind) => kind.permission)] as const;

export const workHandler = handle(workToDo, async (_input, ctx) => {
  const work: Work[] = [];
  if (canAny(ctx.who, EXECUTE))
    work.push(
      await listed('open_transfers', purchaseOrderResource, { tag: ['purchase_order'], sort: 'timestamp' }, ctx),
    );
  if (can(ctx.who, 'update_order_tag'))
    work.push(await listed('pending_groups', orderGroupResource, { tag: ['pending'], sort: '-age' }, ctx));
  if (can(ctx.who, 'create_deposit'))
    work.push(await listed('owing_groups', orderGroupResource, { payment: ['owing'], sort: 'created' }, ctx));
  if (can(ctx.who, 'create_deposit')) work.push(await keptCredits(ctx));
  if (can(ctx.who, 'create_deposit') && can(ctx.who, 'view_reports')) {
    work.push(await unreconciled('unreconciled_buyers', 'buyer', ctx));
    work.push(await unreconciled('unreconciled_officers', 'sales_officer', ctx));
  }
  if (can(ctx.who, 'update_manager')) work.push(await unchangedStarters(ctx));
  if (can(ctx.who, 'update_config')) work.push(await wrongWallets(ctx));
  return work.filter((one) => one.total > 0);
});

/** The first few rows of a list and the number of all rows, under the list's own rules. */
async function listed(kind: Work['kind'], resource: Resource, input: ListInput, ctx: Ctx): Promise<Work> {
  const found = (await listRows(resource, { ...input, page: '1', per_page: String(WORK_ROWS) }, ctx)) as {
    rows: Record<string, unknown>[];
    total: number;
  };
  return { kind, total: found.total, rows: found.rows.flatMap((row) => foundOf(resource.model.name, row) ?? []) };
}

/** Wallets that orders and stock do not explain, the worst first, each with its difference in naira (B6.10). */
async function unreconciled(kind: Work['kind'], head: 'buyer' | 'sales_officer', ctx: Ctx): Promise<Work> {
  const rows = await worstDifferences(ctx, head, WORK_ROWS);
  return {
    kind,
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ _id, name, difference }) => ({ model: head, _id, title: name, note: formatMoney(difference) })),
  };
}

/** Wallets that the nightly check found wrong and that are still wrong (B6.2). */
async function wrongWallets(ctx: Ctx): Promise<Work> {
  const { rows } = await sql<{ head: string; owner: string; name: string; off: number; total: number }>`
    select l.head, l.owner, coalesce(o.name, l.owner) as name, c.balance_kobo - c.log_kobo as off, count(*) over () as total
    from wallet_check c join ledger l on l._id = c.ledger_id left join ${walletOwners} o on o.head = l.head and o._id = l.owner
    order by c.found, l._id limit ${WORK_ROWS}`.execute(ctx.db);
  return {
    kind: 'wrong_wallets',
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ head, owner, name, off }) => ({ model: head, _id: owner, title: name, note: formatMoney(off) })),
  };
}

/** Credits that a bank reported and that nobody has posted, the oldest first (B9.3). */
async function keptCredits(ctx: Ctx): Promise<Work> {
  const { rows } = await sql<{ _id: string; title: string; value: number | null; total: number }>`
    select _id, coalesce(reference, 'Not readable') as title, value_kobo as value, count(*) over () as total
    from bank_kept where state = 'open' order by created, _id limit ${WORK_ROWS}`.execute(ctx.db);
  return {
    kind: 'kept_credits',
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ _id, title, value }) => ({ model: 'bank_kept', _id, title, note: formatMoney(value ?? 0) })),
  };
}

/** People who have not changed their starter password yet (B10.6). */
async function unchangedStarters(ctx: Ctx): Promise<Work> {
  const people = sql`(select 'manager' as model, _id, name, phone, user_id from manager where status = 'active' and deleted_at is null
    union all select 'sales_officer', _id, name, phone, user_id from sales_officer where status = 'active' and deleted_at is null) p`;
  const { rows } = await sql<{ model: string; _id: string; name: string; phone: string; total: number }>`
    select p.model, p._id, p.name, p.phone, count(*) over () as total
    from ${people} join user_account u on u._id = p.user_id
    where u.must_change and u.password_hash is not null
    order by u.modified, p._id limit ${WORK_ROWS}`.execute(ctx.db);
  return {
    kind: 'starter_passwords',
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap(({ model, ...row }) => foundOf(model, row) ?? []),
  };
}
