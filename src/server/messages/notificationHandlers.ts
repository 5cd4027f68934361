/** Stores a notification with its recipients and reports the results (B9.2a). The messenger sends it afterwards. */
import { type RawBuilder, sql } from 'kysely';
import {
  type Notification,
  type NotificationRecipient,
  pollBuyers,
  recipientsOf,
  sendToBuyers,
  sentNotifications,
} from '#contract/messages/notificationCalls.ts';
import { MAX_PER_PAGE, MAX_RECIPIENTS, MAX_SEARCH } from '#domain/limits.ts';
import { EVERYBODY, NO_RECIPIENTS, phonesIn, recipientProblems, skippedWhy } from '#domain/notification.ts';
import { showNumber } from '#domain/number.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import { containsPattern } from '../db/containsPattern.ts';
import { countRows, isLive } from '../db/reads.ts';
import type { Row as TableRow } from '../db/tables.ts';
import { wholeNumber, wholeOf } from '../resources/list.ts';
import { person } from '../resources/rows.ts';
import { type Channels, NO_DEVICE, NO_PUSH, NO_SMS } from './channel.ts';
import { messageChannels } from './channels.ts';
import { isReached } from './devices.ts';
import { findBuyersHandler, locationsOfHub } from './findBuyers.ts';

interface Wanted {
  include?: string;
  exclude?: string;
  send_sms_too?: boolean;
  seller_id?: string;
}

export function notificationHandlers(config: Config): Handler[] {
  const channels = messageChannels(config);
  const { push, sms } = channels;
  const simulated = Boolean(push?.simulated || sms?.simulated);
  return [
    handle(pollBuyers, async (input, ctx) => ({ ...(await poll(ctx, input, channels)), simulated })),
    handle(
      sendToBuyers,
      async (input, ctx) => {
        const found = await poll(ctx, input, channels);
        const answered = { ...found, simulated };
        if (!input.commit) return answered;
        // In production a server without channels sends nothing and says so.
        if (!push && !sms)
          throw new Refusal('not_set_up', 'Neither push nor SMS is set up on this server. Nothing was sent.');
        return { ...answered, _id: await store(ctx, input, channels, found) };
      },
      { dry: (input) => !input.commit },
    ),
    listSent,
    listRecipients,
    findBuyersHandler,
  ];
}

/** Stores the notification and its recipients, which the messenger then sends to. Returns its id. */
async function store(
  ctx: Ctx,
  input: Wanted & { title: string; message: string },
  channels: Channels,
  found: { count: number; push: number; sms: number },
): Promise<string> {
  const _id = ctx.newId();
  const { push, sms } = channels;
  // A notification stores for ever whether it was simulated, even if real channels are configured later.
  const simulated = push?.simulated || sms?.simulated;
  const gateway = simulated ? 'simulated' : [push?.name, sms?.name].filter(Boolean).join('+');
  await ctx.db
    .insertInto('notification')
    .values({
      _id,
      created: ctx.now,
      modified: ctx.now,
      created_by: ctx.who.user_id,
      modified_by: ctx.who.user_id,
      title: input.title,
      message: input.message,
      include: tidy(input.include),
      exclude: tidy(input.exclude),
      send_sms_too: input.send_sms_too ?? false,
      seller_id: input.seller_id ?? null,
      count: found.count,
      gateway,
    })
    .execute();
  await sql`insert into notification_recipient (_id, notification_id, buyer_id, name, phone, channel, status, error, created, due)
    select ${_id} || '-' || row_number() over (order by w.name, w.phone, c.channel), ${_id}, w.buyer_id, w.name, w.phone, c.channel, c.status, c.error,
      ${ctx.now}::int8, ${ctx.now}::int8
    from ${recipients(input, channels, ctx.now)} w cross join lateral (
      select 'push' as channel, 'queued' as status, null as error where w.push
      union all select 'sms', 'queued', null where w.sms
      union all select 'push', 'skipped', ${skipText(input, channels)}::text where not w.push and not w.sms) c`.execute(
    ctx.db,
  );
  await ctx.audit({
    action: 'send',
    model: 'notification',
    record_id: _id,
    record_label: input.title,
    after: { count: found.count, push: found.push, sms: found.sms },
  });
  return _id;
}

const listSent = handle(sentNotifications, async (input, ctx) => {
  const words = (input.search ?? '').slice(0, MAX_SEARCH).split(/\s+/u).filter(Boolean);
  const where = sql.join(
    [sql`n.deleted_at is null`, ...words.map((word) => sql`n.words like ${containsPattern(word)}`)],
    sql` and `,
  );
  if (input.page === undefined) {
    const all = await wholeOf((limit) => written(ctx, where, limit));
    return sent(ctx, all, sql`notification_id in (select n._id from notification n where ${where})`);
  }
  const { page, perPage, part } = pageOf(input);
  const total = await countRows(ctx.db, sql`notification n where ${where}`);
  const shown = await written(ctx, where, part);
  const rows = await sent(ctx, shown, sql`notification_id = any(${shown.map((one) => one._id)})`);
  return { rows, total, page, per_page: perPage };
});

const listRecipients = handle(recipientsOf, async ({ _id, status, ...input }, ctx) => {
  if (!(await isLive(ctx.db, 'notification', _id))) throw notFound('Notification');
  const where = sql`r.notification_id = ${_id}${status ? sql` and r.status = ${status}` : sql``}`;
  if (input.page === undefined) {
    const all = await wholeOf((limit) => recipientRows(ctx, where, limit));
    ctx.setHeader('X-Total-Count', String(all.length));
    return all;
  }
  const { page, perPage, part } = pageOf(input);
  const total = await countRows(ctx.db, sql`notification_recipient r where ${where}`);
  const rows = await recipientRows(ctx, where, part);
  return { rows, total, page, per_page: perPage };
});

async function recipientRows(
  ctx: Ctx,
  where: RawBuilder<unknown>,
  part: RawBuilder<unknown>,
): Promise<NotificationRecipient[]> {
  const { rows } = await sql<
    NotificationRecipient & { buyer_id: string | null; name: string }
  >`select r._id, r.buyer_id, r.name, r.phone, r.channel, r.status, r.error, r.attempts, r.sent_at, r.delivered_at
    from notification_recipient r where ${where} order by r.name, r.phone, r.channel ${part}`.execute(ctx.db);
  return rows.map(({ buyer_id, name, ...row }) => ({ ...row, buyer: buyer_id ? { _id: buyer_id, name } : null }));
}

/** Counts who the notification would reach. Throws 422 with the texts of NOTIF-06 to NOTIF-08, and beyond 50,000 recipients (B13). */
async function poll(ctx: Ctx, wanted: Wanted, channels: Channels) {
  const problems = recipientProblems(wanted);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  if (wanted.seller_id !== undefined) {
    if (!(await isLive(ctx.db, 'seller', wanted.seller_id))) throw notFound('Hub', 'seller_id');
  }
  const from = recipients(wanted, channels, ctx.now);
  const { rows } = await sql<{ count: number; push: number; sms: number; skipped: number }>`
    select count(*) as count, count(*) filter (where w.push) as push, count(*) filter (where w.sms) as sms,
      count(*) filter (where not w.push and not w.sms) as skipped from ${from} w`.execute(ctx.db);
  const { count = 0, push = 0, sms = 0, skipped = 0 } = rows[0] ?? {};
  if (count > MAX_RECIPIENTS)
    throw new Refusal(
      'limit',
      `A notification reaches at most ${showNumber(MAX_RECIPIENTS)} people. Choose fewer areas or cohorts.`,
    );
  const sample = await sql<Pick<TableRow<'buyer'>, 'name' | 'phone'>>`select w.name, w.phone from ${from} w
    order by w.name, w.phone limit 10`.execute(ctx.db);
  const ways = { push: channels.push !== null, sms: channels.sms !== null, sms_too: wanted.send_sms_too ?? false };
  return { count, push, sms, skipped, skipped_why: skippedWhy({ skipped, ...ways }), sample: sample.rows };
}

/**
 * The recipients as (buyer_id, name, phone, push, sms): all active retailers, or the listed numbers, known or not, without the excluded ones (B9.2a).
 */
function recipients(
  { include = '', exclude = '', send_sms_too = false, seller_id }: Wanted,
  channels: Channels,
  now: number,
): RawBuilder<unknown> {
  const ofHub = seller_id === undefined ? sql`` : sql` and b.location_id in ${locationsOfHub(seller_id)}`;
  const people =
    include === EVERYBODY
      ? sql`select b._id, b.user_id, b.name, b.phone from buyer b where b.status = 'active' and b.deleted_at is null${ofHub}`
      : sql`select b._id, b.user_id, coalesce(b.name, '') as name, x.phone
        from unnest(${phonesIn(include)}::text[]) x(phone) left join buyer b on b.phone = x.phone and b.deleted_at is null`;
  return sql`(select p._id as buyer_id, p.name, p.phone, ${isReached(channels.push, now, { user_id: sql`p.user_id`, phone: sql`p.phone` })} as push,
    ${send_sms_too && channels.sms !== null}::boolean as sms from (${people}) p where p.phone <> all(${phonesIn(exclude)}::text[]))`;
}

/** The text shown for recipients who receive nothing. */
function skipText({ send_sms_too }: Wanted, { push, sms }: Channels): string {
  if (send_sms_too && !sms) return push ? NO_SMS : `${NO_PUSH} ${NO_SMS}`;
  return push ? NO_DEVICE : NO_PUSH;
}

const tidy = (list = '') => (list === EVERYBODY ? EVERYBODY : phonesIn(list).join(',') || NO_RECIPIENTS);

function pageOf(input: { page?: string; per_page?: string }) {
  const page = wholeNumber(input.page ?? '1', 'page', 1);
  const perPage = Math.min(MAX_PER_PAGE, wholeNumber(input.per_page ?? '30', 'per_page', 1));
  return { page, perPage, part: sql`limit ${perPage} offset ${(page - 1) * perPage}` };
}

type Outcome = Pick<Notification, 'sent' | 'failed' | 'waiting' | 'skipped'>;
type Row = Omit<Notification, 'created_by' | 'modified_by' | 'simulated' | keyof Outcome> & {
  by_id: string | null;
  by_name: string | null;
  gateway: string;
};

const NOTHING_YET: Outcome = { sent: 0, failed: 0, waiting: 0, skipped: 0 };

async function written(ctx: Ctx, where: RawBuilder<unknown>, part: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select n._id, n.title, n.message, n.created, n.modified, n.version, n.created_by as by_id, u.name as by_name,
      n.include, n.exclude, n.send_sms_too, n.count, n.gateway
    from (select * from notification n where ${where} order by n.created desc, n._id desc ${part}) n
    left join user_account u on u._id = n.created_by
    order by n.created desc, n._id desc`.execute(ctx.db);
  return rows;
}

/**
 * Adds the results to notifications. One query counts them along the index, because a list without pages may hold 200,000. `theirs`: the condition on
 * recipients.
 */
async function sent(ctx: Ctx, shown: readonly Row[], theirs: RawBuilder<unknown>): Promise<Notification[]> {
  const { rows } = await sql<Outcome & { _id: string }>`select notification_id as _id,
      count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'queued') as waiting, count(*) filter (where status = 'skipped') as skipped
    from notification_recipient where ${theirs} group by notification_id`.execute(ctx.db);
  const outcomes = new Map(rows.map((one) => [one._id, one]));
  // Fields are copied one by one. Spreading 200,000 rows costs three more seconds of garbage collection.
  return shown.map((row) => {
    const outcome = outcomes.get(row._id) ?? NOTHING_YET;
    // A sent notification is never edited, so its author is also its editor.
    const by = person(row.by_id, row.by_name);
    return {
      _id: row._id,
      title: row.title,
      message: row.message,
      created: row.created,
      modified: row.modified,
      version: row.version,
      created_by: by,
      modified_by: by,
      include: row.include,
      exclude: row.exclude,
      send_sms_too: row.send_sms_too,
      count: row.count,
      sent: outcome.sent,
      failed: outcome.failed,
      waiting: outcome.waiting,
      skipped: outcome.skipped,
      simulated: row.gateway === 'simulated',
    };
  });
}
