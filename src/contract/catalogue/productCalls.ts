/** Calls of products beyond the plain ones (PROD-24, PROD-25, PROD-31, PROD-32, API.md 4.11). */
import * as v from 'valibot';
import { commandRows, listFields, query } from '../call.ts';
import { baseVersion, clientId, flag, gated, id, integer, list, money, optional, status, text } from '../fields.ts';
import { named, type RowOf, rowSchema } from '../model.ts';
import { NEEDS } from '../needs.ts';
import { brand } from './brand.ts';
import { manufacturer } from './manufacturer.ts';
import { product } from './product.ts';
import { productTag } from './productTag.ts';
import { sellerProduct } from './sellerProduct.ts';

const schemaOf = <M extends Parameters<typeof rowSchema>[0]>(model: M) =>
  rowSchema(model) as v.GenericSchema<unknown, RowOf<M>>;
const productRow = schemaOf(product);
const sellerProductRow = schemaOf(sellerProduct);
const { since: _since, after: _after, ...listed } = listFields;

/** Whole, or a page of it. */
const listOf = <Row>(row: v.GenericSchema<unknown, Row>) =>
  v.union([v.array(row), v.object({ rows: v.array(row), total: v.number(), page: v.number(), per_page: v.number() })]);
const products = listOf(productRow);

export const productsByBrand = query('product/read_by_brand', {
  input: { ...listed, brand_id: id('Brand') },
  output: products,
  allow: NEEDS.product.view,
});

export const productsByManufacturer = query('product/read_by_manufacturer', {
  input: { ...listed, manufacturer_id: id('Manufacturer') },
  output: products,
  allow: NEEDS.product.view,
});

/** PROD-24. */
export const tagsOfProduct = query('product_tag/read_by_product', {
  input: { product_id: id('Product') },
  output: v.array(schemaOf(productTag)),
  allow: NEEDS.product.view,
});

/** D13: which of these SKUs are in use, whatever their case; the answer holds them as the products have them. */
export const takenSkus = query('product/read_skus', {
  input: { sku_id: list(text('SKU', { max: 60 })) },
  output: v.array(v.object({ _id: v.string(), sku_id: v.string(), name: v.string() })),
  allow: NEEDS.product.create,
});

/** PROD-32: null when the hub does not have the product. */
export const sellerProductOf = query('seller_product/read_by_seller_product', {
  input: { seller_id: id('Hub'), product_id: id('Product') },
  output: v.nullable(sellerProductRow),
  allow: NEEDS.product.view,
});

/** All that a hub sells; `since`: what changed from that moment on (API.md 4.11, proposed). */
export const sellerProductsOf = query('seller_product/read_by_seller', {
  input: { ...listed, seller_id: id('Hub'), since: listFields.since },
  output: listOf(sellerProductRow),
  allow: [NEEDS.product.view, 'create_stock_in', 'create_stock_out', 'create_shipment_in', 'create_shipment_out'],
});

const sellerProductLog = v.object({
  _id: v.string(),
  seller_product_id: v.string(),
  tag: v.string(),
  value: v.string(),
  created: v.number(),
  created_by: v.nullable(named),
});
export type SellerProductLog = v.InferOutput<typeof sellerProductLog>;

/** PROD-31: newest first. */
export const sellerProductLogs = query('seller_product_log/read_by_seller_product', {
  input: { seller_product_id: id('Seller product') },
  output: v.array(sellerProductLog),
  allow: NEEDS.product.view,
});

/** `commit` false: every row is tried and taken back; its verdict and row say what would be (proposed). */
const commit = { commit: optional(flag('Commit')) };

/** PROD-40: the client sends batches of 120. */
export const createProducts = commandRows('product/create_bulk', {
  shared: commit,
  row: {
    ...product.fields,
    status: optional(product.fields.status),
    sku_id: optional(product.fields.sku_id),
    client_id: clientId(),
  },
  allow: NEEDS.product.create,
});

/** Several products at once: status and list price. */
export const updateProducts = commandRows('product/update_bulk', {
  shared: commit,
  row: {
    _id: id(),
    status: optional(status()),
    price: gated(optional(money('Price', { least: 0 })), 'update_config', { ofChange: true }),
    base_version: baseVersion(),
  },
  allow: NEEDS.product.update,
});

/** PROD-30, in bulk: what a hub newly sells. Without MPU and price it starts with the product's own, which lists do not tell (B10.4). */
export const createSellerProducts = commandRows('seller_product/create_bulk', {
  shared: commit,
  row: {
    ...sellerProduct.fields,
    mpu: optional(sellerProduct.fields.mpu),
    price: optional(sellerProduct.fields.price),
    client_id: clientId(),
  },
  allow: NEEDS.product.update,
});

/** Several products of a hub at once: status, price, MPU, quantity. */
export const updateSellerProducts = commandRows('seller_product/update_bulk', {
  shared: commit,
  row: {
    _id: id(),
    status: optional(status()),
    price: optional(money('Price', { least: 0 })),
    mpu: optional(integer('MPU', { min: 1, max: 100_000 })),
    quantity: optional(sellerProduct.fields.quantity),
    base_version: baseVersion(),
  },
  allow: NEEDS.product.update,
});

/**
 * PROD-25, PROD-42, B8.7: what may be sold at a location, with the hub's price and quantity, and the brands and manufacturers of it.
 * page 0, limit 0 = all.
 */
export const availableMore = query('product/read_available_more', {
  input: {
    location_id: id('Location'),
    page: optional(text('page', { max: 12 })),
    limit: optional(text('limit', { max: 12 })),
  },
  output: v.object({
    products: v.array(v.intersect([productRow, v.object({ quantity: v.number() })])),
    brands: v.array(schemaOf(brand)),
    manufacturers: v.array(schemaOf(manufacturer)),
  }),
  allow: [NEEDS.product.view, 'buyer_cart'],
});
