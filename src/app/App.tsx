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
  // Signing out in any way, also by a verified 401, leads to the sign-in page (SHELL-04). Unsaved changes do not block it: they are in the person's
  // draft.
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
  // A locked screen stays mounted but hidden, so that typed values survive. An open dialog would keep the keyboard focus, so in that case the screen
  // is unmounted.
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

/** The view of index.html before the user is known (SHELL-17), shown here while the file of the lock screen loads. */
function Starting() {
  return (
    <div className="min-h-dvh" role="status" aria-label="Loading">
      <div className="flex h-header items-center bg-brand px-4">
        <Mark size={30} />
      </div>
    </div>
  );
}
