import { MAX_QUANTITY } from '#domain/limits.ts';
import { readSellerMeta, sellerMetaErrors } from '#domain/sellerMeta.ts';
import { id, integer, longText, money, optional, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/**
 * A hub product: the price of a product at one hub (PROD-26). `quantity` is a manual ceiling in units: -1 = no limit, 0 = out of stock (B8.4). `meta`
 * is JSON text with discount and market_price (B8.5).
 */
export const sellerProduct = model(
  'seller_product',
  {
    seller_id: id('Hub'),
    product_id: id('Product'),
    mpu: integer('MPU', { min: 1, max: 100_000 }),
    price: money('Price', { least: 0 }),
    quantity: integer('Quantity', {
      min: -1,
      max: MAX_QUANTITY,
      wrong: 'Quantity must be a whole number of units.',
      range: `Quantity must be between -1 - ${MAX_QUANTITY}`,
    }),
    status: status(),
    meta: optional(longText('Meta', { max: 4_000 })),
  },
  {
    label: 'Seller product',
    needs: { view: NEEDS.product.view, create: NEEDS.product.update, update: NEEDS.product.update },
    extra: { seller: named },
    generic: ['create', 'update', 'set_status'],
    sort: ['name', 'price', 'quantity', 'status', 'created'],
    locked: ['seller_id', 'product_id'],
  },
);

/** Returns the first error text of `meta`; null if it may be stored. */
export function metaError(meta: string): string | null {
  return Object.values(sellerMetaErrors(readSellerMeta(meta)))[0] ?? null;
}
