/** Marks rows that show values of another row as modified when that row changes, so that deltas include them (`since=`, API.md 1.5). */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';
import type { StoredRow } from './resource.ts';

/** True if an update (`stored`: the row before it) changes one of these fields. */
export const changed = (fields: readonly string[], input: StoredRow, stored: StoredRow | null): boolean =>
  stored !== null && fields.some((name) => input[name] !== undefined && input[name] !== stored[name]);

/**
 * Marks the rows as modified. Their versions stay, because nobody edited them, so no editor meets a conflict. All callers lock the rows in the same
 * order. Use it for values that are looked up on read; logs and orders keep the values of their time. `which` is a condition on `m`.
 */
export async function touchLinked(table: string, which: RawBuilder<unknown>, ctx: Ctx): Promise<void> {
  await sql`with linked as materialized (select m._id from ${sql.table(table)} m
      where ${which} and m.modified < ${ctx.now} and m.deleted_at is null order by m._id for no key update)
    update ${sql.table(table)} set modified = ${ctx.now} where _id = any(array(select _id from linked))`.execute(
    ctx.db,
  );
}
