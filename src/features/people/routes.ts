import type { AnyRoute } from '@tanstack/react-router';
import { NEEDS } from '#contract/needs.ts';
import { crudRoutes } from '#crud/routes.ts';

export const peopleRoutes: readonly AnyRoute[] = [
  ...crudRoutes('/managers', NEEDS.manager, () => import('./managers.tsx'), 'signup'),
];
