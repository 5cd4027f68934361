import type { AnyRoute } from '@tanstack/react-router';
import { screen } from '#crud/routes.ts';
import { TRANSFER_PERMISSIONS } from '#domain/transfer.ts';

export const purchasingRoutes: readonly AnyRoute[] = [
  screen(
    '/purchase-orders/$id',
    ['view_purchase_orders', ...TRANSFER_PERMISSIONS],
    () => import('./purchaseOrder.tsx'),
  ),
];
