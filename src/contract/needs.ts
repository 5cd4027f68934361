/** The gates of the models with screens, one sorted line each; models and routes share them. */
import type { Needs } from './gate.ts';

export const NEEDS = {
  agent: { view: 'view_agents', create: 'signup_agent', update: 'update_agent' },
  area: { view: 'view_areas', create: ['create_area', 'signup_area'], update: 'update_area' },
  brand: { view: 'view_brands', create: ['create_brand', 'signup_brand'], update: 'update_brand' },
  buyer: { view: 'view_buyers', create: 'signup_buyer', update: 'update_buyer' },
  category: { view: 'view_categories', create: 'create_category', update: 'update_category' },
  cohort: { view: 'view_cohorts', create: 'create_cohort', update: 'update_cohort' },
  config: { view: 'update_config', create: 'update_config', update: 'update_config' },
  distributor: { view: 'view_distributors', create: 'create_distributor', update: 'update_distributor' },
  distributor_officer: {
    view: 'view_distributor_officers',
    create: 'signup_distributor_officer',
    update: 'update_distributor_officer',
  },
  location: { view: 'view_locations', create: 'create_location', update: 'update_location' },
  manager: { view: 'view_managers', create: 'signup_manager', update: 'update_manager' },
  manufacturer: { view: 'view_manufacturers', create: 'create_manufacturer', update: 'update_manufacturer' },
  order_group: { view: 'view_orders', create: ['buyer_cart', 'create_order'], update: 'update_order' },
  product: { view: 'view_products', create: 'create_product', update: 'update_product' },
  purchase_order: { view: 'view_purchase_orders', create: 'create_purchase_order', update: 'update_purchase_order' },
  sales_officer: { view: 'view_sales_officers', create: 'signup_sales_officer', update: 'update_sales_officer' },
  seller: { view: 'view_sellers', create: 'create_seller', update: 'update_seller' },
  store_type: { view: 'view_store_types', create: 'create_store_type', update: 'update_store_type' },
  warehouse: { view: 'view_warehouses', create: 'create_warehouse', update: 'update_warehouse' },
} as const satisfies Record<string, Needs>;
