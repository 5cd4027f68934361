/** Rows that show what another row says: copies of them (`since=`, API.md 1.5) must hear of it when that changes. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';
import type { StoredRow } from './resource.ts';

/** Whether an update (`stored`: the row before it) gives one of these fields another value. */
export const changed = (fields: readonly string[], input: StoredRow, stored: StoredRow | null): boolean =>
  stored !== null && fields.some((name) => input[name] !== undefined && input[name] !== stored[name]);

/**
 * Nobody edited these rows, so their versions stay and nobody who edits one meets a conflict. Held in one order for everybody. For what is looked
 * up when it is read: logs and orders keep what was true then, and are left alone. `which` is said of `m`.
 */
export async function touchLinked(table: string, which: RawBuilder<unknown>, ctx: Ctx): Promise<void> {
  await sql`with told as materialized (select m._id from ${sql.table(table)} m
      where ${which} and m.modified < ${ctx.now} and m.deleted_at is null order by m._id for no key update)
    update ${sql.table(table)} set modified = ${ctx.now} where _id = any(array(select _id from told))`.execute(ctx.db);
}
