/**
 * Limits password attempts (B10.9, S1, S2). The database holds the counts, so that they apply to all processes and survive restarts. Attempts are counted by
 * their origin, so that a stranger locks nobody out. A device that signed this account in before, and an open session, have counts of their own. Strangers are
 * counted by address, by account and address together, and by account alone; the last count delays attempts but never blocks the account.
 */
import { sql } from 'kysely';
import { countedAddress } from '../calls/addresses.ts';
import { tooMany } from '../calls/rate.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Database, Db } from '../db/open.ts';
import { inTurn, queueOfAddress, queueOfPerson, type TurnQueue } from './turns.ts';

export const WINDOW = 15 * 60;
/** Failed attempts in 15 minutes before the next one waits 60 s; the wait doubles up to 15 min. */
const FAILURES = 5;
const FIRST_WAIT = 60;
const ADDRESS_TRIES = 100;
/** Strangers' failed attempts on one account in a day, from all addresses. After that each address waits after every failed attempt. */
export const ACCOUNT_FAILURES = 100;
const DAY = 86_400;

/**
 * The origin of an attempt. `account`: its id, or the typed name if there is no such account. `device`: it signed this account in within the last 30 days.
 * `session`: an open session of the account. `address`: anything else, a stranger.
 */
export type TryOrigin =
  | { readonly from: 'device'; readonly account: string; readonly device: string }
  | { readonly from: 'session'; readonly account: string }
  | {
      readonly from: 'address';
      readonly account: string;
      readonly address: string;
      /** No failed attempt came from the address within 15 minutes ({@link hasTried}). */
      readonly fresh: boolean;
    };

export interface CheckedPassword {
  readonly right: boolean;
  /** Seconds that the next attempt of the same origin waits if this one failed; 0: none. */
  readonly wait: number;
  /** Strangers' failed attempts on this account within a day, including this one; 0 for known devices and sessions. */
  readonly strangers: number;
}

/** 429 for an address that used up its attempts. */
export class AddressWait extends Refusal {
  /** Seconds until the wait ends. */
  readonly seconds: number;

  constructor(seconds: number) {
    const { word, message, extra } = tooMany(seconds);
    super(word, message, extra);
    this.seconds = seconds;
  }
}

/**
 * The queue in which the attempt waits for its turn. All devices of a person share one queue: anyone who knows a password could invent any number of devices.
 */
export const queueOf = (trying: TryOrigin): TurnQueue =>
  trying.from === 'address' ? queueOfAddress(trying.address, trying.fresh ? 1 : 2) : queueOfPerson(trying.account);

/** The count that starts a wait: one account from one origin. */
function pairOf(trying: TryOrigin): string {
  if (trying.from === 'device') return `device:${trying.account}:${trying.device}`;
  if (trying.from === 'session') return `session:${trying.account}`;
  return `from:${trying.account}:${countedAddress(trying.address)}`;
}
const accountOf = ({ account }: TryOrigin) => `account:${account}`;
const addressOf = (address: string) => `address:${countedAddress(address)}`;

/**
 * Checks a password in turn (`look`) and counts the attempt. Throws 429 if the origin has to wait or its queue is full, 503 if too many wait; then nothing is
 * counted.
 */
export function countedCheck(
  database: Database,
  trying: TryOrigin,
  now: number,
  look: () => Promise<boolean>,
): Promise<CheckedPassword> {
  return inTurn(queueOf(trying), async () => {
    const counted = await database.transaction((tx) => countTry(tx, trying, now));
    return { ...counted, right: await look() };
  });
}

/**
 * Counts the attempt before the password is checked, so that parallel guesses cannot evade the limit; a correct password undoes the count ({@link takeBack}).
 * Rows are locked in one order: address, account, both together. A refusal rolls everything back: an address that has to wait leaves no row for the names that
 * it tries.
 */
async function countTry(tx: Db, trying: TryOrigin, now: number): Promise<Omit<CheckedPassword, 'right'>> {
  if (trying.from !== 'address') return { wait: await countFailure(tx, pairOf(trying), now, FAILURES), strangers: 0 };
  await countByAddress(tx, trying.address, now);
  const account = counted(await held(tx, accountOf(trying), now), now, DAY);
  await keep(tx, accountOf(trying), account);
  const attacked = account.count > ACCOUNT_FAILURES;
  return { wait: await countFailure(tx, pairOf(trying), now, attacked ? 1 : FAILURES), strangers: account.count };
}

/** Counts a call without a session from this address; throws {@link AddressWait} from the 101st in 15 minutes on. Counts in the caller's transaction. */
export async function countByAddress(tx: Db, address: string, now: number): Promise<void> {
  const subject = addressOf(address);
  const row = await held(tx, subject, now);
  const left = WINDOW - (now - row.window_start);
  if (left > 0 && row.count >= ADDRESS_TRIES) throw new AddressWait(left);
  await keep(tx, subject, counted(row, now, WINDOW));
}

/** Whether a failed attempt came from this address within 15 minutes, or one is being checked. */
export const hasTried = (address: string, now: number) =>
  sql<boolean>`exists (select 1 from sign_in_attempt where subject = ${addressOf(address)} and count > 0 and window_start > ${now - WINDOW})`;

/** Returns the seconds that the next attempt waits. The count restarts 15 minutes after its first failure; the delay does not. */
async function countFailure(tx: Db, subject: string, now: number, most: number): Promise<number> {
  const row = await held(tx, subject, now);
  if (row.blocked_until > now) throw tooMany(row.blocked_until - now);
  const next = counted(row, now, WINDOW);
  const wait = next.count < most ? 0 : Math.min(WINDOW, row.delay === 0 ? FIRST_WAIT : row.delay * 2);
  await keep(tx, subject, wait === 0 ? next : { ...next, delay: wait, blocked_until: now + wait });
  return wait;
}

/** Undoes the count of an attempt with the correct password. Rows are locked in the same order as for counting. */
export async function takeBack(tx: Db, trying: TryOrigin): Promise<void> {
  // A whole warehouse signs in from one address, so only failed attempts add up. Strangers' attempts on this account stay counted.
  if (trying.from === 'address')
    for (const subject of [addressOf(trying.address), accountOf(trying)])
      await sql`update sign_in_attempt set count = greatest(0, count - 1) where subject = ${subject}`.execute(tx);
  await sql`delete from sign_in_attempt where subject = ${pairOf(trying)}`.execute(tx);
}

/** Deletes counts without an attempt for a day: the window is over, and the growing delay restarts. */
export async function dropOldAttempts(db: Db, now: number): Promise<void> {
  await sql`delete from sign_in_attempt where subject in (select subject from sign_in_attempt
    where window_start < ${now - DAY} and blocked_until < ${now - DAY} for update skip locked)`.execute(db);
}

interface Row {
  count: number;
  window_start: number;
  blocked_until: number;
  delay: number;
}

/** Locks the row of the subject, and creates it if it is missing, so that parallel attempts wait for each other. */
async function held(tx: Db, subject: string, now: number): Promise<Row> {
  const { rows } =
    await sql<Row>`insert into sign_in_attempt as a (subject, count, window_start) values (${subject}, 0, ${now})
    on conflict (subject) do update set subject = a.subject returning count, window_start, blocked_until, delay`.execute(
      tx,
    );
  return rows[0] ?? { count: 0, window_start: now, blocked_until: 0, delay: 0 };
}

const counted = (row: Row, now: number, window: number): Row =>
  row.window_start > now - window ? { ...row, count: row.count + 1 } : { ...row, count: 1, window_start: now };

async function keep(tx: Db, subject: string, { count, window_start, blocked_until, delay }: Row): Promise<void> {
  await sql`update sign_in_attempt set count = ${count}, window_start = ${window_start}, blocked_until = ${blocked_until}, delay = ${delay}
    where subject = ${subject}`.execute(tx);
}
