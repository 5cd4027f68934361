import type { AnyRoute } from '@tanstack/react-router';
import { storeType } from '#contract/catalogue/storeType.ts';
import { crudRoutes } from '#crud/routes.ts';

export const catalogueRoutes: readonly AnyRoute[] = [
  ...crudRoutes('/store-types', storeType, () => import('./storeTypes.tsx')),
];
