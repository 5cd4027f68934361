import { createRoute, redirect } from '@tanstack/react-router';
import { sessionStore } from '#client/session/state.ts';
import { lazyScreen } from '#crud/lazyScreen.tsx';
import type { PublicPath } from '#crud/paths.ts';
import { rootRoute, type ScreenRoute, screen } from '#crud/routes.ts';
import { Screen } from './door/login.tsx';

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  // Signed-in visitors go to the dashboard.
  beforeLoad: () => {
    if (sessionStore.read().profile) throw redirect({ to: '/' });
  },
  // The only screen in the first load, because a new visitor sees it first.
  component: Screen,
});

const outside = (path: PublicPath, name: string) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyScreen(() => import('./door/resetPassword.tsx'), name),
  });

export const publicRoutes = [login, outside('/forgot-password', 'Forgot'), outside('/reset-password', 'Choose')];

export const sessionRoutes: readonly ScreenRoute[] = [
  screen('/', [], () => import('./dashboard.tsx')),
  screen('/choose-password', [], () => import('./door/choosePassword.tsx')),
  screen('/register-passkey', [], () => import('./door/registerPasskey.tsx')),
  screen('/profile', [], () => import('./profile.tsx')),
  screen('/sync', [], () => import('./sync/sync.tsx')),
];
