import { NEEDS } from '#contract/needs.ts';
import { crudRoutes, type ScreenRoute, screen } from '#crud/routes.ts';
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';

export const purchasingRoutes: readonly ScreenRoute[] = [
  ...crudRoutes('/purchase-orders', NEEDS.purchase_order, () => import('./purchaseOrders.tsx')),
  screen('/discrepancies', ['view_discrepancies'], () => import('./discrepancies/list.tsx')),
  screen('/discrepancies/trend', ['view_discrepancies'], () => import('./discrepancies/trend.tsx')),
  screen('/claims', ['manage_claims'], () => import('./claims/list.tsx')),
  screen('/claims/$id', ['manage_claims'], () => import('./claims/page.tsx')),
  screen('/running-out', ['view_cover'], () => import('./cover/runningOut.tsx')),
  screen(
    '/purchase-orders/$id',
    ['view_purchase_orders', ...TRANSFER_PERMISSIONS],
    () => import('./purchaseOrder.tsx'),
  ),
];
