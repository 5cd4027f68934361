/** The products that hubs sell and their prices (B8.3 to B8.6). Each change is logged. Hub roles have access to their own hub only. */
import { sql } from 'kysely';
import { metaError, sellerProduct } from '#contract/catalogue/sellerProduct.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { readSellerMeta, writeSellerMeta } from '#domain/sellerMeta.ts';
import type { Ctx } from '../calls/handler.ts';
import { invalid, notFound } from '../calls/refusal.ts';
import { isLive, type LiveTable } from '../db/reads.ts';
import { resource, type StoredRow } from '../resources/resource.ts';

/** The fields whose changes are logged (B8.6), in the order of the form. */
const LOGGED = ['status', 'mpu', 'price', 'quantity', 'meta'] as const;

export const sellerProductResource = resource(sellerProduct, {
  joins: sql`join seller hub on hub._id = m.seller_id join product p on p._id = m.product_id`,
  columns: { seller: sql`json_build_object('_id', hub._id, 'name', hub.name)` },
  alsoFoundBy: (like) => sql`p.name_key like ${like}`,
  sort: { name: sql`p.name_key` },
  scope: (who) => (isHubSide(who.role) ? sql`m.seller_id = ${who.seller_id ?? ''}` : null),
  unique: { seller_product_once: ['This hub already has this product.'] },
  labelOf: (row) => `${String(row.product_id)} at ${(row.seller as { name: string }).name}`,
  async before(input, ctx, stored) {
    const seller = String(stored?.seller_id ?? input.seller_id);
    // Another hub looks like a missing one.
    if (isHubSide(ctx.who.role) && seller !== ctx.who.seller_id) throw notFound('Hub');
    if (!stored) await mustHave(ctx, 'seller', 'Hub', seller);
    await caseRule(input, ctx, stored);
    if (Number(input.price ?? 0) < 0) throw invalid({ price: 'Price must not be less than 0' });
    if (input.meta === undefined) return undefined;
    const wrong = metaError(String(input.meta));
    if (wrong) throw invalid({ meta: wrong });
    return { meta: writeSellerMeta(readSellerMeta(String(input.meta))) };
  },
  // `before` writes `meta` in its canonical form with two numbers.
  unwritten: ['meta'],
  watched: ['meta'],
  async after(id, input, ctx, stored) {
    const { rows } =
      await sql<StoredRow>`select status, mpu, price_kobo, quantity, meta, product_id from seller_product where _id = ${id}`.execute(
        ctx.db,
      );
    const row = rows[0] ?? {};
    const now: StoredRow = { ...row, price: formatMoney(Number(row.price_kobo)) };
    for (const tag of LOGGED) {
      const same = stored ? now[tag] === stored[tag] : tag === 'meta' && input.meta === undefined;
      if (same) continue;
      await ctx.db
        .insertInto('seller_product_log')
        .values({
          _id: ctx.newId(),
          seller_product_id: id,
          tag,
          value: String(now[tag]),
          created: ctx.now,
          created_by: ctx.who.user_id,
        })
        .execute();
    }
    // The product's row shows the hubs' prices, so delta reads must return it. Its version stays, because its own fields did not change. All hubs read who
    // changed it, so a change by an account of a hub does not name that account.
    const by = isHubSide(ctx.who.role) ? sql`modified_by` : sql`${ctx.who.user_id}`;
    await sql`update product set modified = greatest(modified, ${ctx.now}), modified_by = ${by}
      where _id = ${row.product_id}`.execute(ctx.db);
  },
});

/** Throws 422 when the product's case_count is no multiple of this MPU (PROD-28). */
async function caseRule(input: StoredRow, ctx: Ctx, stored: StoredRow | null): Promise<void> {
  const product = String(stored?.product_id ?? input.product_id);
  const rows = await ctx.db
    .selectFrom('product')
    .select('case_count')
    .where('_id', '=', product)
    .where('deleted_at', 'is', null)
    .execute();
  if (!rows[0]) throw notFound('Product');
  if (rows[0].case_count % Number(input.mpu ?? stored?.mpu ?? 1) !== 0)
    throw invalid({ mpu: 'Case count must be multiple of MPU' });
}

async function mustHave(ctx: Ctx, table: LiveTable, label: string, id: string): Promise<void> {
  if (!(await isLive(ctx.db, table, id))) throw notFound(label);
}
