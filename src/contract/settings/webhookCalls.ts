/** Outgoing webhooks: the server sends events to other programs (decision 0571, docs/api/webhooks.md). */
import * as v from 'valibot';
import { command, get, query } from '../call.ts';
import { id, list, oneOf, status, text } from '../fields.ts';
import { ownHash } from '../session/sessionCalls.ts';

/** The events that a hook may ask for, in words. */
export const HOOK_EVENTS = {
  'receipt.completed': 'A transfer is completed',
  'order.created': 'An order is placed',
  'order.changed': 'An order changes its state',
  'payment.recorded': 'A payment is recorded',
  'stock.below_reorder_point': 'Stock falls to its reorder point',
} as const;
export type HookEvent = keyof typeof HOOK_EVENTS;
export const HOOK_EVENT_NAMES = Object.keys(HOOK_EVENTS) as HookEvent[];

const webhookRow = v.object({
  _id: v.string(),
  /** Epoch seconds. */
  created: v.number(),
  url: v.string(),
  events: v.array(v.picklist(HOOK_EVENT_NAMES)),
  status: v.picklist(['active', 'inactive']),
  /** Epoch seconds: when the server switched the hook off; null: it did not. */
  off_at: v.nullable(v.number()),
  /** Why the server did, a sentence. */
  off_reason: v.nullable(v.string()),
  /** Deliveries that wait to be sent, or sent again. */
  waiting: v.number(),
});
export type Webhook = v.InferOutput<typeof webhookRow>;

const deliveryRow = v.object({
  /** The `webhook-id` header, the same for each attempt. */
  _id: v.string(),
  /** Epoch seconds of the event. */
  created: v.number(),
  /** An event of the list, or `test`. */
  type: v.string(),
  state: v.picklist(['waiting', 'delivered', 'failed']),
  attempts: v.number(),
  /** When it is sent next, epoch seconds; null: it is not. */
  next: v.nullable(v.number()),
  /** The last attempt: when (epoch seconds), the HTTP status (null: no answer), milliseconds, the beginning of the answer or what went wrong. */
  tried_at: v.nullable(v.number()),
  answer_code: v.nullable(v.number()),
  ms: v.nullable(v.number()),
  answer: v.nullable(v.string()),
});
export type Delivery = v.InferOutput<typeof deliveryRow>;

const url = () => text('Address', { max: 500, missing: 'Enter an address.' });
const events = () => list(oneOf('Events', HOOK_EVENT_NAMES, { missing: 'Choose at least one event.' }));
const done = v.object({ _id: v.string() });
/** The permission to change the configuration, because a webhook reports events of the whole site. */
const allow = 'update_config';

export const webhooks = get('webhook/read_all', { input: {}, output: v.array(webhookRow), allow });

/** Adds an active webhook. Only this answer contains `secret`. 422 at `url`, `events`, `hash_own`; 422 `limit` beyond twenty. */
export const createWebhook = command('webhook/create', {
  input: { url: url(), events: events(), hash_own: ownHash() },
  output: v.object({ _id: v.string(), secret: v.string() }),
  allow,
});

export const updateWebhook = command('webhook/update', {
  input: { _id: id(), url: url(), events: events(), hash_own: ownHash() },
  output: done,
  allow,
});

/** Switches a webhook on or off. While it is off, no new events are written for it; waiting ones are sent when it is on again. */
export const setWebhookStatus = command('webhook/set_status', {
  input: { _id: id(), status: status() },
  output: done,
  allow,
});

/** Makes a new secret; the former one signs nothing more. */
export const newWebhookSecret = command('webhook/new_secret', {
  input: { _id: id(), hash_own: ownHash() },
  output: v.object({ secret: v.string() }),
  allow,
});

/** Removes a hook with its log; what waits is not sent any more. */
export const removeWebhook = command('webhook/remove', { input: { _id: id() }, output: done, allow });

/** Sends a delivery of the type `test` to the hook. `_id` of the answer is the delivery's. 409 `conflict` if the hook is off. */
export const testWebhook = command('webhook/test', { input: { _id: id() }, output: done, allow });

/** The last deliveries of a hook, newest first. */
export const webhookDeliveries = query('webhook/read_deliveries', {
  input: { webhook_id: id('webhook_id') },
  output: v.array(deliveryRow),
  allow,
});

/** Sends a delivery again at once, with the same id and body. 409 `conflict` if the hook is off. */
export const sendAgain = command('webhook/send_again', { input: { _id: id() }, output: done, allow });
