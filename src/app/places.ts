/** Where a record of a model is looked at, for who may open that screen. */
import type { Permission } from '#domain/permissions.ts';

interface Place {
  /** "Manager" */
  label: string;
  to: (id: string) => string;
  needs: Permission;
}

export const PLACES: Readonly<Record<string, Place>> = {
  manager: { label: 'Manager', to: (id) => `/managers/${id}/update`, needs: 'view_managers' },
  purchase_order: { label: 'Purchase Order', to: (id) => `/purchase-orders/${id}`, needs: 'view_purchase_orders' },
  store_type: { label: 'Store Type', to: (id) => `/store-types/${id}/update`, needs: 'view_store_types' },
  warehouse: { label: 'Warehouse', to: (id) => `/warehouses/${id}/products`, needs: 'view_warehouses' },
};
