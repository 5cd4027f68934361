/** Where a record of a model is looked at, for who may open that screen. */
import type { Permission } from '#domain/permissions.ts';

interface Place {
  /** "Manager" */
  label: string;
  to: (id: string) => string;
  needs: Permission;
}

const form = (label: string, path: string, needs: Permission): Place => ({
  label,
  to: (id) => `${path}/${id}/update`,
  needs,
});

export const RECORD_LINKS: Readonly<Record<string, Place>> = {
  agent: form('Agent', '/agents', 'update_agent'),
  area: { label: 'Area', to: (id) => `/areas/${id}`, needs: 'view_areas' },
  brand: form('Brand', '/brands', 'update_brand'),
  buyer: { label: 'Retailer', to: (id) => `/buyers/${id}/orders`, needs: 'view_buyers' },
  category: form('Category', '/categories', 'update_category'),
  cohort: form('Cohort', '/cohorts', 'update_cohort'),
  distributor: form('Distributor', '/distributors', 'update_distributor'),
  distributor_officer: form('Distributor Officer', '/distributor-officers', 'update_distributor_officer'),
  location: form('Location', '/locations', 'update_location'),
  manager: form('Manager', '/managers', 'update_manager'),
  manufacturer: form('Manufacturer', '/manufacturers', 'update_manufacturer'),
  order_group: { label: 'Order', to: (id) => `/order-groups/${id}`, needs: 'view_orders' },
  product: form('Product', '/products', 'update_product'),
  purchase_order: { label: 'Purchase Order', to: (id) => `/purchase-orders/${id}`, needs: 'view_purchase_orders' },
  sales_officer: form('Sales Officer', '/sales-officers', 'update_sales_officer'),
  seller: form('Hub', '/sellers', 'update_seller'),
  store_type: form('Store Type', '/store-types', 'update_store_type'),
  warehouse: { label: 'Warehouse', to: (id) => `/warehouses/${id}/products`, needs: 'view_warehouses' },
};
