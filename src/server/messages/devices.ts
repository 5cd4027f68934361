/** Finds who can receive a push, and on which browsers. */
import { type RawBuilder, sql } from 'kysely';
import { sessionIsLive } from '../auth/session.ts';
import type { Database, Db } from '../db/open.ts';
import type { Message, MessageChannel, SendResult } from './channel.ts';

/** Subscriptions `p` whose session is still live. A person who signed out receives nothing. */
const live = (now: number) => sql`push_subscription p join session s on s._id = p.session_id and ${sessionIsLive(now)}
  join user_account u on u._id = p.user_id and u.status = 'active' and u.deleted_at is null`;

/**
 * The condition that `user_id`, or the account with `phone`, can receive a push. A simulated channel reaches everybody who registered a device
 * (B9.7).
 */
export function isReached(
  channel: MessageChannel | null,
  now: number,
  { user_id, phone }: { user_id: RawBuilder<unknown>; phone: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (!channel) return sql`false`;
  if (channel.simulated) return sql`exists (select 1 from device d where d.user_id = ${user_id})`;
  return sql`(coalesce(${user_id} in (select p.user_id from ${live(now)}), false)
    or coalesce(${phone} in (select u.phone from ${live(now)} where u.phone is not null), false))`;
}

interface Target {
  _id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Sends to every browser of a recipient. The result is "sent" if one browser took the message. Subscriptions that no longer exist are deleted. */
export async function pushToDevices(
  database: Database,
  channel: MessageChannel,
  recipient: string,
  message: Omit<Message, 'to'>,
  now: number,
): Promise<SendResult> {
  const targets = await targetsOf(database.kysely, recipient, now);
  let result: SendResult = { status: 'failed', provider_ref: null, error: 'No device any more.', gone: true };
  for (const { _id, endpoint, p256dh, auth } of targets) {
    const to = JSON.stringify({ endpoint, keys: { p256dh, auth } });
    const sent = await channel.send({ ...message, to });
    if (sent.gone) await database.kysely.deleteFrom('push_subscription').where('_id', '=', _id).execute();
    if (result.status !== 'sent' && !(sent.gone && !result.gone)) result = sent;
  }
  return result;
}

async function targetsOf(db: Db, recipient: string, now: number): Promise<Target[]> {
  const { rows } = await sql<Target>`select p._id, p.endpoint, p.p256dh, p.auth from notification_recipient r
    left join buyer b on b._id = r.buyer_id
    join (select p.*, u.phone from ${live(now)}) p on p.user_id = b.user_id or p.phone = r.phone
    where r._id = ${recipient} order by p._id limit 20`.execute(db);
  return rows;
}
