/** Sends what waits for webhooks: claims a few, sends them outside of any transaction, and stores what came of it (decision 0571). */
import { sql } from 'kysely';
import type { Database } from '../db/open.ts';
import { type SecretOf, signedHeaders } from './hookSecret.ts';
import { postHook } from './postHook.ts';

/** Seconds until the next attempt, after each failed one: three days in all. */
export const PAUSES = [10, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** Seconds until what a dead server was sending is sent again. Longer than an attempt takes. */
const LEASE = 60;
/** How many deliveries are sent at once in total, and per webhook, so that a slow receiver does not delay the others. */
const BATCH = 20;
const OF_ONE_HOOK = 4;
/** The receiver unsubscribed: 410 Gone. */
const GONE = 410;

export interface SendParts {
  readonly database: Database;
  /** Epoch seconds. */
  readonly now: () => number;
  /** `secretKey(db, 'webhook', config)`. */
  readonly key: string;
  /** Only https to the public network. */
  readonly strict: boolean;
}

interface Claimed extends SecretOf {
  readonly delivery: string;
  readonly url: string;
  readonly payload: string;
  readonly attempts: number;
}

/** Sends all deliveries that are due. Returns how many were tried. */
export async function sendDeliveries(parts: SendParts, stopped: () => boolean = () => false): Promise<number> {
  let tried = 0;
  while (!stopped()) {
    const claimed = await claim(parts);
    if (claimed.length === 0) return tried;
    await Promise.all(claimed.map((one) => sendOne(parts, one)));
    tried += claimed.length;
  }
  return tried;
}

async function claim({ database, now }: SendParts): Promise<Claimed[]> {
  const at = now();
  const waiting = sql`select d._id, row_number() over (partition by d.webhook_id order by d.due, d._id) as place from webhook_delivery d
    join webhook w on w._id = d.webhook_id and w.status = 'active' where d.state = 'waiting' and d.due <= ${at}`;
  // A read first: an update counts as a change for listeners (db/statements.ts), even if it finds no row.
  const { rows: due } = await sql`select 1 from (${waiting}) d limit 1`.execute(database.kysely);
  if (due.length === 0) return [];
  const { rows } =
    await sql<Claimed>`update webhook_delivery d set attempts = d.attempts + 1, sending = true, due = ${at + LEASE} from webhook w
    where w._id = d.webhook_id and d._id in (select _id from webhook_delivery
      where _id in (select _id from (${waiting}) d where place <= ${OF_ONE_HOOK}) and state = 'waiting' and due <= ${at}
      order by due, _id limit ${BATCH} for update skip locked)
    returning d._id as delivery, d.payload, d.attempts, w._id, w.secret_no, w.url`.execute(database.kysely);
  return rows;
}

async function sendOne({ database, now, key, strict }: SendParts, one: Claimed): Promise<void> {
  const headers = signedHeaders(key, one, one.delivery, now(), one.payload);
  const { code, answer, ms } = await postHook(one.url, headers, one.payload, strict);
  const done = now();
  const isTaken = code !== null && code >= 200 && code < 300;
  const pause = code === GONE ? undefined : PAUSES[one.attempts - 1];
  const state = isTaken ? 'delivered' : pause === undefined ? 'failed' : 'waiting';
  await database.transaction(async (tx) => {
    // Locks the webhook before its delivery, in the same order as removing a webhook does.
    if (state === 'failed') await sql`select 1 from webhook where _id = ${one._id} for no key update`.execute(tx);
    // A late result must not overwrite that of the process that claimed the delivery since; a success counts all the same.
    await sql`update webhook_delivery set state = ${state}, sending = false, due = ${done + (pause ?? 0)}, tried_at = ${done}, answer_code = ${code}::int4, ms = ${ms},
      answer = ${answer} where _id = ${one.delivery} and state = 'waiting' and (${isTaken} or attempts = ${one.attempts})`.execute(
      tx,
    );
    if (state !== 'failed') return;
    const reason =
      code === GONE ? 'The address answered 410: it wants nothing more.' : 'A delivery failed for three days.';
    await sql`update webhook set status = 'inactive', off_at = ${done}, off_reason = ${reason}, modified = ${done}, modified_by = 'system',
      version = version + 1 where _id = ${one._id} and status = 'active'`.execute(tx);
  });
}

/** Days that the log keeps a delivery. */
const KEPT_DAYS = 30;

/** Deletes deliveries of the log that are older than thirty days, also what waits for a hook that was off so long. */
export async function dropOldDeliveries(database: Database, now: number): Promise<void> {
  await sql`delete from webhook_delivery where created < ${now - KEPT_DAYS * 86_400}`.execute(database.kysely);
}
