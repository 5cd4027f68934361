/** The two parent routes of every screen, and the three routes of a plain model. `app` gives them their components (DESIGN 2.2). */
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { sessionStore } from '#client/session/state.ts';
import { gatePermissions, type Needs } from '#contract/gate.ts';
import type { Permission } from '#domain/permissions.ts';
import { lazyScreen, ScreenToCome } from './lazyScreen.tsx';
import type { CrudList, ScreenPath } from './paths.ts';

/** Every search value is a text; a screen reads the names it knows and ignores the rest. */
export type Search = Record<string, string | undefined>;
const anySearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      value === undefined || value === null ? undefined : String(value),
    ]),
  );

export const rootRoute = createRootRouteWithContext<Record<never, never>>()({ validateSearch: anySearch });

/** Every route below needs a session (SHELL-04). The requested page is remembered for after the sign-in (B10.13). */
export const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (sessionStore.read().state === 'out') throw redirect({ to: '/login', search: { next: location.href } });
  },
});

export interface ScreenData {
  /** The screen needs any of these permissions; otherwise the shell shows Unauthorized (SHELL-09). */
  needs?: readonly Permission[];
  /** Resolves with the first reads of the screen's file, if it exports any. */
  preload?: () => Promise<Preload | undefined>;
}

/**
 * A screen's file may export `preload`: it starts the first reads before the screen renders. The screen itself queries again whatever did not load.
 * `me` is the user_id of the signed-in person.
 */
export type Preload = (search: URLSearchParams, me: string) => Promise<unknown>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends ScreenData {}
}

/** A route for one screen. */
export function screen(
  path: ScreenPath,
  needs: readonly Permission[],
  load: () => Promise<Record<string, unknown>>,
  exportName = 'Screen',
) {
  return createRoute({
    getParentRoute: () => signedIn,
    // The path is a plain string to the router, because its inference over eighty literal paths is slow (paths.ts checks addresses).
    path: path as string,
    staticData: {
      needs,
      preload: async () => (await load()).preload as Preload | undefined,
    },
    component: lazyScreen(load, exportName),
    pendingComponent: ScreenToCome,
  });
}
export type ScreenRoute = ReturnType<typeof screen>;

/** The routes of a plain model: list, create and update at `/store-types`, `/store-types/create` (or signup), `/store-types/$id/update`. */
export function crudRoutes(
  path: CrudList,
  needs: Needs,
  load: () => Promise<Record<string, unknown>>,
  create: 'create' | 'signup' = 'create',
): ScreenRoute[] {
  return [
    screen(path, gatePermissions(needs.view), load, 'List'),
    screen(`${path}/${create}`, gatePermissions(needs.create), load, 'Create'),
    screen(`${path}/$id/update`, gatePermissions(needs.update), load, 'Update'),
  ];
}
