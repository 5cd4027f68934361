/** Gates of the models that have screens, one sorted line each; models and routes read the same line. */
import type { Needs } from './gate.ts';

export const NEEDS = {
  distributor_officer: {
    view: 'view_distributor_officers',
    create: 'signup_distributor_officer',
    update: 'update_distributor_officer',
  },
  manager: { view: 'view_managers', create: 'signup_manager', update: 'update_manager' },
  order_group: { view: 'view_orders', create: ['buyer_cart', 'create_order'], update: 'update_order' },
  sales_officer: { view: 'view_sales_officers', create: 'signup_sales_officer', update: 'update_sales_officer' },
  store_type: { view: 'view_store_types', create: 'create_store_type', update: 'update_store_type' },
  warehouse: { view: 'view_warehouses', create: 'create_warehouse', update: 'update_warehouse' },
} as const satisfies Record<string, Needs>;
