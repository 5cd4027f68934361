/** The first render of a start waits for the screen's first reads. Otherwise the screen renders twice, which costs a fifth of a tablet's start. */
import type { AnyRouter } from '@tanstack/react-router';
import { contactStore } from '#client/online.ts';
import { sessionStore } from '#client/session/session.ts';

/** The longest waits in ms: for the screen's file, for a response, and, without a server, for the saved reads of this tablet. */
const WAIT_MS = { file: 300, online: 200, offline: 600 };

/**
 * Starts the first reads of this address's screen once the user is known, if the screen's file exports `preload` (`Preload` in crud/routes.ts).
 * Resolves when they are loaded or the wait is over; the screen itself shows what did not load.
 */
export function firstReads(router: AnyRouter): Promise<void> {
  const { needs = [], preload } = router.getMatchedRoutes(location.pathname)[0].at(-1)?.options.staticData ?? {};
  const coming = preload?.().catch(() => undefined);
  if (!coming) return Promise.resolve();
  return new Promise((resolve) => {
    const end = sessionStore.subscribe(() => {
      const { state, locked, profile } = sessionStore.read();
      if (state === 'starting') return;
      end();
      const may = needs.length === 0 || needs.some((one) => profile?.permissions.includes(one));
      if (state !== 'in' || locked || !may || !profile) return resolve();
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
