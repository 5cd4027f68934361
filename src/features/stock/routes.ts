import type { AnyRoute } from '@tanstack/react-router';
import { warehouse } from '#contract/stock/warehouse.ts';
import { crudRoutes, screen } from '#crud/routes.ts';
import { TRANSFER_PERMISSIONS } from '#domain/transfer.ts';

export const stockRoutes: readonly AnyRoute[] = [
  ...crudRoutes('/warehouses', warehouse, () => import('./warehouses.tsx')),
  screen('/warehouses/$id/products', ['view_warehouses'], () => import('./warehouseProducts.tsx')),
  screen('/inventory/report', ['view_warehouses'], () => import('./report.tsx')),
  // The kind's own permission is asked by the screen's guard below the route (TRF-11).
  screen('/inventory/$type/$direction', TRANSFER_PERMISSIONS, () => import('./transfer/guard.tsx')),
];
