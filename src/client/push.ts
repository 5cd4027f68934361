/** Turns Web Push messages on and off for the user who is signed in on this browser. */
import { pushKey, pushSubscribe, pushUnsubscribe } from '#contract/messages/pushCalls.ts';
import { readLocal, writeLocal } from './keptLocally.ts';
import { callApi } from './transport.ts';

/** `unable`: this browser has no Web Push. `denied`: the user refused the browser's permission. */
export type PushState = 'unable' | 'denied' | 'off' | 'on';

/** The localStorage key of the user whose messages this browser shows; user_id '' means nobody. */
const ON = 'push_on';

const able = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export async function pushState(user_id: string): Promise<PushState> {
  if (!able()) return 'unable';
  if (Notification.permission === 'denied') return 'denied';
  const here = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  return here && readLocal(ON, { user_id: '' }).user_id === user_id ? 'on' : 'off';
}

/**
 * Turns messages on, after asking for permission if needed. Resolves with the resulting state. Rejects with the error of the browser or the server.
 */
export async function turnPushOn(user_id: string): Promise<PushState> {
  if (!able()) return 'unable';
  if ((await Notification.requestPermission()) !== 'granted') return pushState(user_id);
  const { public_key } = await callApi(pushKey, {});
  if (public_key === null) return 'unable';
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // A subscription for an older key of the server receives nothing any more.
  if (known && keyOf(known.options.applicationServerKey) !== public_key) await known.unsubscribe();
  await tell(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key }));
  writeLocal(ON, { user_id });
  return 'on';
}

export async function turnPushOff(): Promise<PushState> {
  writeLocal(ON, { user_id: '' });
  const here = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (!here) return 'off';
  // The browser first, so that later messages of the server are not shown.
  await here.unsubscribe();
  await callApi(pushUnsubscribe, { endpoint: here.endpoint });
  return 'off';
}

/** Registers the subscription again after a sign-in, because the server uses it only while the session that registered it lives. */
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
