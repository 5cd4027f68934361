import type { AnyRoute } from '@tanstack/react-router';
import { manager } from '#contract/people/manager.ts';
import { crudRoutes } from '#crud/routes.ts';

export const peopleRoutes: readonly AnyRoute[] = [
  ...crudRoutes('/managers', manager, () => import('./managers.tsx'), 'signup'),
];
