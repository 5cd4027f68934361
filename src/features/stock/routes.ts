import { NEEDS } from '#contract/needs.ts';
import { crudRoutes, type ScreenRoute, screen } from '#crud/routes.ts';
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';

export const stockRoutes: readonly ScreenRoute[] = [
  ...crudRoutes('/warehouses', NEEDS.warehouse, () => import('./warehouses.tsx')),
  screen('/warehouses/$id/products', ['view_warehouses'], () => import('./warehouse/screen.tsx')),
  screen('/warehouses/$id/opening', ['adjust_stock'], () => import('./opening.tsx')),
  screen('/expiring', ['view_warehouses'], () => import('./lots/expiring.tsx')),
  screen('/lots/$id', ['view_warehouse_logs'], () => import('./lots/trace.tsx')),
  screen('/handovers', ['take_handover', 'view_handovers'], () => import('./handover/screen.tsx')),
  screen('/inventory/report', ['view_warehouses'], () => import('./report.tsx')),
  screen('/inventory/count', ['count_stock'], () => import('./count/begin.tsx')),
  screen('/inventory/count/$id', ['count_stock'], () => import('./count/screen.tsx')),
  screen('/inventory/stocktakes', ['approve_stocktake'], () => import('./stocktakes/list.tsx')),
  screen('/inventory/stocktakes/$id', ['approve_stocktake'], () => import('./stocktakes/page.tsx')),
  // The guard below the route checks the permission of the kind.
  screen('/inventory/$type/$direction', TRANSFER_PERMISSIONS, () => import('./transfer/guard.tsx')),
];
