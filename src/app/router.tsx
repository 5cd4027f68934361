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

// An unknown address shows "Page not found" inside the shell (SHELL-05), so that the person keeps the sidebar.
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

/** Search values in addresses are plain text: `?page=2&search=milo`, so that people can read, type and share them. */
export function makeRouter() {
  const router = createRouter({
    routeTree: rootRoute.addChildren([...publicRoutes, signedIn.addChildren(screens)]),
    context: {},
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // On a slow connection the previous screen would stay under the next one's address, and a first visit would be an empty page. So a placeholder
    // appears after this time. It is longer than a start on a tablet, which would otherwise render twice; the placeholder disappears as soon as the
    // screen is loaded.
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
  // The screen's file loads at the same time as the session, not after it.
  const [matched] = router.getMatchedRoutes(location.pathname);
  for (const route of matched)
    void (route.options.component as { preload?: () => Promise<unknown> } | undefined)?.preload?.();
  return router;
}
