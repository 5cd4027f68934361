import * as v from 'valibot';
import { id, oneOf, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** Permissions that open the stock calls: to see warehouses, or to run one of the four transfers (B10.1, A1). */
export const STOCK_READERS = [
  'view_warehouses',
  'create_stock_in',
  'create_stock_out',
  'create_shipment_in',
  'create_shipment_out',
] as const;

/** A warehouse; it belongs to exactly one sales officer, hub or distributor (WH-07, GEN-08). */
export const warehouse = model(
  'warehouse',
  {
    status: status(),
    parent_type: oneOf('Warehouse type', ['sales_officer', 'seller', 'distributor'] as const, {
      missing: 'Warehouse type is required.',
    }),
    parent: id('Warehouse owner', { missing: 'Warehouse owner is required.' }),
  },
  {
    label: 'Warehouse',
    needs: NEEDS.warehouse,
    reads: STOCK_READERS,
    extra: {
      parent: named,
      skus: v.number(),
      has_logs: v.boolean(),
      /** The stock in cases, with one decimal, and the time of the last movement, epoch seconds; null: none. */
      cases: v.number(),
      last_moved: v.nullable(v.number()),
    },
    search: ['owner', 'parent_type'],
    sort: ['name', 'status', 'created'],
    filters: ['status', 'parent_type', 'parent'],
  },
);
