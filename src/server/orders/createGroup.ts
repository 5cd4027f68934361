/** Opens a cart. A retailer has at most one draft group per hub, and every caller gets the same one (B5.0, A13). */

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { createGroup } from '#contract/orders/orderCalls.ts';
import { makeRef } from '#domain/orderRef.ts';
import { isHubSide } from '#domain/permissions.ts';
import { hubOfPlace } from '../auth/hubOfPlace.ts';
import { type Ctx, handle } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import type { Row } from '../db/tables.ts';
import { mustOwnClientId } from '../keys/clientIds.ts';
import { lockCarts, officerOf } from './groupOfficer.ts';
import { refuseClosedHub } from './reports/sold.ts';

interface Sent {
  buyer_id: string;
  seller_id?: string;
  sales_officer_id?: string;
  source?: string;
  delivery_fee?: number;
  client_id?: string | null;
}

export const createGroupHandler = handle(createGroup, async (input: Sent, ctx) => {
  const { buyer_id, client_id: clientId = null } = input;
  // When two people open the same cart at once, the second one waits and finds the cart of the first.
  await lockCarts(ctx, buyer_id);
  const known = clientId ? await knownByClientId(ctx, clientId, buyer_id) : null;
  if (known) return known;
  const location = await activeBuyer(ctx, buyer_id);
  const officer = input.sales_officer_id === undefined ? null : await officerOf(ctx, input.sales_officer_id);
  const seller = officer?.seller_id ?? (await hubFor(ctx, input.seller_id, location));
  await refuseClosedHub(ctx, seller);
  if (isHubSide(ctx.who.role) && seller !== ctx.who.seller_id) throw notFound('Buyer');
  const { rows } = await sql<Pick<Row<'order_group'>, '_id'>>`select _id from order_group where buyer_id = ${buyer_id}
    and coalesce(seller_id, '') = ${seller ?? ''} and tag = 'draft' and deleted_at is null`.execute(ctx.db);
  if (rows[0]) return rows[0]._id;
  const id = ctx.newId();
  const ref = makeRef(null, randomBytes(8));
  const fee = input.delivery_fee ?? 0;
  await ctx.db
    .insertInto('order_group')
    .values({
      _id: id,
      created: ctx.now,
      modified: ctx.now,
      created_by: ctx.who.user_id,
      modified_by: ctx.who.user_id,
      client_id: clientId,
      ref,
      tag: 'draft',
      buyer_id,
      seller_id: seller,
      sales_officer_id: officer?._id ?? null,
      source: input.source ?? '',
      delivery_fee_kobo: fee,
      amount_kobo: fee,
    })
    .execute();
  await ctx.audit({ action: 'create', model: 'order_group', record_id: id, record_label: ref, after: { buyer_id } });
  return id;
});

async function knownByClientId(ctx: Ctx, clientId: string, buyerId: string): Promise<string | null> {
  const known = await ctx.db
    .selectFrom('order_group')
    .select(['_id', 'buyer_id', 'created_by'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known) mustOwnClientId(ctx, known.created_by);
  if (known && known.buyer_id !== buyerId) throw new Refusal('duplicate_client_id');
  return known?._id ?? null;
}

async function activeBuyer(ctx: Ctx, id: string): Promise<string> {
  const rows = await ctx.db
    .selectFrom('buyer')
    .select(['name', 'status', 'location_id'])
    .where('_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  const buyer = rows[0];
  if (!buyer) throw notFound('Buyer');
  if (buyer.status !== 'active') throw new Refusal('conflict', `${buyer.name} is inactive.`);
  return buyer.location_id;
}

/**
 * The hub of a new cart: the hub that the caller named, else the hub that serves the retailer's location, else null (B5.0a). Throws 404 for an
 * unknown hub.
 */
async function hubFor(ctx: Ctx, hub: string | undefined, location: string): Promise<string | null> {
  if (hub === undefined) return hubOfPlace(ctx, location);
  if (!(await isLive(ctx.db, 'seller', hub))) throw notFound('Hub');
  return hub;
}
