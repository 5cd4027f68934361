/** How often a password may be tried (B10.9): counted in the database, so that all processes and restarts know it. */
import { sql } from 'kysely';
import { countedAddress } from '../addresses.ts';
import type { Database, Db } from '../db/open.ts';
import { isCrowd } from '../passwords.ts';
import { tooMany } from '../rate.ts';

const WINDOW = 15 * 60;
const ACCOUNT_FAILURES = 5;
const ADDRESS_ATTEMPTS = 100;
const DAY = 86_400;

/** Who is trying: an account or the name of none, and where from; null: whose session is known, whatever the address. */
export interface Trying {
  readonly account: string;
  readonly address: string | null;
}

const accountSubject = ({ account }: Trying) => `account:${account}`;
const addressSubject = ({ address }: Trying) => (address === null ? null : `address:${countedAddress(address)}`);

/**
 * Counted before the password is looked at, so that many guesses at once cannot all slip through; a right one takes it back. Throws 429
 * when there is a wait. An address that has to wait leaves no row for the names it tries.
 */
async function countTry(database: Database, trying: Trying, now: number): Promise<void> {
  const [account, address] = [accountSubject(trying), addressSubject(trying)];
  const wait = await database.transaction(async (tx) => {
    const waiting = (address && (await waitOf(tx, address, now))) || (await waitOf(tx, account, now));
    if (waiting > 0) return waiting;
    if (address) await countOne(tx, address, now, false);
    await countOne(tx, account, now, true);
    return 0;
  });
  if (wait > 0) throw tooMany(wait);
}

/** `look` at the password of a counted try; whom the crowd sends away before it was looked at has not tried. */
export async function lookCounted<T>(
  database: Database,
  trying: Trying,
  now: number,
  look: () => Promise<T>,
): Promise<T> {
  await countTry(database, trying, now);
  try {
    return await look();
  } catch (error) {
    if (isCrowd(error)) await database.transaction((tx) => uncount(tx, trying));
    throw error;
  }
}

/** Only this one try, with the wait that it began. Whoever waited could not have tried, so there was none before it. */
async function uncount(tx: Db, trying: Trying): Promise<void> {
  const address = addressSubject(trying);
  if (address) await uncountAddress(tx, address);
  await sql`update sign_in_attempt set count = greatest(0, count - 1),
      delay = case when count >= ${ACCOUNT_FAILURES} then delay / 2 else delay end,
      blocked_until = case when count >= ${ACCOUNT_FAILURES} then 0 else blocked_until end
    where subject = ${accountSubject(trying)}`.execute(tx);
}

async function uncountAddress(tx: Db, address: string): Promise<void> {
  await sql`update sign_in_attempt set count = greatest(0, count - 1) where subject = ${address}`.execute(tx);
}

/** It was the right password. Rows in the order that counting holds them. */
export async function takeBack(tx: Db, trying: Trying): Promise<void> {
  const address = addressSubject(trying);
  // A whole warehouse signs in from one address: only what went wrong adds up.
  if (address) await uncountAddress(tx, address);
  await sql`delete from sign_in_attempt where subject = ${accountSubject(trying)}`.execute(tx);
}

/** Counts that nobody added to for a day: the window is long over, and the growing delay starts anew. */
export async function dropOldAttempts(db: Db, now: number): Promise<void> {
  await sql`delete from sign_in_attempt where subject in (select subject from sign_in_attempt
    where window_start < ${now - DAY} and blocked_until < ${now - DAY} for update skip locked)`.execute(db);
}

/** Seconds this subject has to wait, or 0. Its row is made and locked, so that attempts at once stand in line. */
async function waitOf(tx: Db, subject: string, now: number): Promise<number> {
  await sql`insert into sign_in_attempt (subject, count, window_start) values (${subject}, 0, ${now}) on conflict (subject) do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number; window_start: number; blocked_until: number }>`
    select count, window_start, blocked_until from sign_in_attempt where subject = ${subject} for update`.execute(tx);
  const row = rows[0];
  if (!row) return 0;
  if (row.blocked_until > now) return row.blocked_until - now;
  const full = subject.startsWith('address:') && row.count >= ADDRESS_ATTEMPTS && now - row.window_start < WINDOW;
  return full ? WINDOW - (now - row.window_start) : 0;
}

/** `blocks`: from the fifth attempt in 15 minutes on, the next one waits 60 s, doubling to 15 min (B10.9). */
async function countOne(tx: Db, subject: string, now: number, blocks: boolean): Promise<void> {
  await sql`insert into sign_in_attempt (subject, count, window_start) values (${subject}, 1, ${now})
    on conflict (subject) do update set
      count = case when sign_in_attempt.window_start > ${now - WINDOW} then sign_in_attempt.count + 1 else 1 end,
      window_start = case when sign_in_attempt.window_start > ${now - WINDOW} then sign_in_attempt.window_start else ${now}::int8 end`.execute(
    tx,
  );
  if (!blocks) return;
  await sql`update sign_in_attempt set
      delay = least(${WINDOW}::int4, case when delay = 0 then 60 else delay * 2 end),
      blocked_until = ${now}::int8 + least(${WINDOW}::int4, case when delay = 0 then 60 else delay * 2 end)
    where subject = ${subject} and count >= ${ACCOUNT_FAILURES}`.execute(tx);
}
