/** Writes a new tag of an order: the tag first, then who changed it and when, then a row in the audit log (ORD-16, ORD-29, B5.2). */
import { sql } from 'kysely';
import type { OrderTag } from '#domain/order.ts';
import { writeAudits } from '../calls/audit.ts';
import type { Ctx } from '../calls/handler.ts';
import type { Row } from '../db/tables.ts';
import { defaultOrderSource } from '../settings/configValue.ts';
import { type Group, writeMeta } from './settleGroup.ts';

/** An order with its tag. */
export type TaggedOrder = Pick<Row<'order'>, '_id'> & { tag: OrderTag };

/** Tags orders of a locked group. Orders that have the tag already stay unchanged. `source` is used only when the orders become pending. */
export async function tagOrders(
  ctx: Ctx,
  group: Group,
  orders: readonly TaggedOrder[],
  tag: OrderTag,
  source = group.source,
) {
  const changing = orders.filter((order) => order.tag !== tag);
  if (changing.length === 0) return;
  await sql`update "order" set tag = ${tag}, modified = ${ctx.now}, modified_by = ${ctx.who.user_id}, version = version + 1
    where _id = any(${changing.map((order) => order._id)})`.execute(ctx.db);
  const meta = await metaOfTag(ctx, tag, source);
  await writeMeta(
    ctx,
    changing.map((order) => order._id),
    meta,
    'order',
  );
  const lines = changing.map((order) => ({
    key: ctx.key,
    entry: {
      action: 'tag',
      model: 'order',
      record_id: order._id,
      record_label: group.ref,
      before: { tag: order.tag },
      after: { tag },
    },
  }));
  await writeAudits(ctx, lines);
}

/** Gives every live order of a group the new tag, when the group is placed or restored (B5.2). */
export async function tagLiveOrders(ctx: Ctx, group: Group, tag: OrderTag, source: string): Promise<void> {
  const { rows } = await sql<TaggedOrder>`select _id, tag from "order"
    where order_group_id = ${group._id} and tag not in ('cancelled', 'deleted') order by _id`.execute(ctx.db);
  await tagOrders(ctx, group, rows, tag, source);
}

/** The meta entries of a tag: who created or changed it and, for pending, the source (ORD-30, ORD-31). */
async function metaOfTag(ctx: Ctx, tag: OrderTag, source: string) {
  if (tag === 'pending')
    return [
      { tag: 'created_by', value: ctx.who.user_id },
      { tag: 'source', value: source || (await defaultOrderSource(ctx.db)) },
    ];
  return tag === 'draft' ? [] : [{ tag: `${tag}_by`, value: ctx.who.user_id }];
}
