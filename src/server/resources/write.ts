/** Creates and changes rows of a model: client_id, base_version, unique rules, one audit line (API.md 1.4, B1.8, B12.1). */
import { type RawBuilder, sql } from 'kysely';
import { fieldRefusal } from '#contract/gate.ts';
import type { BaseRow } from '#contract/model.ts';
import { can } from '#domain/permissions.ts';
import { showShort } from '#domain/time.ts';
import { changedFields } from '../calls/audit.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound, Refusal, refusedAt } from '../calls/refusal.ts';
import { mustOwnClientId } from '../keys/clientIds.ts';
import { fromOf, type Resource, type StoredRow } from './resource.ts';
import { findRow, rowById } from './rows.ts';

function columnsOf(resource: Resource, input: StoredRow, more: StoredRow): [string, unknown][] {
  const elsewhere = [...(resource.unwritten ?? []), ...resource.model.linked];
  const own = Object.entries(resource.model.fields)
    .filter(([name, field]) => input[name] !== undefined && !field.ignored && !elsewhere.includes(name))
    .map(([name, field]): [string, unknown] => [field.kind === 'money' ? `${name}_kobo` : name, input[name]]);
  return [...own, ...Object.entries(more)];
}

/** Returns the sent values of these fields; an empty list counts as not sent (API.md 1.1). */
const sentOf = (names: readonly string[], input: StoredRow) =>
  names
    .filter((name) => input[name] !== undefined && !(Array.isArray(input[name]) && input[name].length === 0))
    .map((name): [string, unknown] => [name, input[name]]);

/** Links are compared as sets: order and repetition do not matter. */
function isSame(stored: unknown, sent: unknown): boolean {
  if (!Array.isArray(sent) || !Array.isArray(stored)) return (stored ?? null) === (sent ?? null);
  const [before, after] = [new Set(stored), new Set(sent)];
  return before.size === after.size && [...after].every((one) => before.has(one));
}

const labelOf = (resource: Resource, row: StoredRow) =>
  resource.labelOf?.(row) ?? String(row.name ?? row.title ?? row.ref ?? row._id);

/**
 * Translates a database error into a refusal. A violated unique index gives the model's text or the general one, at the name field if it is about the
 * name. A link to a missing record gives 404 with the label of the field.
 */
export function refusalOfDatabase(resource: Resource, error: unknown): unknown {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  if (code === '23503') {
    const column = constraint.replace(new RegExp(`^${resource.model.name}_|_fkey$`, 'g'), '');
    const field = resource.model.fields[column];
    return field ? notFound(field.label, column) : notFound(resource.model.label);
  }
  if (code !== '23505') return error;
  const named = constraint.endsWith('_unique_name') ? 'name' : undefined;
  const [text, at] = resource.unique?.[constraint] ?? [`${resource.model.label} already exists.`, named];
  return at === undefined ? new Refusal('duplicate', text) : refusedAt(at, 'duplicate', text);
}

function mustWrite(resource: Resource, ctx: Ctx): void {
  if (resource.writers?.(ctx.who) === false) throw new Refusal('forbidden');
}

/** A new record of a model with a status is active unless another status is sent (UI-25, K22). */
const withStatus = (resource: Resource, given: StoredRow): StoredRow =>
  resource.model.fields.status && (given.status ?? null) === null ? { ...given, status: 'active' } : given;

export async function createRow(resource: Resource, given: StoredRow, ctx: Ctx): Promise<unknown> {
  mustWrite(resource, ctx);
  const input = withStatus(resource, given);
  const clientId = typeof input.client_id === 'string' ? input.client_id : null;
  if (clientId) {
    // If two copies arrive at once under different keys, the second waits and then finds the record of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${resource.model.name}:${clientId}`}, 0))`.execute(
      ctx.db,
    );
    const known = await knownByClientId(resource, clientId, input, ctx);
    if (known) return resource.created?.(known) ?? known;
  }
  const linked = await knownLink(resource, input, ctx);
  const more = (await resource.before?.(input, ctx, null)) ?? {};
  if (linked) {
    await updateRow(resource, { ...input, _id: linked }, ctx);
    return resource.created?.(linked) ?? linked;
  }
  const id = ctx.newId();
  const columns: [string, unknown][] = [
    ['_id', id],
    ['created', ctx.now],
    ['modified', ctx.now],
    ['created_by', ctx.who.user_id],
    ['modified_by', ctx.who.user_id],
    ['client_id', clientId],
    ...columnsOf(resource, input, more),
  ];
  try {
    await sql`insert into ${sql.table(resource.model.name)} (${sql.join(columns.map(([name]) => sql.id(name)))})
      values (${sql.join(columns.map(([, value]) => value))})`.execute(ctx.db);
  } catch (error) {
    throw refusalOfDatabase(resource, error);
  }
  await resource.after?.(id, input, ctx, null);
  const row = await rowById({ ...resource, scope: () => null }, id, ctx);
  await ctx.audit({
    action: 'create',
    model: resource.model.name,
    record_id: id,
    record_label: labelOf(resource, row),
    after: sentOnly(resource, row),
  });
  ctx.setMessage('OK');
  return resource.created?.(id) ?? id;
}

/**
 * Locks link records by the ids that identify them, until the end of the transaction. All callers lock in the same order, so that no deadlock arises.
 */
export async function holdLinks(resource: Resource, named: readonly (readonly string[])[], ctx: Ctx): Promise<void> {
  const keys = named.map((ids) => [resource.model.name, ...ids].join(':')).sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) with ordinality as held (key, at)
    order by at`.execute(ctx.db);
}

/** Returns the id of the link record with these ids, locked until the end of the transaction; null if there is none yet. */
async function knownLink(resource: Resource, input: StoredRow, ctx: Ctx): Promise<string | null> {
  if (!resource.once) return null;
  const named = resource.once.map((name) => String(input[name]));
  await holdLinks(resource, [named], ctx);
  const same = sql.join(
    resource.once.map((name, at) => sql`${sql.id(name)} = ${named[at]}`),
    sql` and `,
  );
  const { rows } = await sql<
    Pick<BaseRow, '_id'>
  >`select _id from ${sql.table(resource.model.name)} where ${same} and deleted_at is null`.execute(ctx.db);
  return rows[0]?._id ?? null;
}

/**
 * Returns the fields for the audit line. Lists of links are stored with names (`seller_ids` as `sellers`), so that removed links can be identified
 * later.
 */
function sentOnly(resource: Resource, row: StoredRow): StoredRow {
  const shown = (name: string) => (resource.model.linked.includes(name) ? row[name.replace(/_ids$/, 's')] : row[name]);
  return Object.fromEntries(Object.keys(resource.model.fields).map((name) => [name, shown(name) ?? null]));
}

/** A repeated client_id returns the same record, if the request is the same (B1.8). */
async function knownByClientId(
  resource: Resource,
  clientId: string,
  input: StoredRow,
  ctx: Ctx,
): Promise<string | null> {
  const { rows } =
    await sql<StoredRow>`select * from ${sql.table(resource.model.name)} where client_id = ${clientId}`.execute(ctx.db);
  const row = rows[0];
  if (!row) return null;
  mustOwnClientId(ctx, row.created_by);
  const links = sentOf(resource.model.linked, input);
  const linked =
    links.length > 0 ? await findRow({ ...resource, scope: () => null }, sql`m._id = ${row._id}`, ctx) : null;
  const same = columnsOf(resource, input, {}).every(([name, value]) => row[name] === value);
  if (!same || links.some(([name, value]) => !isSame(linked?.[name], value))) throw new Refusal('duplicate_client_id');
  return String(row._id);
}

export async function updateRow(resource: Resource, input: StoredRow, ctx: Ctx, action = 'update'): Promise<StoredRow> {
  mustWrite(resource, ctx);
  const id = String(input._id);
  await resource.hold?.(id, ctx, input);
  // The row is locked before it is read, so that two writers cannot both pass the check of base_version.
  await sql`select 1 from ${sql.table(resource.model.name)} where _id = ${id} for update`.execute(ctx.db);
  const stored = await findRow(resource, sql`m._id = ${id}`, ctx);
  if (!stored) throw notFound(resource.model.label);
  const kept = Object.fromEntries(Object.entries(input).filter(([name]) => !resource.model.locked.includes(name)));
  if (resource.unwritten?.includes('user_id') && kept.user_id !== undefined && kept.user_id !== stored.user_id) {
    throw new Refusal('bad_request', 'Field user_id does not belong to this person.');
  }
  const columns = columnsOf(resource, kept, {});
  const watched = sentOf([...(resource.watched ?? []), ...resource.model.linked], kept);
  if (!(await differs(resource, stored, [...columns, ...watched], ctx))) return stored;
  await refuseGatedChange(resource, stored, columns, ctx);
  if (input.base_version !== undefined && input.base_version !== stored.version) throw conflict(resource, stored);
  const more = (await resource.before?.(kept, ctx, stored)) ?? {};
  const sets: RawBuilder<unknown>[] = [...columns, ...Object.entries(more)].map(
    ([name, value]) => sql`${sql.id(name)} = ${value}`,
  );
  try {
    await sql`update ${sql.table(resource.model.name)} set ${sql.join([
      ...sets,
      sql`modified = ${ctx.now}`,
      sql`modified_by = ${ctx.who.user_id}`,
      sql`version = version + 1`,
    ])} where _id = ${id}`.execute(ctx.db);
  } catch (error) {
    throw refusalOfDatabase(resource, error);
  }
  await resource.after?.(id, kept, ctx, stored);
  const row = await rowById({ ...resource, scope: () => null }, id, ctx);
  const changed = changedFields(sentOnly(resource, stored), sentOnly(resource, row));
  await ctx.audit({
    action,
    model: resource.model.name,
    record_id: id,
    record_label: labelOf(resource, row),
    ...changed,
  });
  return row;
}

/** Throws 403 at a field whose change needs a further permission (K2). */
async function refuseGatedChange(
  resource: Resource,
  stored: StoredRow,
  columns: [string, unknown][],
  ctx: Ctx,
): Promise<void> {
  for (const [name, needs] of Object.entries(resource.model.gates)) {
    if (can(ctx.who, needs)) continue;
    const own = columns.filter(([column]) => column === name || column === `${name}_kobo`);
    if (await differs(resource, stored, own, ctx))
      throw refusedAt(name, 'forbidden', fieldRefusal(resource.model.fields[name]?.label ?? name));
  }
}

/** True if the update changes a value: own columns are compared as stored, linked and derived fields as `stored` shows them. */
async function differs(
  resource: Resource,
  stored: StoredRow,
  columns: [string, unknown][],
  ctx: Ctx,
): Promise<boolean> {
  const { rows } =
    await sql<StoredRow>`select * from ${sql.table(resource.model.name)} where _id = ${stored._id}`.execute(ctx.db);
  const now = { ...stored, ...rows[0] };
  return columns.some(([name, value]) => !isSame(now[name], value));
}

/** Returns the refusal "{Label} was changed by {name} at {d MMM, HH:mm}." with the current row (API.md 1.4). */
export function conflict(of: Pick<Resource, 'model'>, current: StoredRow): Refusal {
  const by = (current.modified_by as { name: string } | null)?.name ?? 'somebody else';
  return new Refusal('conflict', `${of.model.label} was changed by ${by} at ${showShort(Number(current.modified))}.`, {
    current,
  });
}

/** Soft-deletes a row (B12.3). Deleting it twice is no error. A row outside the reader's scope counts as missing. */
export async function deleteRow(resource: Resource, input: StoredRow, ctx: Ctx): Promise<{ _id: string }> {
  mustWrite(resource, ctx);
  const id = String(input._id);
  await sql`select 1 from ${sql.table(resource.model.name)} where _id = ${id} for update`.execute(ctx.db);
  const stored = await findRow(resource, sql`m._id = ${id}`, ctx);
  if (!stored) {
    const { rows } = await sql`select 1 from ${fromOf(resource)} where m._id = ${id} and m.deleted_at is not null
      and ${resource.scope?.(ctx.who) ?? sql`true`}`.execute(ctx.db);
    if (rows.length === 0) throw notFound(resource.model.label);
    return { _id: id };
  }
  if (input.base_version !== undefined && input.base_version !== stored.version) throw conflict(resource, stored);
  await sql`update ${sql.table(resource.model.name)} set deleted_at = ${ctx.now}, deleted_by = ${ctx.who.user_id}, modified = ${ctx.now},
    version = version + 1 where _id = ${id}`.execute(ctx.db);
  await ctx.audit({
    action: 'delete',
    model: resource.model.name,
    record_id: id,
    record_label: labelOf(resource, stored),
  });
  return { _id: id };
}

const RESTORE_DAYS = 90;

export async function restoreRow(resource: Resource, input: StoredRow, ctx: Ctx): Promise<StoredRow> {
  // Only administrators may restore; no permission of B10.1 covers it.
  if (ctx.who.role !== 'administrator.administrator') throw new Refusal('forbidden');
  const id = String(input._id);
  let numAffectedRows: bigint | undefined;
  try {
    ({ numAffectedRows } =
      await sql`update ${sql.table(resource.model.name)} set deleted_at = null, deleted_by = null, modified = ${ctx.now},
      modified_by = ${ctx.who.user_id}, version = version + 1
      where _id = ${id} and deleted_at > ${ctx.now - RESTORE_DAYS * 86_400}`.execute(ctx.db));
  } catch (error) {
    throw refusalOfDatabase(resource, error);
  }
  const row = await rowById(resource, id, ctx);
  if (Number(numAffectedRows ?? 0) === 1) {
    await ctx.audit({
      action: 'restore',
      model: resource.model.name,
      record_id: id,
      record_label: labelOf(resource, row),
    });
  }
  return row;
}
