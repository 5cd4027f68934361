import { type RawBuilder, sql } from 'kysely';
import type { AuditEntry, Ctx } from './handler.ts';

/** Writes one audit line per successful write, in the same transaction; lines are never changed (B12.1). */
export async function writeAudit(ctx: Ctx, entry: AuditEntry): Promise<void> {
  await sql`insert into audit_log (_id, created, user_id, user_name, role, action, model, record_id, record_label, before, after,
      request_id, idempotency_key, device_id, address, client_time, token_name)
    values (${ctx.newId()}, ${ctx.now}, ${ctx.who.user_id || null}, ${ctx.who.name || null}, ${ctx.who.role || null}, ${entry.action},
      ${entry.model}, ${entry.record_id}, ${entry.record_label}, ${json(entry.before)}, ${json(entry.after)},
      ${ctx.requestId}, ${ctx.key}, ${ctx.deviceId}, ${ctx.address}, ${ctx.clientTime}, ${ctx.who.api_token?.name ?? null})`.execute(
    ctx.db,
  );
}

/** Writes the lines of a batch in one statement, in their order; each has the key of its own row. */
export async function writeAudits(ctx: Ctx, lines: readonly AuditLine[]): Promise<void> {
  if (lines.length > 0) await auditsOf(ctx, lines).execute(ctx.db);
}

export interface AuditLine {
  key: string | null;
  entry: AuditEntry;
}

/** Returns the statement of {@link writeAudits}, to be part of a larger one. */
export function auditsOf(ctx: Ctx, lines: readonly AuditLine[]): RawBuilder<unknown> {
  const entries = lines.map(({ key, entry }) => ({ ...entry, _id: ctx.newId(), key }));
  return sql`insert into audit_log (_id, created, user_id, user_name, role, action, model, record_id, record_label, before, after,
      request_id, idempotency_key, device_id, address, client_time, token_name)
    select line._id, ${ctx.now}::int8, ${ctx.who.user_id || null}, ${ctx.who.name || null}, ${ctx.who.role || null}, line.action, line.model,
      line.record_id, line.record_label, line.before, line.after, ${ctx.requestId}, line.key, ${ctx.deviceId}, ${ctx.address},
      ${ctx.clientTime}::int8, ${ctx.who.api_token?.name ?? null}
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as line (_id text, action text, model text, record_id text, record_label text, before jsonb, after jsonb, key text)`;
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

/** Returns the fields that differ between two rows, as `before` and `after`. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  return {
    before: Object.fromEntries(changed.map((name) => [name, before[name] ?? null])),
    after: Object.fromEntries(changed.map((name) => [name, after[name] ?? null])),
  };
}
