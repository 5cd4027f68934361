/** The stock of one product in all hubs, and why it is what it is. Quantities are units. */
import * as v from 'valibot';
import { query } from '../call.ts';
import { id } from '../fields.ts';
import { named } from '../model.ts';
import { warehouseLog } from './stockCalls.ts';
import { STOCK_READERS } from './warehouse.ts';

/** The days over which {@link ProductInHub.issued} is summed. */
export const ISSUED_DAYS = 28;

const productInHub = v.object({
  warehouse_id: v.string(),
  hub: named,
  quantity: v.number(),
  /** What left the hub for delivery associates in the last 28 days, less what came back. */
  issued: v.number(),
});
export type ProductInHub = v.InferOutput<typeof productInHub>;

/** Reads what each hub holds of a product, the most first. Hubs that never held it are left out. */
export const stockOfProduct = query('warehouse_product/read_by_product', {
  input: { product_id: id('Product') },
  output: v.array(productInHub),
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
