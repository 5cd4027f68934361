/**
 * Password reset by e-mail with a one-time link. Known and unknown addresses get the same response, and requests are limited per network address.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { requestReset, resetOffered, resetPassword } from '#contract/session/resetCalls.ts';
import { mayUseBackOffice } from '#domain/matrix.ts';
import { APP_NAME } from '#domain/permissions.ts';
import { storePassword } from '../auth/passwords.ts';
import { endSessions } from '../auth/session.ts';
import { countedAddress } from '../calls/addresses.ts';
import { writeAudit } from '../calls/audit.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { tooMany } from '../calls/rate.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { countRows } from '../db/reads.ts';
import type { Row } from '../db/tables.ts';
import type { Message, MessageChannel } from '../messages/channel.ts';
import { mailChannel } from '../messages/mailChannel.ts';
import { accountById } from './signIn.ts';
import { refuseWeak } from './weakPassword.ts';

/** The lifetime of a link, in minutes. */
const MINUTES = 30;
/** The most requests from one network address in 15 minutes. */
const MOST_ASKED = 10;
/** The most links per account in an hour. Further ones are silently not sent. */
const MOST_SENT = 3;
const WINDOW = 15 * 60;
const HOUR = 3_600;
/** Seconds before each retry of a failed mail. They stay well within the link's half hour. */
const AGAIN = [10, 60, 300] as const;

const OVER = 'This link does not work any more. Ask for a new one.';
const NO_MAILER = 'No mail server is set up. Ask an administrator.';

export function resetHandlers(config: Pick<Config, 'mail' | 'siteUrl' | 'scryptCost'>): Handler[] {
  const { mail, siteUrl } = config;
  const channel = mail ? mailChannel(mail) : null;
  return [
    handle(resetOffered, async () => ({ offered: channel !== null })),
    handle(
      requestReset,
      async ({ email }, ctx) => {
        if (siteUrl === null || !channel) throw new Refusal('not_set_up', NO_MAILER);
        await ctx.database.transaction((tx) => count(tx, `reset:${countedAddress(ctx.address)}`, ctx.now));
        // The response does not wait for the mail, because its duration would reveal whether the address is known.
        void makeLink(ctx, email, siteUrl).then(
          (message) => message && deliver(channel, message),
          () => undefined,
        );
        return { minutes: MINUTES };
      },
      { keyless: true, ownTransactions: true },
    ),
    handle(
      resetPassword,
      async ({ token, hash }, ctx) => {
        if (!channel) throw new Refusal('not_set_up', NO_MAILER);
        await ctx.database.transaction((tx) => count(tx, `reset:use:${countedAddress(ctx.address)}`, ctx.now));
        const found = createHash('sha256').update(token).digest('hex');
        // This check before scrypt keeps requests of strangers cheap.
        const owner = await ownerOf(ctx.db, found, ctx.now);
        const account = owner && (await accountById(ctx.db, owner._id));
        if (!account) throw invalid({ token: OVER });
        refuseWeak('hash', hash, account);
        const stored = await storePassword(hash, config.scryptCost);
        return ctx.database.transaction(async (tx) => {
          const user = await ownerOf(tx, found, ctx.now);
          if (!user) throw invalid({ token: OVER });
          await sql`update user_account set password_hash = ${stored.password_hash}, password_salt = ${stored.password_salt},
            must_change = false, starter_expires = null, modified = ${ctx.now}, version = version + 1 where _id = ${user._id}`.execute(
            tx,
          );
          // Deletes all links of the account, including this one.
          await sql`delete from password_reset where user_id = ${user._id}`.execute(tx);
          await endSessions(tx, user._id, ctx.now);
          await writeAudit(
            { ...ctx, db: tx, who: { ...ctx.who, user_id: user._id, name: user.name, role: user.role } },
            { action: 'password_reset', model: 'user', record_id: user._id, record_label: user.name },
          );
          ctx.setMessage('Password successfully updated.');
          return {};
        });
      },
      { keyless: true, ownTransactions: true },
    ),
  ];
}

interface Holder {
  _id: string;
  name: string;
  role: string;
}

/** The owner of a link, locked until the transaction ends. Null when the link is unknown, used or expired, or the account may not sign in. */
async function ownerOf(db: Db, token_hash: string, now: number): Promise<Holder | null> {
  const { rows } =
    await sql<Holder>`select u._id, u.name, u.role from password_reset r join user_account u on u._id = r.user_id
    where r.token_hash = ${token_hash} and r.expires_at > ${now} and u.status = 'active' and u.deleted_at is null
    for update of r, u`.execute(db);
  return rows[0] ?? null;
}

/** Throws 429 after too many requests of one network address. `dropOldAttempts` deletes the rows together with those of sign-ins. */
async function count(tx: Db, subject: string, now: number): Promise<void> {
  const { rows } = await sql<
    Pick<Row<'sign_in_attempt'>, 'count' | 'window_start'>
  >`insert into sign_in_attempt as a (subject, count, window_start)
    values (${subject}, 1, ${now}) on conflict (subject) do update set
      count = case when a.window_start > ${now - WINDOW} then a.count + 1 else 1 end,
      window_start = case when a.window_start > ${now - WINDOW} then a.window_start else ${now}::int8 end
    returning count, window_start`.execute(tx);
  const [row] = rows;
  if (row && row.count > MOST_ASKED) throw tooMany(Math.max(1, WINDOW - (now - row.window_start)));
}

/** The mail with a new link. Null when no account has the address, when the account may not sign in, or when it had enough links in this hour. */
async function makeLink(ctx: Ctx, email: string, site: string): Promise<Message | null> {
  const { now } = ctx;
  const token = randomBytes(32).toString('base64url');
  const token_hash = createHash('sha256').update(token).digest('hex');
  return ctx.database.transaction(async (tx) => {
    await sql`delete from password_reset where expires_at < ${now - HOUR}`.execute(tx);
    const { rows } = await sql<Holder & { email: string }>`select _id, name, role, email from user_account
      where lower(email) = ${email} and status = 'active' and deleted_at is null and password_hash is not null
      order by created, _id limit 1 for update`.execute(tx);
    const [user] = rows;
    if (!user || !mayUseBackOffice(user.role)) return null;
    const sent = await countRows(tx, sql`password_reset where user_id = ${user._id} and created > ${now - HOUR}`);
    if (sent >= MOST_SENT) return null;
    await sql`insert into password_reset (token_hash, user_id, created, expires_at)
      values (${token_hash}, ${user._id}, ${now}, ${now + MINUTES * 60})`.execute(tx);
    // The token is in the fragment after "#". Browsers do not send fragments, so no log contains the token.
    const link = `${site}/reset-password#${token}`;
    return {
      to: user.email,
      title: `Choose a new ${APP_NAME} password`,
      message: textOf(user.name, link),
      ref: ctx.newId(),
    };
  });
}

const textOf = (name: string, link: string) => `Hello ${name},

somebody asked for a new password of your ${APP_NAME} account. To choose one, open this link within ${MINUTES} minutes:

${link}

It works once. If it was not you, do nothing: your password stays as it is.
`;

/** Sends the mail and retries after a failure. The token exists only in this mail, so retries live in this process's memory. */
function deliver(channel: MessageChannel, message: Message, tried = 0): void {
  const wait = AGAIN[tried];
  void channel
    .send(message)
    .catch(() => ({ status: 'failed' as const }))
    .then(({ status }) => {
      if (status === 'failed' && wait !== undefined)
        setTimeout(() => deliver(channel, message, tried + 1), wait * 1_000).unref();
    });
}
