/** Web Push: messages that a browser shows even while the app is closed. */
import * as v from 'valibot';
import { command, get } from '../call.ts';
import { text } from '../fields.ts';

/** Reads the server's public key; null if push is not set up. */
export const pushKey = get('push/read_key', {
  input: {},
  output: v.object({ public_key: v.nullable(v.string()) }),
  allow: 'any',
});

const endpoint = () => text('Endpoint', { max: 1_000 });
const done = v.object({});

/**
 * Subscribes this browser to messages for the signed-in account, until the session ends. `p256dh` and `auth` are base64url, as the browser returns
 * them.
 */
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
