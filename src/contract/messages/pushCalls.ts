/** Messages that a browser shows, also while the app is closed (Web Push). */
import * as v from 'valibot';
import { command, get } from '../call.ts';
import { text } from '../fields.ts';

/** The server's public key; null where push is not set up. */
export const pushKey = get('push/read_key', {
  input: {},
  output: v.object({ public_key: v.nullable(v.string()) }),
  allow: 'any',
});

const endpoint = () => text('Endpoint', { max: 1_000 });
const done = v.object({});

/** This browser shows messages of the signed-in account, as long as the session lives. `p256dh`, `auth`: base64url, as the browser gives them. */
export const pushSubscribe = command('push/subscribe', {
  input: { endpoint: endpoint(), p256dh: text('p256dh', { max: 100 }), auth: text('auth', { max: 40 }) },
  output: done,
  allow: 'any',
});

export const pushUnsubscribe = command('push/unsubscribe', {
  input: { endpoint: endpoint() },
  output: done,
  allow: 'any',
});
