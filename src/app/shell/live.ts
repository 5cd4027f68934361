/** Shows changes of colleagues on the screen (docs/decisions/0245). Loaded after the first paint; runs as long as the page. */
import { follow } from '#client/live/follow.ts';
import { makeRefresher, shownSince } from '#client/live/refresh.ts';
import { contactStore } from '#client/online.ts';
import { queryClient } from '#client/reads/queries.ts';
import { confirmSession } from '#client/session/session.ts';
import { sessionStore } from '#client/session/state.ts';
import type { Changed } from '#contract/live.ts';
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';
import { watchQuiet } from '#ui/hooks/quiet.ts';
import { watchChanges } from '#ui/tables/blink.ts';

let running = false;

/** Starts to follow the changes. Further calls do nothing. */
export function followChanges(): void {
  if (running) return;
  running = true;
  const refresher = makeRefresher({ client: queryClient, isQuiet: watchQuiet(), watch: blinkWhenAnswered });
  const onChanged = (changed: Changed) => {
    refresher.heard(changed);
    void storeAnnounced(changed);
  };
  follow({ onChanged, onWho: () => void confirmSession(), shownSince: shownByServer });
}

/** Saves announced transfers on the tablet of a person who makes transfers, whatever screen is open (decision 0900). */
async function storeAnnounced({ kinds }: Changed): Promise<void> {
  if (kinds !== '*' && !kinds.includes('purchase_order')) return;
  const mine = sessionStore.read().profile?.permissions ?? [];
  if (!TRANSFER_PERMISSIONS.some((one) => mine.includes(one))) return;
  await import('#features/stock/parts/ready/announced.ts').then(
    (it) => it.transfersChanged(),
    () => undefined,
  );
}

/** The server's time of the last answer in epoch seconds, because this tablet's clock may be wrong. */
function shownByServer(): number | null {
  const shown = shownSince(queryClient);
  if (shown === null) return null;
  const { serverTime, lastContact } = contactStore.read();
  const ahead = serverTime !== null && lastContact !== null ? serverTime - lastContact : 0;
  return Math.max(0, Math.floor((shown + ahead) / 1_000));
}

/** Makes the values blink that the answers of these reads change. Each answer is drawn within two frames. */
function blinkWhenAnswered(hashes: ReadonlySet<string>, over: Promise<unknown>): void {
  const place = location.href;
  const end = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !hashes.has(event.query.queryHash)) return;
    const root = document.getElementById('screen');
    // A person who opened another list sees other rows, and no changes.
    if (!root || location.href !== place) return;
    const show = watchChanges(root);
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(show)));
  });
  void over.finally(end);
}
