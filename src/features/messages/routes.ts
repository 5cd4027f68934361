import type { AnyRoute } from '@tanstack/react-router';
import { screen } from '#crud/routes.ts';

export const messagesRoutes: readonly AnyRoute[] = [
  screen('/notification/wizard', ['send_notification'], () => import('./notificationWizard.tsx')),
];
