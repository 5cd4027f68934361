/** The status and cancellation of a queue's keys (SYNC rule 34), and reads of the audit log (B12.2). */
import { type RawBuilder, sql } from 'kysely';
import { type AuditRow, auditAll, auditByRecord, syncCancel, syncStatus } from '#contract/session/syncCalls.ts';
import { MAX_UNPAGED } from '#domain/limits.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { countRows } from '../db/reads.ts';
import { checkKey, keptData, lockKeys } from '../keys/idempotency.ts';
import { wholeNumber } from '../resources/list.ts';
import { countOfToday } from './dailyCount.ts';

/** The most keys that a person may cancel in a day before they took effect: two of the longest queues. */
const CANCELLED_A_DAY = 2_000;

interface KeyRow {
  key: string;
  user_id: string;
  state: string;
  code: number | null;
  message: string | null;
  body: string | null;
  result_id: string | null;
}

const KEY_COLUMNS = ['key', 'user_id', 'state', 'code', 'message', 'body', 'result_id'] as const;

export const syncHandlers: Handler[] = [
  handle(syncStatus, async ({ keys }, ctx) => {
    if (keys.length > 125) throw new Refusal('too_large', 'At most 125 rows can be sent at once.');
    // A key of another user looks like an unknown key.
    const rows: KeyRow[] = await ctx.db
      .selectFrom('idempotency')
      .select(KEY_COLUMNS)
      .where(sql<boolean>`key = any(${keys})`)
      .where('user_id', '=', ctx.who.user_id)
      .execute();
    const known = new Map(rows.map((row) => [row.key, row]));
    return {
      results: keys.map((key) => {
        const row = known.get(key);
        if (!row) return { key, known: false, message: '', data: null };
        if (row.state === 'cancelled')
          return { key, known: true, code: 409, message: 'This change was discarded.', data: { error: 'conflict' } };
        return { key, known: true, code: row.code ?? 0, message: row.message ?? '', data: keptData(row) };
      }),
    };
  }),
  handle(
    syncCancel,
    async ({ key }, ctx) => {
      checkKey(key);
      // Inserts a tombstone unless the key is decided already. If a request with this key is running, alone or in a batch, this call waits for it.
      await lockKeys(ctx.database, ctx.db, [key]);
      const { numAffectedRows } = await sql`insert into idempotency (key, user_id, route, fingerprint, state, created)
        values (${key}, ${ctx.who.user_id}, 'sync/cancel', '', 'cancelled', ${ctx.now}) on conflict (key) do nothing`.execute(
        ctx.db,
      );
      if (numAffectedRows) await countOfToday(ctx, 'sync/cancel', CANCELLED_A_DAY);
      const row: KeyRow | undefined = await ctx.db
        .selectFrom('idempotency')
        .select(KEY_COLUMNS)
        .where('key', '=', key)
        .executeTakeFirst();
      if (!row || row.user_id !== ctx.who.user_id) throw new Refusal('idempotency_mismatch');
      if (row.state === 'cancelled') {
        await ctx.audit({ action: 'discard', model: 'sync', record_id: key, record_label: 'Change discarded' });
        return { key, state: 'cancelled' as const, message: 'This change was discarded.', data: null };
      }
      return { key, state: 'done' as const, code: row.code ?? 0, message: row.message ?? '', data: keptData(row) };
    },
    { keyless: true },
  ),
  handle(auditByRecord, async (input, ctx) => {
    const where = partsOf(input.model, input.record_id);
    if (input.page !== undefined) return auditPage(ctx, where, input.page, input.per_page);
    const rows = await auditRows(ctx, where, MAX_UNPAGED + 1, 0);
    if (rows.length > MAX_UNPAGED) throw new Refusal('too_many_rows');
    return rows;
  }),
  handle(auditAll, (input, ctx) => {
    const conditions: RawBuilder<unknown>[] = [sql`true`];
    if (input.model) conditions.push(sql`model = ${input.model}`);
    if (input.user_id) conditions.push(sql`user_id = ${input.user_id}`);
    if (input.action) conditions.push(sql`action = ${input.action}`);
    if (input.from_timestamp) conditions.push(sql`created >= ${seconds(input.from_timestamp)}`);
    if (input.to_timestamp) conditions.push(sql`created < ${seconds(input.to_timestamp)}`);
    return auditPage(ctx, sql.join(conditions, sql` and `), input.page, input.per_page);
  }),
];

/** The condition for a record's history: its own entries, those of its parts, and those of its account except sign-ins. */
function partsOf(model: string, id: string): RawBuilder<unknown> {
  const own = sql`(model = ${model} and record_id = ${id})`;
  if (model === 'purchase_order') {
    return sql`(${own} or (model = 'purchase_order_item' and record_id in
      (select _id from purchase_order_item where purchase_order_id = ${id})))`;
  }
  if (model === 'order_group') {
    return sql`(${own} or (model = 'order' and record_id in (select _id from "order" where order_group_id = ${id}))
      or (model = 'order_item' and record_id in (select _id from order_item where order_group_id = ${id})))`;
  }
  // The hubs' prices of a product are rows of their own (B8.6).
  if (model === 'product') {
    return sql`(${own} or (model = 'seller_product' and record_id in (select _id from seller_product where product_id = ${id})))`;
  }
  if (model === 'manager' || model === 'sales_officer') {
    return sql`(${own} or (model = 'user' and action not in ('sign_in', 'sign_out', 'sign_out_others', 'sign_in_failed', 'sign_in_attacked') and record_id =
      (select user_id from ${sql.table(model)} where _id = ${id})))`;
  }
  return own;
}

function seconds(raw: string): number {
  if (!/^\d{1,12}$/.test(raw)) throw new Refusal('bad_request', 'A timestamp must be a number.');
  return Number(raw);
}

async function auditPage(ctx: Ctx, where: RawBuilder<unknown>, page: string, perPage = '50') {
  const size = Math.min(500, wholeNumber(perPage, 'per_page', 1));
  const skip = (wholeNumber(page, 'page', 1) - 1) * size;
  const total = await countRows(ctx.db, sql`audit_log where ${where}`);
  return { rows: await auditRows(ctx, where, size, skip), total };
}

async function auditRows(ctx: Ctx, where: RawBuilder<unknown>, most: number, skip: number): Promise<AuditRow[]> {
  const { rows } =
    await sql<AuditRow>`select _id, created, user_id, user_name, role, action, model, record_id, record_label, before, after,
      request_id, idempotency_key, device_id, address, client_time, token_name
    from audit_log where ${where} order by created desc, _id desc limit ${most} offset ${skip}`.execute(ctx.db);
  return rows;
}
