import type { AnyRoute } from '@tanstack/react-router';
import { NEEDS } from '#contract/needs.ts';
import { crudRoutes, screen } from '#crud/routes.ts';
import { TRANSFER_PERMISSIONS } from '#domain/transfer.ts';

export const purchasingRoutes: readonly AnyRoute[] = [
  ...crudRoutes('/purchase-orders', NEEDS.purchase_order, () => import('./purchaseOrders.tsx')),
  screen(
    '/purchase-orders/$id',
    ['view_purchase_orders', ...TRANSFER_PERMISSIONS],
    () => import('./purchaseOrder.tsx'),
  ),
];
