import { NEEDS } from '#contract/needs.ts';
import { type ScreenRoute, screen } from '#crud/routes.ts';

export const settingsRoutes: readonly ScreenRoute[] = [
  screen('/config-wizard', [NEEDS.config.view], () => import('./configWizard.tsx')),
  screen('/webhooks', [NEEDS.config.view], () => import('./webhooks.tsx')),
];
