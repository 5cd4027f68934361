import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { queryClient } from '#client/reads/queries.ts';
import { demandedPlace } from '#client/session/session.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { Toaster } from '#ui/feedback/Toaster.tsx';
import { NetworkErrorScreen } from '#ui/tables/WindowedList.tsx';
import { Mark } from './shell/Brand.tsx';
import { useConnectionToasts } from './shell/ConnectionStatus.tsx';

const LockScreen = lazyPart(() => import('#features/session/door/lock.tsx'), 'LockScreen');

export function App({ router }: { router: AnyRouter }) {
  const session = useSession();
  const shown = useRef(false);
  useConnectionToasts();
  // Signing out anywhere, also by a verified 401, leads to the sign-in page (SHELL-04), and nobody may stay for what he typed: it stands in his draft.
  useEffect(() => {
    if (session.state === 'out' && !/^\/(login|forgot-password|reset-password)\b/.test(location.pathname)) {
      void router.navigate({
        to: '/login',
        search: { next: location.pathname + location.search },
        ignoreBlocker: true,
      });
    }
    const demanded = session.state === 'in' && session.profile ? demandedPlace(session.profile) : null;
    if (demanded && location.pathname !== demanded) void router.navigate({ to: demanded, ignoreBlocker: true });
  }, [session, router]);
  if (session.state === 'unreachable') return <NetworkErrorScreen onRetry={() => location.reload()} />;
  const locked = session.locked ?? false;
  // What is typed outlives a lock, hidden; only an open dialog would hold on to the keyboard, so then the screen goes.
  if (!locked) shown.current = true;
  else if (document.querySelector('[role="dialog"]')) shown.current = false;
  return (
    <QueryClientProvider client={queryClient}>
      {shown.current && (
        <div hidden={locked}>
          <RouterProvider router={router} />
        </div>
      )}
      {locked && (
        <Suspense fallback={<Starting />}>
          <LockScreen />
        </Suspense>
      )}
      <Toaster />
    </QueryClientProvider>
  );
}

/** What index.html shows until the user is known (SHELL-17), here while the lock's own file comes. */
function Starting() {
  return (
    <div className="min-h-dvh" role="status" aria-label="Loading">
      <div className="flex h-header items-center bg-brand px-4">
        <Mark size={30} />
      </div>
    </div>
  );
}
