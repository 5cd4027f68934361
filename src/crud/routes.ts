/** The two routes every screen hangs on, and the three routes of a plain model. `app` gives them their components (DESIGN 2.2). */
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { sessionStore } from '#client/session/session.ts';
import { gatePermissions, type Needs } from '#contract/gate.ts';
import type { Permission } from '#domain/permissions.ts';
import { lazyScreen, ScreenToCome } from './lazyScreen.tsx';
import type { CrudList, ScreenPath } from './paths.ts';

/** Every search value is a text; screens read what they know and ignore the rest. */
export type Search = Record<string, string | undefined>;
const anySearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      value === undefined || value === null ? undefined : String(value),
    ]),
  );

export const rootRoute = createRootRouteWithContext<Record<never, never>>()({ validateSearch: anySearch });

/** SHELL-04: everything below needs a session; the page asked for is remembered (B10.13). */
export const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (sessionStore.read().state === 'out') throw redirect({ to: '/login', search: { next: location.href } });
  },
});

export interface ScreenData {
  /** What a screen needs: any of these permissions; shown by the shell as Unauthorized when none is held (SHELL-09). */
  needs?: readonly Permission[];
  /** What the screen's file says of its first reads, if it says so. */
  preload?: () => Promise<Preload | undefined>;
}

/**
 * What the file of a screen may hold beside it: its first reads, begun before the screen is drawn, which asks again for what did not come.
 * `me`: the user_id of who is signed in.
 */
export type Preload = (search: URLSearchParams, me: string) => Promise<unknown>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends ScreenData {}
}

/** A screen of its own. */
export function screen(
  path: ScreenPath,
  needs: readonly Permission[],
  load: () => Promise<Record<string, unknown>>,
  exportName = 'Screen',
) {
  return createRoute({
    getParentRoute: () => signedIn,
    // One type for all screens: the router's own inference over eighty literal paths is not asked for (paths.ts checks addresses).
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

/** List, create and update of a plain model: `/store-types`, `/store-types/create` (or signup), `/store-types/$id/update`. */
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
