/** Handles an SMS gateway's report about a message that it accepted. */
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { readSigned, type SignedCall } from '../calls/signedCall.ts';
import type { Row } from '../db/tables.ts';

const report = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w./:-]{1,100}$/)),
  status: v.picklist(['delivered', 'failed']),
  /** The reason of the failure, for the person who sent the message. */
  reason: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
});

/**
 * Stores a report. Repeating a report changes nothing, so requests are not remembered. A failure after "delivered" came out of order and is ignored.
 * Throws 401 for a wrong signature, 400 for an unreadable report, 404 for an unknown message.
 */
export async function smsReported(ctx: Ctx, secret: string, call: SignedCall) {
  const wrong = readSigned(call, secret, ctx.now);
  if (wrong)
    throw new Refusal('unauthorized', wrong === 'too_old' ? 'The call is too old.' : 'The signature is wrong.');
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), report), call.body.toString('utf8'));
  if (!read.success) throw new Refusal('bad_request', 'This is no report.');
  const { id, status, reason } = read.output;
  const { rows } = await sql<
    Pick<Row<'notification_recipient'>, '_id' | 'delivered_at'>
  >`select _id, delivered_at from notification_recipient
    where provider_ref = ${id} and channel = 'sms' and status in ('sent', 'failed') for update`.execute(ctx.db);
  const [row] = rows;
  // The report may arrive before this server has stored the gateway's reference. The gateway then tries again.
  if (!row) throw new Refusal('not_found', 'No message has this name.');
  if (status === 'delivered')
    await sql`update notification_recipient set status = 'sent', error = null, delivered_at = coalesce(delivered_at, ${ctx.now})
      where _id = ${row._id}`.execute(ctx.db);
  else if (row.delivered_at === null)
    await sql`update notification_recipient set status = 'failed', error = ${`Not delivered${reason === '' ? '' : `: ${reason.replaceAll('\u0000', '')}`}`}
      where _id = ${row._id}`.execute(ctx.db);
  return { status: row.delivered_at === null ? status : ('delivered' as const) };
}
