import { type ScreenRoute, screen } from '#crud/routes.ts';

export const gameRoutes: readonly ScreenRoute[] = [screen('/game', [], () => import('./game.tsx'))];
