import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { queryClient } from '#client/reads/queries.ts';
import { requiredPath } from '#client/session/state.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { NetworkErrorScreen } from '#ui/feedback/FullScreenMessage.tsx';
import { Toaster } from '#ui/feedback/Toaster.tsx';
import { useSecondTaps } from '#ui/hooks/useSecondTaps.ts';
import { Mark } from '#ui/Mark.tsx';
import { useConnectionToasts } from './shell/ConnectionStatus.tsx';

const LockScreen = lazyPart(() => import('#features/session/door/lock.tsx'), 'LockScreen');

export function App({ router }: { router: AnyRouter }) {
  const session = useSession();
  const shown = useRef(false);
  useConnectionToasts();
  useSecondTaps();
  // After signing out, and after a verified 401, every page goes to the sign-in page. Unsaved changes do not block this, because the draft keeps them.
  useEffect(() => {
    if (session.state === 'out' && !/^\/(login|forgot-password|reset-password)\b/.test(location.pathname)) {
      void router.navigate({
        to: '/login',
        search: { next: location.pathname + location.search },
        ignoreBlocker: true,
      });
    }
    const demanded = session.profile && requiredPath(session.profile);
    if (demanded && location.pathname !== demanded) void router.navigate({ to: demanded, ignoreBlocker: true });
  }, [session, router]);
  if (session.state === 'unreachable') return <NetworkErrorScreen onRetry={() => location.reload()} />;
  const locked = session.state === 'locked';
  // While the app is locked the screen stays hidden with its typed values. An open dialog would keep the keyboard focus, so a screen with a dialog is
  // removed.
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

/** The placeholder of index.html (SHELL-17), shown while the lock screen's file loads. */
function Starting() {
  return (
    <div className="min-h-dvh" role="status" aria-label="Loading">
      <div className="flex h-header items-center bg-brand px-4">
        <Mark size={30} />
      </div>
    </div>
  );
}
