import type { AnyRoute } from '@tanstack/react-router';
import { NEEDS } from '#contract/needs.ts';
import { crudRoutes, screen } from '#crud/routes.ts';

export const catalogueRoutes: readonly AnyRoute[] = [
  ...crudRoutes('/brands', NEEDS.brand, () => import('./brands.tsx')),
  ...crudRoutes('/categories', NEEDS.category, () => import('./categories.tsx')),
  screen('/categories/$id/products', ['update_category'], () => import('./categoryProducts.tsx')),
  ...crudRoutes('/manufacturers', NEEDS.manufacturer, () => import('./manufacturers.tsx')),
  ...crudRoutes('/store-types', NEEDS.store_type, () => import('./storeTypes.tsx')),
];
