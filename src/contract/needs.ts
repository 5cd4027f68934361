/** Gates of the models that have screens, one sorted line each; models and routes read the same line. */
import type { Needs } from './gate.ts';

export const NEEDS = {
  manager: { view: 'view_managers', create: 'signup_manager', update: 'update_manager' },
  purchase_order: {
    view: 'view_purchase_orders',
    create: 'create_purchase_order',
    update: 'update_purchase_order',
  },
  store_type: { view: 'view_store_types', create: 'create_store_type', update: 'update_store_type' },
  warehouse: { view: 'view_warehouses', create: 'create_warehouse', update: 'update_warehouse' },
} as const satisfies Record<string, Needs>;
