import { NEEDS } from '#contract/needs.ts';
import { crudRoutes, type ScreenRoute, screen } from '#crud/routes.ts';

export const catalogueRoutes: readonly ScreenRoute[] = [
  ...crudRoutes('/brands', NEEDS.brand, () => import('./brands.tsx')),
  ...crudRoutes('/categories', NEEDS.category, () => import('./categories.tsx')),
  screen('/categories/$id/products', ['update_category'], () => import('./categoryProducts.tsx')),
  ...crudRoutes('/manufacturers', NEEDS.manufacturer, () => import('./manufacturers.tsx')),
  screen('/products', ['view_products'], () => import('./products/list.tsx'), 'List'),
  screen('/products/choose', ['update_product'], () => import('./products/choose.tsx')),
  screen('/products/create', ['create_product'], () => import('./products/form.tsx'), 'Create'),
  screen('/products/history', ['view_products'], () => import('./products/history.tsx')),
  screen('/products/$id/update', ['update_product'], () => import('./products/form.tsx'), 'Update'),
  ...crudRoutes('/store-types', NEEDS.store_type, () => import('./storeTypes.tsx')),
];
