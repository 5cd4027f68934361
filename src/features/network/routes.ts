import { NEEDS } from '#contract/needs.ts';
import { crudRoutes, type ScreenRoute, screen } from '#crud/routes.ts';

export const networkRoutes: readonly ScreenRoute[] = [
  ...crudRoutes('/distributors', NEEDS.distributor, () => import('./distributors.tsx')),
  screen('/distributors/$id/products', ['update_distributor'], () => import('./distributorProducts.tsx')),
  screen('/distributors/$id/$tab', ['view_distributors'], () => import('./distributor.tsx')),
  ...crudRoutes('/locations', NEEDS.location, () => import('./locations.tsx')),
  ...crudRoutes('/sellers', NEEDS.seller, () => import('./sellers.tsx')),
  screen('/sellers/$id/manufacturers', ['update_seller'], () => import('./sellerManufacturers.tsx')),
];
