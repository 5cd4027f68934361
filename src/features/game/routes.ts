import type { AnyRoute } from '@tanstack/react-router';
import { screen } from '#crud/routes.ts';

export const gameRoutes: readonly AnyRoute[] = [screen('/game', [], () => import('./game.tsx'))];
