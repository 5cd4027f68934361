/** The stock of one product in all hubs, why it is what it is, how fast goods leave a warehouse, and what it is worth. Quantities are units. */
import * as v from 'valibot';
import { get, query } from '../call.ts';
import { id, list } from '../fields.ts';
import { named } from '../model.ts';
import { warehouseLog } from './stockCalls.ts';
import { STOCK_READERS } from './warehouse.ts';

const productInHub = v.object({
  warehouse_id: v.string(),
  hub: named,
  quantity: v.number(),
  /** Units issued to delivery associates in `days` counted days of the last 28, less returns, a peak capped (decision 0530). */
  issued: v.number(),
  /** Absent in copies of an earlier release: 28. */
  days: v.optional(v.number()),
  /** Units that unfinished transfers will bring to the hub. Absent in copies of an earlier release. */
  expected: v.optional(v.number()),
});
export type ProductInHub = v.InferOutput<typeof productInHub>;

/** Reads the stock of a product in each hub, the most first. Hubs that never had it and expect none are left out. */
export const stockOfProduct = query('warehouse_product/read_by_product', {
  input: { product_id: id('Product') },
  output: v.array(productInHub),
  allow: STOCK_READERS,
});

/** Reads the total stock of hubs for each of these products, in units by the product's id (proposed, decision 0404). An account of a hub gets that hub only. */
export const heldOfProducts = query('warehouse_product/held', {
  input: { product_ids: list(id('Product')) },
  output: v.record(v.string(), v.number()),
  allow: 'view_products',
});

/** Reads how fast the goods of a warehouse leave it: `issued` units in `days` counted days of the last 28 (decision 0530). Other products are left out. */
export const paceOfWarehouse = query('warehouse_product/read_pace', {
  input: { warehouse_id: id('Warehouse', { missing: 'Warehouse field is required.' }) },
  output: v.array(v.object({ product_id: v.string(), issued: v.number(), days: v.optional(v.number()) })),
  allow: STOCK_READERS,
});

/** The most log rows that {@link logsOfProduct} returns. */
export const MOVEMENTS = 200;

/** Reads the last movements of a product in a warehouse, newest first. */
export const logsOfProduct = query('warehouse_log/read_by_product', {
  input: { warehouse_id: id('Warehouse', { missing: 'Warehouse field is required.' }), product_id: id('Product') },
  output: v.array(warehouseLog),
  allow: 'view_warehouse_logs',
});

/** The value of each warehouse at cost, as naira text by its id (proposed, decision 0373); a warehouse without goods is missing. */
export const warehouseWorths = get('warehouse/worths', {
  input: {},
  output: v.record(v.string(), v.string()),
  allow: 'view_warehouses',
});
