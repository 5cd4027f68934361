/** Stores each line's share of what its group is billed, so that every report agrees with the wallets to the kobo (K7). */
import { sql } from 'kysely';
import { billedShares } from '#domain/billedShares.ts';
import { groupBy } from '../../calls/groupBy.ts';
import type { Ctx } from '../../calls/handler.ts';
import type { Row } from '../../db/tables.ts';

/** Recomputes the shares of a settled group's live lines from `total`, in kobo. The group's orders and lines must be stored already. */
export async function shareBilled(ctx: Ctx, groupId: string, total: number): Promise<void> {
  const { rows: orders } = await sql<Pick<Row<'order'>, '_id' | 'amount_kobo'>>`select _id, amount_kobo from "order"
    where order_group_id = ${groupId} and tag not in ('cancelled', 'deleted') order by _id collate "C"`.execute(ctx.db);
  const lines = await ctx.db
    .selectFrom('order_item')
    .select(['_id', 'order_id', 'line_kobo as value', 'billed_kobo as billed'])
    .where('order_group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`_id collate "C"`)
    .execute();
  const own = groupBy(lines, (line) => line.order_id);
  const shares = billedShares(
    orders.map(({ _id, amount_kobo: amount }) => ({ amount, lines: own.get(_id) ?? [] })),
    total,
  );
  const changed = lines.filter((line) => (shares.get(line._id) ?? 0) !== line.billed);
  if (changed.length === 0) return;
  await sql`update order_item i set billed_kobo = now.billed
    from unnest(${changed.map((line) => line._id)}::text[], ${changed.map((line) => shares.get(line._id) ?? 0)}::int8[]) as now (_id, billed)
    where i._id = now._id`.execute(ctx.db);
}
