import * as v from 'valibot';
import { id, integer, longText, money, name, nullable, optional, status, text } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';
import { uploadPath } from './uploadCalls.ts';

const namedStatus = v.object({ _id: v.string(), name: v.string(), status: v.string() });

/**
 * The parts of a product that lines and pickers show (API.md section 3 ProductRef). `price` is per case, and present only if the account may see it
 * (B10.4).
 */
export const productRef = v.object({
  _id: v.string(),
  name: v.string(),
  case_count: v.number(),
  status: v.string(),
  price: v.optional(v.nullable(v.string())),
  barcode_unit: v.optional(v.nullable(v.string())),
  barcode_case: v.optional(v.nullable(v.string())),
  /** Present where the goods are booked by lot (decision 0540). */
  tracks_lots: v.optional(v.boolean()),
  brand: namedStatus,
  manufacturer: namedStatus,
  upload: v.optional(uploadPath),
});
export type ProductRef = v.InferOutput<typeof productRef>;

/** A plain number without a unit (API.md section 3: weight N, size N), stored as typed. */
function decimal(label: string) {
  const read = () => v.pipe(v.string(), v.trim(), v.regex(/^\d{1,9}(\.\d{1,6})?$/, `${label} must be a number.`));
  return { ...text(label), read, answer: () => v.number() };
}

const barcode = (label: string) => nullable(text(label, { max: 32 }));

/** A product (PROD-13). Barcodes are our addition: a scanner finds the product by the code of its unit or of its case. */
export const product = model(
  'product',
  {
    name: name(),
    description: longText('Description', { min: 10 }),
    status: status(),
    sku_id: text('SKU', { max: 60 }),
    case_count: integer('Case count', { min: 1, max: 100_000 }),
    mpu: integer('MPU', { min: 1, max: 100_000 }),
    price: money('Price', { least: 0 }),
    weight: decimal('Weight'),
    size: decimal('Size'),
    brand_id: id('Brand', { missing: 'Brand field is required.' }),
    upload_id: optional(id('Image')),
    barcode_unit: barcode('Unit barcode'),
    barcode_case: barcode('Case barcode'),
  },
  {
    label: 'Product',
    needs: NEEDS.product,
    // Only administrators may change these fields of an existing product.
    gates: { sku_id: 'update_config', mpu: 'update_config', price: 'update_config' },
    reads: ['view_products', 'create_stock_in', 'create_stock_out', 'create_shipment_in', 'create_shipment_out'],
    extra: {
      mpu: v.optional(v.number()),
      price: v.optional(v.string()),
      brand: namedStatus,
      manufacturer: namedStatus,
      sellers: v.record(
        v.string(),
        v.object({ seller: named, price: v.string(), status: v.string(), seller_product_id: v.string() }),
      ),
      /** `active` if a hub that the reader may see sells the product; for hub-side roles only their own hub counts. */
      seller_status: v.string(),
      compound_status: v.string(),
      upload: uploadPath,
    },
    search: ['name', 'sku_id', 'brand', 'manufacturer'],
    sort: ['name', 'price', 'case_count', 'created'],
    // `stocked_at` filters nothing: what this hub has comes first (decision 1552).
    filters: ['status', 'compound_status', 'brand_id', 'manufacturer_id', 'seller_id', 'stocked_at'],
  },
);
