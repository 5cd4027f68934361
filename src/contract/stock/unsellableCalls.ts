/** Goods of a hub that nobody can sell. Quantities are units. */
import * as v from 'valibot';
import { UNSELLABLE_REASONS } from '#domain/receiving.ts';
import { query } from '../call.ts';
import { productRef } from '../catalogue/product.ts';
import { id } from '../fields.ts';
import { named } from '../model.ts';
import { STOCK_READERS } from './warehouse.ts';

/**
 * Goods of a hub that came back from associates as damaged or expired, and did not leave as such since: `units` of one product, at most what the hub holds. `back`:
 * when the last of them came, epoch seconds (a return is dated the next day, and this is the time of its completion). `from`: the distributor who brought the product to the hub last; null: nobody did. `reason`: why all of
 * these goods came back; null: some were damaged and some expired.
 */
export const unsellable = v.object({
  product_id: v.string(),
  product: productRef,
  units: v.number(),
  back: v.number(),
  from: v.nullable(named),
  reason: v.nullable(v.picklist(UNSELLABLE_REASONS)),
});
export type Unsellable = v.InferOutput<typeof unsellable>;

/** Reads the goods of a hub that nobody can sell and somebody should send back. */
export const unsellableOf = query('warehouse_product/read_unsellable', {
  input: { seller_id: id('Hub', { missing: 'Hub field is required.' }) },
  output: v.array(unsellable),
  allow: STOCK_READERS,
});
