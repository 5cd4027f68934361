import { type ScreenRoute, screen } from '#crud/routes.ts';

export const messagesRoutes: readonly ScreenRoute[] = [
  screen('/notification/wizard', ['send_notification'], () => import('./notificationWizard.tsx')),
];
