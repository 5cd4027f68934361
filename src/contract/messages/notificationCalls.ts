/** Notifications to retailers, and the delivery to each recipient (API.md 4.19, B9.2). */
import * as v from 'valibot';
import { LENGTHS } from '#domain/limits.ts';
import { command, get, listFields, query } from '../call.ts';
import { flag, id, integer, longText, oneOf, optional, text, time } from '../fields.ts';
import { baseRow, named } from '../model.ts';

/** The fields of a notification (NOTIF-10). `include` can hold the numbers of 50,000 recipients. */
export const notificationFields = {
  filter_type: optional(text('filter_type')),
  filter_value: optional(text('filter_value')),
  title: text('Title', { min: LENGTHS.titleMin }),
  message: longText('Message', { min: LENGTHS.messageMin, max: LENGTHS.messageMax }),
  exclude: optional(longText('Exclude', { max: 700_000 })),
  include: optional(longText('Recipients', { max: 700_000 })),
  commit: optional(flag('commit')),
  send_sms_too: optional(flag('send_sms_too')),
  /** Limits a notification to everybody to the retailers of this hub's locations. */
  seller_id: optional(id('Hub')),
};

/** `count` is the number of people reached. `push` and `sms` are numbers of messages; one person may get both. */
const polled = {
  count: v.number(),
  push: v.number(),
  sms: v.number(),
  /** People whom no message reaches, and why; '' if there are none. */
  skipped: v.number(),
  skipped_why: v.string(),
  sample: v.array(v.object({ name: v.string(), phone: v.string() })),
  /** True if no message leaves this server (B9.1). */
  simulated: v.boolean(),
};

export const pollBuyers = query('notification/poll_buyers_for', {
  input: notificationFields,
  output: v.object(polled),
  allow: 'send_notification',
});

/** Sends the notification; without `commit` it only counts, like polling (B9.2a). */
export const sendToBuyers = command('notification/send_to_buyers', {
  input: { ...notificationFields, timestamp: optional(time('timestamp')) },
  output: v.object({ ...polled, _id: v.optional(v.string()) }),
  allow: 'send_notification',
});

/**
 * The active retailers of a group, by name (proposed, decision 0372): of a hub or an area by its locations, of a cohort, and without an order for so many
 * days. Orders are those that count: pending, delivered, completed. What is not sent limits nothing.
 */
export const findBuyers = query('notification/find_buyers', {
  input: {
    seller_id: optional(id('Hub')),
    area_id: optional(id('Area')),
    cohort_id: optional(id('Cohort')),
    quiet_days: optional(integer('Days', { min: 1, max: 3_650 })),
  },
  output: v.array(v.object({ _id: v.string(), name: v.string(), phone: v.string(), location: v.string() })),
  allow: 'send_notification',
});
export type FoundBuyer = v.InferOutput<(typeof findBuyers)['output']>[number];

export const notification = v.object({
  ...baseRow.entries,
  title: v.string(),
  message: v.string(),
  include: v.string(),
  exclude: v.string(),
  send_sms_too: v.boolean(),
  count: v.number(),
  sent: v.number(),
  failed: v.number(),
  waiting: v.number(),
  skipped: v.number(),
  simulated: v.boolean(),
});
export type Notification = v.InferOutput<typeof notification>;

const notifications = v.array(notification);

/** Reads the notifications, newest first. */
export const sentNotifications = get('notification/read_all', {
  input: { page: listFields.page, per_page: listFields.per_page, search: listFields.search },
  output: v.union([
    notifications,
    v.object({ rows: notifications, total: v.number(), page: v.number(), per_page: v.number() }),
  ]),
  allow: 'send_notification',
});

export const RECIPIENT_STATUS = ['queued', 'sent', 'failed', 'skipped'] as const;

export const notificationRecipient = v.object({
  _id: v.string(),
  buyer: v.nullable(named),
  phone: v.string(),
  channel: v.picklist(['push', 'sms']),
  status: v.picklist(RECIPIENT_STATUS),
  error: v.nullable(v.string()),
  attempts: v.number(),
  sent_at: v.nullable(v.number()),
  /** When a gateway with delivery reports confirmed the delivery, in epoch seconds. */
  delivered_at: v.nullable(v.number()),
});
export type NotificationRecipient = v.InferOutput<typeof notificationRecipient>;

/** Reads the recipients of a notification, by name: all of them (up to 50,000), or one page if `page` is sent. */
export const recipientsOf = query('notification/recipients', {
  input: {
    _id: id(),
    status: optional(oneOf('Status', RECIPIENT_STATUS)),
    page: listFields.page,
    per_page: listFields.per_page,
  },
  output: v.union([
    v.array(notificationRecipient),
    v.object({ rows: v.array(notificationRecipient), total: v.number(), page: v.number(), per_page: v.number() }),
  ]),
  allow: 'send_notification',
});
