/** Sends queued messages in the background: claims a few, sends them outside any transaction, and stores the results (B9.2). */
import { sql } from 'kysely';
import { RETRY_AFTER } from '#domain/notification.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import { type Channels, type MessageChannel, NO_PUSH, NO_SMS, type SendResult } from './channel.ts';
import { pushToDevices } from './devices.ts';

const BATCH = 100;
const EVERY_MS = 2_000;
/** Seconds until the messages of a server that died while sending are retried, with the same ref. */
const LEASE = 120;

interface Waiting {
  _id: string;
  phone: string;
  channel: 'push' | 'sms';
  title: string;
  message: string;
  attempts: number;
}

/** Sends all messages that are due. Returns the number of messages that were tried. */
export async function sendWaiting(
  database: Database,
  channels: Channels,
  now: () => number,
  stopped: () => boolean = () => false,
): Promise<number> {
  let tried = 0;
  while (!stopped()) {
    const began = now();
    const claimed = await claim(database, began);
    if (claimed.length === 0) return tried;
    for (const [at, one] of claimed.entries()) {
      // When the server stops, or the gateway is slow and the claim would soon expire, the remaining messages go back untried.
      if (stopped() || now() - began > LEASE / 2) {
        await giveBack(database, claimed.slice(at), began, now());
        break;
      }
      const channel = channels[one.channel];
      if (!channel) {
        await skip(database, one, now());
        tried += 1;
        continue;
      }
      const { status, provider_ref, error, gone } = await sendOne(database, channel, one, now()).catch(
        (failure: unknown): SendResult => ({ status: 'failed', provider_ref: null, error: String(failure) }),
      );
      const wait = gone ? undefined : RETRY_AFTER[one.attempts - 1];
      const done = now();
      const next = status === 'failed' && wait !== undefined ? 'queued' : status;
      // If this failure arrives late, another server may have claimed the message. Then the failure must not overwrite its result.
      await sql`update notification_recipient set status = ${next}, provider_ref = ${provider_ref}, error = ${error},
        sent_at = ${status === 'sent' ? done : null}::int8, due = ${done + (wait ?? 0)} where _id = ${one._id}
          and (${status === 'sent'} or (status = 'queued' and attempts = ${one.attempts}))`.execute(database.kysely);
      tried += 1;
    }
  }
  return tried;
}

/** A push may go to several browsers of the person, an SMS to one number. */
function sendOne(database: Database, channel: MessageChannel, one: Waiting, now: number): Promise<SendResult> {
  const message = { title: one.title, message: one.message, ref: one._id };
  return one.channel === 'push' && !channel.simulated
    ? pushToDevices(database, channel, one._id, message, now)
    : channel.send({ ...message, to: one.phone });
}

/** Marks a message as skipped, because its channel is no longer configured. */
async function skip(database: Database, one: Waiting, now: number): Promise<void> {
  await database.kysely
    .updateTable('notification_recipient')
    .set({ status: 'skipped', error: one.channel === 'sms' ? NO_SMS : NO_PUSH, due: now })
    .where('_id', '=', one._id)
    .where('status', '=', 'queued')
    .where('attempts', '=', one.attempts)
    .execute();
}

async function claim(database: Database, now: number): Promise<Waiting[]> {
  // A read first: an update counts as a change for listeners (db/statements.ts), even if it finds no row.
  const { rows: due } = await sql`select 1 from notification_recipient where status = 'queued' and due <= ${now}
    limit 1`.execute(database.kysely);
  if (due.length === 0) return [];
  const { rows } =
    await sql<Waiting>`update notification_recipient r set attempts = r.attempts + 1, due = ${now + LEASE}
    from notification n
    where n._id = r.notification_id and r._id in (
      select _id from notification_recipient where status = 'queued' and due <= ${now}
      order by due, _id limit ${BATCH} for update skip locked)
    returning r._id, r.phone, r.channel, n.title, n.message, r.attempts`.execute(database.kysely);
  return rows;
}

/** Returns claimed messages to the queue, unless another server has claimed them since `began`. */
async function giveBack(database: Database, left: readonly Waiting[], began: number, now: number): Promise<void> {
  await sql`update notification_recipient set attempts = attempts - 1, due = ${now}
    where _id = any(${left.map((one) => one._id)}) and status = 'queued' and due = ${began + LEASE}`.execute(
    database.kysely,
  );
}

/** Sends waiting messages every two seconds. `stop` resolves after the results of running sends are stored. */
export function startMessenger(parts: { database: Database; channels: Channels; now: () => number; log: Log }): {
  stop: () => Promise<void>;
} {
  const { database, channels, now, log } = parts;
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = sendWaiting(database, channels, now, () => stopped)
      .catch((error: unknown) => log({ level: 'error', event: 'messenger', text: String(error) }))
      .finally(() => {
        busy = false;
      });
  }, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
