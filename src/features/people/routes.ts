import { NEEDS } from '#contract/needs.ts';
import { crudRoutes, type ScreenRoute, screen } from '#crud/routes.ts';

export const peopleRoutes: readonly ScreenRoute[] = [
  ...crudRoutes('/cohorts', NEEDS.cohort, () => import('./cohorts.tsx')),
  ...crudRoutes('/agents', NEEDS.agent, () => import('./agents/agents.tsx'), 'signup'),
  screen('/close-outs', ['view_close_outs'], () => import('./closeOuts/list.tsx')),
  screen('/close-outs/$id', ['view_close_outs'], () => import('./closeOuts/day.tsx')),
  screen('/agents/report', ['view_agents'], () => import('./agents/agentReport.tsx')),
  ...crudRoutes('/areas', NEEDS.area, () => import('./areas/areas.tsx')),
  screen('/areas/$id', ['view_areas'], () => import('./areas/area.tsx')),
  screen('/areas/$id/$tab', ['view_areas'], () => import('./areas/area.tsx')),
  ...crudRoutes('/buyers', NEEDS.buyer, () => import('./buyers.tsx'), 'signup'),
  screen('/buyers/$id/$tab', ['view_buyers'], () => import('./buyer.tsx')),
  ...crudRoutes(
    '/distributor-officers',
    NEEDS.distributor_officer,
    () => import('./distributorOfficers.tsx'),
    'signup',
  ),
  screen('/distributor-officers/$id/$tab', ['view_distributor_officers'], () => import('./distributorOfficer.tsx')),
  ...crudRoutes('/managers', NEEDS.manager, () => import('./managers.tsx'), 'signup'),
  ...crudRoutes('/sales-officers', NEEDS.sales_officer, () => import('./salesOfficers.tsx'), 'signup'),
  // The documents demand this unrelated permission. The same roles hold it.
  screen('/sales-officers/$id/buyers', ['update_category'], () => import('./routePlan/screen.tsx')),
  screen('/sales-officers/$id/$tab', ['view_sales_officers'], () => import('./salesOfficer.tsx')),
];
