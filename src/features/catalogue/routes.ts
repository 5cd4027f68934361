import type { AnyRoute } from '@tanstack/react-router';
import { NEEDS } from '#contract/needs.ts';
import { crudRoutes } from '#crud/routes.ts';

export const catalogueRoutes: readonly AnyRoute[] = [
  ...crudRoutes('/store-types', NEEDS.store_type, () => import('./storeTypes.tsx')),
];
