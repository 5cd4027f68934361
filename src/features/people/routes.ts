import type { AnyRoute } from '@tanstack/react-router';
import { NEEDS } from '#contract/needs.ts';
import { crudRoutes, screen } from '#crud/routes.ts';

export const peopleRoutes: readonly AnyRoute[] = [
  ...crudRoutes(
    '/distributor-officers',
    NEEDS.distributor_officer,
    () => import('./distributorOfficers.tsx'),
    'signup',
  ),
  screen('/distributor-officers/$id/$tab', ['view_distributor_officers'], () => import('./distributorOfficer.tsx')),
  ...crudRoutes('/managers', NEEDS.manager, () => import('./managers.tsx'), 'signup'),
  ...crudRoutes('/sales-officers', NEEDS.sales_officer, () => import('./salesOfficers.tsx'), 'signup'),
  screen('/sales-officers/$id/$tab', ['view_sales_officers'], () => import('./salesOfficer.tsx')),
];
