import { type ScreenRoute, screen } from '#crud/routes.ts';

export const bankRoutes: readonly ScreenRoute[] = [
  screen('/bank-credits', ['create_deposit'], () => import('./bankCredits.tsx')),
];
