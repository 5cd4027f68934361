/** The gates of the models with screens; models and routes share them. Those of a plain model follow from its line in `domain/records.ts`. */
import { RECORD_RIGHTS } from '#domain/records.ts';
import type { Needs } from './gate.ts';

export const NEEDS = {
  ...RECORD_RIGHTS,
  area: { ...RECORD_RIGHTS.area, create: ['create_area', 'signup_area'] },
  brand: { ...RECORD_RIGHTS.brand, create: ['create_brand', 'signup_brand'] },
  claim: { view: 'manage_claims', create: 'manage_claims', update: 'manage_claims' },
  config: { view: 'update_config', create: 'update_config', update: 'update_config' },
  order_group: { view: 'view_orders', create: ['buyer_cart', 'create_order'], update: 'update_order' },
  product: { view: 'view_products', create: 'create_product', update: 'update_product' },
  purchase_order: { view: 'view_purchase_orders', create: 'create_purchase_order', update: 'update_purchase_order' },
} as const satisfies Record<string, Needs>;
