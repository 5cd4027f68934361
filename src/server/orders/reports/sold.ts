/** The products that a hub sells, their MPU, and whether the hub accepts orders (K5, K6). The product pickers use the same columns (orderItems.ts). */
import { sql } from 'kysely';
import { multipleError } from '#domain/units.ts';
import type { Ctx } from '../../calls/handler.ts';
import { invalid, Refusal } from '../../calls/refusal.ts';
import type { SaleProduct } from '../orderLine.ts';

/** Joins a hub's entry of a product as `own`, including entries that are switched off. `hub` and `product` are column names. */
export const joinOwnEntry = (hub: string, product: string) =>
  sql`left join seller_product own on own.seller_id = ${sql.ref(hub)} and own.product_id = ${sql.ref(product)} and own.deleted_at is null`;

/** Columns over `own` and the product `p`: the MPU in units, and whether the hub sells the product. */
export const soldColumns = sql`coalesce(own.mpu, p.mpu) as mpu, coalesce(own.status, 'active') = 'active' as sold`;

/** Throws 409 when the hub is inactive. Null means that the order has no hub yet. */
export async function refuseClosedHub(ctx: Ctx, hub: string | null): Promise<void> {
  const rows = await ctx.db
    .selectFrom('seller')
    .select('name')
    .where('_id', '=', hub)
    .where('status', '<>', 'active')
    .execute();
  if (rows[0]) throw new Refusal('conflict', `${rows[0].name} is inactive.`);
}

/**
 * Throws 409 for a product that the hub has switched off, unless the line only gets smaller. Throws 422 for a quantity that is no multiple of the
 * MPU. `quantity` and `before` are units. `before` is the quantity of the stored line, 0 for a new line.
 */
export async function refuseUnsold(
  ctx: Ctx,
  hub: string | null,
  product: SaleProduct,
  quantity: number,
  before: number,
): Promise<void> {
  if (quantity === before) return;
  const { rows } = await sql<{ mpu: number; sold: boolean; hub: string | null }>`select ${soldColumns}, h.name as hub
    from product p left join seller h on h._id = ${hub} ${joinOwnEntry('h._id', 'p._id')} where p._id = ${product._id}`.execute(
    ctx.db,
  );
  const { mpu = 1, sold = true, hub: name = '' } = rows[0] ?? {};
  if (!sold && quantity > before) throw new Refusal('conflict', notSold(product.name, name));
  const problem = multipleError(quantity, mpu);
  if (problem) throw invalid({ quantity: problem });
}

const notSold = (product: string, hub: string | null) => `${product} is not sold at ${hub ?? ''}.`;

/** Throws 409 when a cart cannot be placed: its hub is closed, or the hub no longer sells one of the products. */
export async function refuseUnorderable(ctx: Ctx, group: { _id: string; seller_id: string | null }): Promise<void> {
  await refuseClosedHub(ctx, group.seller_id);
  const { rows } = await sql<{ product: string; hub: string }>`select p.name as product, h.name as hub
    from order_item i join "order" o on o._id = i.order_id join product p on p._id = i.product_id join seller h on h._id = ${group.seller_id}
      ${joinOwnEntry('h._id', 'p._id')}
    where i.order_group_id = ${group._id} and i.deleted_at is null and i.quantity > 0 and own.status <> 'active'
      and o.tag not in ('cancelled', 'deleted') order by p.name_key limit 1`.execute(ctx.db);
  if (rows[0]) throw new Refusal('conflict', notSold(rows[0].product, rows[0].hub));
}
