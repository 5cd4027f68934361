import type { AnyRoute } from '@tanstack/react-router';
import { NEEDS } from '#contract/needs.ts';
import { screen } from '#crud/routes.ts';

export const settingsRoutes: readonly AnyRoute[] = [
  screen('/config-wizard', [NEEDS.config.view], () => import('./configWizard.tsx')),
];
