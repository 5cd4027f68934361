import { type ScreenRoute, screen } from '#crud/routes.ts';

export const orderRoutes: readonly ScreenRoute[] = [
  screen('/order-fulfilment', ['view_order_fulfilment'], () => import('./fulfilment.tsx')),
  screen('/order-groups', ['view_orders'], () => import('./orderGroups.tsx')),
  screen('/order-groups/$id', ['view_order', 'view_orders'], () => import('./orderGroup/screen.tsx')),
  screen('/order-reconciliation', ['view_orders'], () => import('./reconciliation.tsx')),
  screen('/order-summary', ['view_orders'], () => import('./orderSummary.tsx')),
  screen('/order-value-summary', ['view_orders'], () => import('./valueSummary.tsx')),
  screen('/pending-orders', ['view_orders'], () => import('./pendingOrders.tsx')),
  screen('/report-buyer-retention', ['view_reports'], () => import('./retention.tsx')),
  screen('/report-buyer-reconciliation', ['view_reports'], () => import('./walletReport.tsx'), 'Buyers'),
  screen('/report-sales-officer-reconciliation', ['view_reports'], () => import('./walletReport.tsx'), 'Officers'),
];
