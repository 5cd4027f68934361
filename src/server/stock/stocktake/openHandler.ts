/** Opens a stocktake of a warehouse, or joins the one that is open there (decision 0410). */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { openStocktake } from '#contract/stock/stocktakeCalls.ts';
import { makeRef } from '#domain/orderRef.ts';
import { type Ctx, handle } from '../../calls/handler.ts';
import { Refusal } from '../../calls/refusal.ts';
import { mustOwnClientId } from '../../keys/clientIds.ts';
import { doer, lockWarehouse, touchStocktake } from './lockedStocktake.ts';
import { productsOfScope } from './scopeProducts.ts';

interface OpenRow {
  _id: string;
  ref: string;
  version: number;
  warehouse_id: string;
}

/** The stocktake that this client_id opened before; null: none. Throws for somebody else's id and for one of another warehouse. */
async function openedBefore(ctx: Ctx, clientId: string, warehouse: string) {
  const { rows } = await sql<OpenRow & { user_id: string; joined: boolean }>`
    select s._id, s.ref, s.version, s.warehouse_id, c.user_id, c.joined
    from stocktake_client c join stocktake s on s._id = c.stocktake_id where c.client_id = ${clientId}`.execute(ctx.db);
  const known = rows[0];
  if (!known) return null;
  mustOwnClientId(ctx, known.user_id);
  if (known.warehouse_id !== warehouse) throw new Refusal('duplicate_client_id');
  return { _id: known._id, ref: known.ref, version: known.version, joined: known.joined };
}

export const openHandler = handle(openStocktake, async (input, ctx) => {
  const { warehouse_id, client_id, blind = true, note = '' } = input;
  // One at a time for each warehouse, and before products: transfers lock in this order too.
  await lockWarehouse(ctx, warehouse_id);
  const known = client_id === undefined ? null : await openedBefore(ctx, client_id, warehouse_id);
  if (known) return known;
  const { name, products } = await productsOfScope(ctx, input);
  const { rows } = await sql<OpenRow>`select _id, ref, version, warehouse_id from stocktake
    where warehouse_id = ${warehouse_id} and status = 'open' for update`.execute(ctx.db);
  const open = rows[0];
  const opened = open
    ? await join(ctx, open, { name, blind, isAll: input.scope === 'all' })
    : await begin(ctx, { warehouse_id, scope: input.scope, name, blind, note });
  await sql`insert into stocktake_line (stocktake_id, product_id) select ${opened._id}, unnest(${products}::text[])
    on conflict do nothing`.execute(ctx.db);
  if (client_id !== undefined)
    await sql`insert into stocktake_client (client_id, stocktake_id, user_id, joined, created)
      values (${client_id}, ${opened._id}, ${doer(ctx)}, ${open !== undefined}, ${ctx.now})`.execute(ctx.db);
  await ctx.audit({
    action: open ? 'join' : 'create',
    model: 'stocktake',
    record_id: opened._id,
    record_label: opened.ref,
    after: { scope: name, products: products.length, blind },
  });
  return { ...opened, joined: open !== undefined };
});

async function begin(
  ctx: Ctx,
  made: { warehouse_id: string; scope: string; name: string; blind: boolean; note: string },
) {
  const _id = ctx.newId();
  const ref = makeRef('STK', randomBytes(8));
  await sql`insert into stocktake (_id, created, modified, created_by, modified_by, ref, warehouse_id, scope, scope_name, blind, note)
    values (${_id}, ${ctx.now}, ${ctx.now}, ${doer(ctx)}, ${doer(ctx)}, ${ref}, ${made.warehouse_id}, ${made.scope}, ${made.name},
      ${made.blind}, ${made.note})`.execute(ctx.db);
  return { _id, ref, version: 1 };
}

/** A blind stocktake stays blind: otherwise one person could join with figures and show them to all. */
async function join(ctx: Ctx, open: OpenRow, more: { name: string; blind: boolean; isAll: boolean }) {
  await sql`update stocktake set blind = blind or ${more.blind}, scope = case when ${more.isAll} then 'all' else scope end,
    scope_name = case when scope = 'all' or scope_name = ${more.name} then scope_name when ${more.isAll} then ${more.name}
      else left(scope_name || ', ' || ${more.name}, 200) end
    where _id = ${open._id}`.execute(ctx.db);
  return { _id: open._id, ref: open.ref, version: await touchStocktake(ctx, open._id) };
}
