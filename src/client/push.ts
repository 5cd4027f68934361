/** Messages that this browser shows for whoever is signed in here (Web Push). */
import { pushKey, pushSubscribe, pushUnsubscribe } from '#contract/messages/pushCalls.ts';
import { readLocal, writeLocal } from './keptLocally.ts';
import { callApi } from './transport.ts';

/** `unable`: this browser has no such thing; `off` on a phone whose owner said no once: `denied`. */
export type PushState = 'unable' | 'denied' | 'off' | 'on';

/** Whose messages this browser shows; '': nobody's. */
const ON = 'push_on';

const able = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export async function pushState(user_id: string): Promise<PushState> {
  if (!able()) return 'unable';
  if (Notification.permission === 'denied') return 'denied';
  const here = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  return here && readLocal(ON, { user_id: '' }).user_id === user_id ? 'on' : 'off';
}

/** Asks the person where that was not done yet. Throws what the browser or the server says. Resolves with what holds then. */
export async function turnPushOn(user_id: string): Promise<PushState> {
  if (!able()) return 'unable';
  if ((await Notification.requestPermission()) !== 'granted') return pushState(user_id);
  const { public_key } = await callApi(pushKey, {});
  if (public_key === null) return 'unable';
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // One of another key of the server reaches nobody any more.
  if (known && keyOf(known.options.applicationServerKey) !== public_key) await known.unsubscribe();
  await tell(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key }));
  writeLocal(ON, { user_id });
  return 'on';
}

export async function turnPushOff(): Promise<PushState> {
  writeLocal(ON, { user_id: '' });
  const here = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (!here) return 'off';
  // The browser first: what the server still sends finds nobody then.
  await here.unsubscribe();
  await callApi(pushUnsubscribe, { endpoint: here.endpoint });
  return 'off';
}

/** After a new sign-in: the server reaches a browser only while the session lives that told it so. */
export async function renewPush(): Promise<void> {
  if (!able() || Notification.permission !== 'granted') return;
  const here = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (here) await tell(here);
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  await callApi(pushSubscribe, { endpoint: endpoint ?? '', p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' });
}

function keyOf(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
