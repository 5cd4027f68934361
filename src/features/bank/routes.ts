import type { AnyRoute } from '@tanstack/react-router';
import { screen } from '#crud/routes.ts';

export const bankRoutes: readonly AnyRoute[] = [
  screen('/bank-credits', ['create_deposit'], () => import('./bankCredits.tsx')),
];
