/** Calls of products beyond the generic ones (PROD-24, PROD-25, PROD-31, PROD-32, API.md 4.11). */
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

/** The response is the whole list, or one page. */
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

/** Reads the tags of a product (PROD-24). */
export const tagsOfProduct = query('product_tag/read_by_product', {
  input: { product_id: id('Product') },
  output: v.array(schemaOf(productTag)),
  allow: NEEDS.product.view,
});

/** Reads which of these SKUs are in use, regardless of case (D13). The response has them as stored. */
export const takenSkus = query('product/read_skus', {
  input: { sku_id: list(text('SKU', { max: 60 })) },
  output: v.array(v.object({ _id: v.string(), sku_id: v.string(), name: v.string() })),
  allow: NEEDS.product.create,
});

/** Reads the hub product of a hub and a product; null if the hub does not have the product (PROD-32). */
export const sellerProductOf = query('seller_product/read_by_seller_product', {
  input: { seller_id: id('Hub'), product_id: id('Product') },
  output: v.nullable(sellerProductRow),
  allow: NEEDS.product.view,
});

/** Reads what the hubs sell a product for, by the hub's name. A hub role gets its own hub only. */
export const hubPricesOf = query('seller_product/read_by_product', {
  input: { product_id: id('Product') },
  output: v.array(sellerProductRow),
  allow: NEEDS.product.view,
});

/** Reads all hub products of a hub; `since` limits them to later changes (API.md 4.11, proposed). */
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

/** Reads the log of a hub product, newest first (PROD-31). */
export const sellerProductLogs = query('seller_product_log/read_by_seller_product', {
  input: { seller_product_id: id('Seller product') },
  output: v.array(sellerProductLog),
  allow: NEEDS.product.view,
});

/** If `commit` is false, every row is executed and rolled back; its verdict says what would happen (proposed). */
const commit = { commit: optional(flag('Commit')) };

/** Creates products; the client sends batches of 120 (PROD-40). */
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

/** Updates status and list price of several products. */
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

/**
 * Adds several products to a hub (PROD-30). Without MPU and price, the hub product starts with those of the product, which lists do not contain
 * (B10.4).
 */
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

/** Updates status, price, MPU and quantity of several products of a hub. */
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
 * Reads what may be sold at a location, with the hub's price and quantity, and the brands and manufacturers of these products (PROD-25, PROD-42,
 * B8.7). page 0 and limit 0 return all.
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
