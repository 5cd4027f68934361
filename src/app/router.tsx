import { createRoute, createRouter } from '@tanstack/react-router';
import { rootRoute, type Search, signedIn } from '#crud/routes.ts';
import { bankRoutes } from '#features/bank/routes.ts';
import { catalogueRoutes } from '#features/catalogue/routes.ts';
import { gameRoutes } from '#features/game/routes.ts';
import { messagesRoutes } from '#features/messages/routes.ts';
import { networkRoutes } from '#features/network/routes.ts';
import { orderRoutes } from '#features/orders/routes.ts';
import { peopleRoutes } from '#features/people/routes.ts';
import { purchasingRoutes } from '#features/purchasing/routes.ts';
import { publicRoutes, sessionRoutes } from '#features/session/routes.ts';
import { settingsRoutes } from '#features/settings/routes.ts';
import { stockRoutes } from '#features/stock/routes.ts';
import { FailureScreen, NotFoundScreen } from './errors/screens.tsx';
import { Shell } from './shell/Shell.tsx';

signedIn.update({ component: Shell });
rootRoute.update({ notFoundComponent: NotFoundScreen });

// Unknown addresses are shown inside the shell, so that the sidebar stays (SHELL-05).
const unknown = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  component: NotFoundScreen,
});

const screens = [
  ...sessionRoutes,
  ...bankRoutes,
  ...catalogueRoutes,
  ...gameRoutes,
  ...messagesRoutes,
  ...networkRoutes,
  ...orderRoutes,
  ...peopleRoutes,
  ...purchasingRoutes,
  ...settingsRoutes,
  ...stockRoutes,
  unknown,
];

/** Makes the router. Search values are plain text, `?page=2&search=milo`, so that people can read, type and share addresses. */
export function makeRouter() {
  const router = createRouter({
    routeTree: rootRoute.addChildren([...publicRoutes, signedIn.addChildren(screens)]),
    context: {},
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // On a slow connection the previous screen would stay under the new address, and a first visit would show an empty page. After this time a
    // placeholder is shown. The time is longer than a start on a tablet, to avoid a second render. The placeholder goes as soon as the screen is
    // loaded.
    defaultPendingMs: 2_000,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    defaultErrorComponent: ({ reset }) => <FailureScreen onRetry={reset} />,
    defaultNotFoundComponent: NotFoundScreen,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search: Search) => {
      const params = new URLSearchParams();
      for (const [name, value] of Object.entries(search))
        if (value !== undefined && value !== '') params.set(name, String(value));
      const text = params.toString();
      return text ? `?${text}` : '';
    },
  });
  // The screen's file is loaded in parallel with the session, not after it.
  const [matched] = router.getMatchedRoutes(location.pathname);
  for (const route of matched)
    void (route.options.component as { preload?: () => Promise<unknown> } | undefined)?.preload?.();
  return router;
}
