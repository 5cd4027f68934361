/**
 * Delays the first render until the screen's first reads are answered. Rendering without them would mean rendering twice, which costs a fifth of a
 * tablet's start.
 */
import type { AnyRouter } from '@tanstack/react-router';
import { contactStore } from '#client/online.ts';
import { sessionStore } from '#client/session/state.ts';

/** The longest waits in ms: for the screen's file, for the server's response, and, without a connection, for the stored copy. */
const WAIT_MS = { file: 300, online: 200, offline: 600 };

/**
 * Starts the first reads of the current screen, once the user is known and if the screen's file declares them (`Preload` in crud/routes.ts). Resolves when
 * they are answered or the longest wait is over. The screen itself shows failed reads.
 */
export function firstReads(router: AnyRouter): Promise<void> {
  const { needs = [], preload } = router.getMatchedRoutes(location.pathname)[0].at(-1)?.options.staticData ?? {};
  const coming = preload?.().catch(() => undefined);
  if (!coming) return Promise.resolve();
  return new Promise((resolve) => {
    const end = sessionStore.subscribe(() => {
      const { state, profile } = sessionStore.read();
      if (state === 'starting') return;
      end();
      const may = needs.length === 0 || needs.some((one) => profile?.permissions.includes(one));
      if (state !== 'in' || !may) return resolve();
      const noFile = setTimeout(resolve, WAIT_MS.file);
      const reads = coming.then((ahead) => {
        clearTimeout(noFile);
        setTimeout(() => {
          if (contactStore.read().online) resolve();
        }, WAIT_MS.online);
        setTimeout(resolve, WAIT_MS.offline);
        return ahead?.(new URLSearchParams(location.search), profile.user_id);
      });
      void Promise.allSettled([reads, router.load()]).then(() => resolve());
    });
  });
}
