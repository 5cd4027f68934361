import type { AnyRoute } from '@tanstack/react-router';
import { NEEDS } from '#contract/needs.ts';
import { crudRoutes } from '#crud/routes.ts';

export const networkRoutes: readonly AnyRoute[] = [
  ...crudRoutes('/locations', NEEDS.location, () => import('./locations.tsx')),
];
