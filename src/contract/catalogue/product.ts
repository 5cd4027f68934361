import * as v from 'valibot';
import { id, integer, longText, money, name, nullable, optional, status, text } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';
import { uploadPath } from './uploadCalls.ts';

const namedStatus = v.object({ _id: v.string(), name: v.string(), status: v.string() });

/** What a line or a picker shows of a product (API.md section 3 ProductRef). `price` per case, only where B10.4 lets it be seen. */
export const productRef = v.object({
  _id: v.string(),
  name: v.string(),
  case_count: v.number(),
  status: v.string(),
  price: v.optional(v.nullable(v.string())),
  barcode_unit: v.optional(v.nullable(v.string())),
  barcode_case: v.optional(v.nullable(v.string())),
  brand: namedStatus,
  manufacturer: namedStatus,
  upload: v.optional(uploadPath),
});
export type ProductRef = v.InferOutput<typeof productRef>;

/** A plain number without a unit of its own (API.md section 3: weight N, size N); kept as it was typed. */
function decimal(label: string) {
  const read = () => v.pipe(v.string(), v.trim(), v.regex(/^\d{1,9}(\.\d{1,6})?$/, `${label} must be a number.`));
  return { ...text(label), read, answer: () => v.number() };
}

const barcode = (label: string) => nullable(text(label, { max: 32 }));

/** PROD-13. Barcodes are an addition: a scanner finds the product by its unit's or its case's code. */
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
    // PROD-19, PERM-49: of a product that exists these are the administrator's.
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
      /** `active` when a hub that the reader may see sells it; of his own hub for hub-side roles. */
      seller_status: v.string(),
      compound_status: v.string(),
      upload: uploadPath,
    },
    search: ['name', 'sku_id', 'brand', 'manufacturer'],
    sort: ['name', 'price', 'case_count', 'created'],
    filters: ['status', 'compound_status', 'brand_id', 'manufacturer_id', 'seller_id'],
  },
);
