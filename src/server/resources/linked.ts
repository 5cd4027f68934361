/**
 * Sets all links of one kind of a record in one call (a list in `linked` of its model), with the same link records, checks and audit lines as single
 * writes.
 */
import { sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import type { Resource, StoredRow } from './resource.ts';
import { createRow, holdLinks, updateRow } from './write.ts';

export interface LinkedList {
  /** The resource of the link records; their `once` names the record first and then the other side. */
  readonly of: Resource;
  /** The table of the other side. */
  readonly to: string;
  /** The field of the record with the ids of the other side. */
  readonly field: string;
}

/** Sorted and without duplicates. An empty list leaves the links unchanged (API.md 1.1). */
const wantedOf = (sent: unknown): string[] => [...new Set(Array.isArray(sent) ? sent.map(String) : [])].sort();

function activeOf({ of: resource }: LinkedList, id: string) {
  const [own = '', other = ''] = resource.once ?? [];
  return sql<{
    _id: string;
    other: string;
  }>`select l._id, l.${sql.id(other)} as other from ${sql.table(resource.model.name)} l
    where l.${sql.id(own)} = ${id} and l.status = 'active' and l.deleted_at is null`;
}

/** Makes a write of one link wait for a write of all links of the same record. The lock comes after that of the pair and before any row. */
export const holdOwner = (resource: Resource, id: string, ctx: Ctx): Promise<void> => holdLinks(resource, [[id]], ctx);

/**
 * Takes the locks in the same order as calls that write one link or rename the other side: the pairs, all links of this record, the other side, then
 * links and record.
 */
export async function holdLinked(list: LinkedList, id: string, sent: unknown, ctx: Ctx): Promise<void> {
  const wanted = wantedOf(sent);
  if (wanted.length === 0) return;
  await holdLinks(
    list.of,
    wanted.map((one) => [id, one]),
    ctx,
  );
  await holdOwner(list.of, id, ctx);
  const { rows } = await activeOf(list, id).execute(ctx.db);
  const sides = [...wanted, ...rows.map((row) => row.other)];
  await sql`select 1 from ${sql.table(list.to)} where _id = any(${sides}) order by _id for key share`.execute(ctx.db);
}

/** Throws 404 for a missing record of the other side, before anything changes. */
export async function mustStand({ of: resource, to, field }: LinkedList, sent: unknown, ctx: Ctx): Promise<void> {
  const wanted = wantedOf(sent);
  if (wanted.length === 0) return;
  const { rows } =
    await sql<StoredRow>`select _id from ${sql.table(to)} where _id = any(${wanted}) and deleted_at is null`.execute(
      ctx.db,
    );
  const label = resource.model.fields[resource.once?.[1] ?? '']?.label ?? resource.model.label;
  if (rows.length < wanted.length) throw notFound(label, field);
}

/** Switches off links that are not listed, and creates or switches on the missing ones. Active listed links stay untouched. */
export async function writeLinked(list: LinkedList, id: string, sent: unknown, ctx: Ctx): Promise<void> {
  const wanted = wantedOf(sent);
  if (wanted.length === 0) return;
  const [own = '', other = ''] = list.of.once ?? [];
  const { rows } = await activeOf(list, id).execute(ctx.db);
  const gone = rows.filter((row) => !wanted.includes(row.other)).map((row) => row._id);
  for (const _id of gone.sort()) await updateRow(list.of, { _id, status: 'inactive' }, ctx, 'set_status');
  const there = new Set(rows.map((row) => row.other));
  for (const one of wanted.filter((side) => !there.has(side)))
    await createRow(list.of, { [own]: id, [other]: one, status: 'active' }, ctx);
}
