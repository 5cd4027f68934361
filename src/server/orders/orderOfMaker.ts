/** Finds or creates the order of one manufacturer in a locked group (B5.0). */

import { randomBytes } from 'node:crypto';
import type { OrderTag } from '#domain/order.ts';
import { makeRef } from '#domain/orderRef.ts';
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { mustOwnClientId } from '../keys/clientIds.ts';
import type { Group } from './settleGroup.ts';

export interface OrderOfMaker {
  _id: string;
  tag: OrderTag;
  manufacturer_id: string;
}

export async function makeOrder(
  ctx: Ctx,
  group: Group,
  manufacturerId: string,
  clientId: string | null = null,
): Promise<OrderOfMaker & { made: boolean }> {
  const stored = await ctx.db
    .selectFrom('order')
    .select(['_id', 'tag', 'manufacturer_id'])
    .where('order_group_id', '=', group._id)
    .where('manufacturer_id', '=', manufacturerId)
    .$narrowType<Pick<OrderOfMaker, 'tag'>>()
    .executeTakeFirst();
  if (stored) return { ...stored, made: false };
  if (clientId) {
    const taken = await ctx.db
      .selectFrom('order')
      .select('created_by')
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    if (taken) mustOwnClientId(ctx, taken.created_by);
    if (taken) throw new Refusal('duplicate_client_id');
  }
  const order: OrderOfMaker = { _id: ctx.newId(), tag: group.tag, manufacturer_id: manufacturerId };
  await ctx.db
    .insertInto('order')
    .values({
      _id: order._id,
      created: ctx.now,
      modified: ctx.now,
      created_by: ctx.who.user_id,
      modified_by: ctx.who.user_id,
      client_id: clientId,
      ref: makeRef(null, randomBytes(8)),
      order_group_id: group._id,
      manufacturer_id: manufacturerId,
      tag: order.tag,
    })
    .execute();
  return { ...order, made: true };
}
