/**
 * How often a password may be tried (B10.9, S1, S2): counted in the database, so that all processes and restarts know it. Counted is where a
 * try comes from, so that a stranger keeps nobody out: a device that signed this account in before and an open session have counts of their own;
 * strangers are counted by address, by account and address together, and by account alone, which slows but never shuts.
 */
import { sql } from 'kysely';
import { countedAddress } from '../calls/addresses.ts';
import { tooMany } from '../calls/rate.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Database, Db } from '../db/open.ts';
import { inTurn, type Lane, laneOfAddress, laneOfPerson } from './turns.ts';

export const WINDOW = 15 * 60;
/** Wrong ones in 15 minutes until the next one waits 60 s, doubling to 15 min. */
const FAILURES = 5;
const FIRST_WAIT = 60;
const ADDRESS_TRIES = 100;
/** Strangers' wrong ones of one account in a day, from all addresses; after that each address waits after every wrong one. */
export const ACCOUNT_FAILURES = 100;
const DAY = 86_400;

/**
 * Who is trying. `account`: its id, or the name of none. `device`: one that signed this account in within the last 30 days; `session`: whoever holds a
 * session of it; `address`: everybody else.
 */
export type Trying =
  | { readonly from: 'device'; readonly account: string; readonly device: string }
  | { readonly from: 'session'; readonly account: string }
  | {
      readonly from: 'address';
      readonly account: string;
      readonly address: string;
      /** No wrong try from there within 15 minutes ({@link hasTried}). */
      readonly fresh: boolean;
    };

export interface Looked {
  readonly right: boolean;
  /** Seconds that the next one of the same kind waits, if this one was wrong; 0: none. */
  readonly wait: number;
  /** Strangers' wrong ones of this account within a day, this one among them; 0 for known devices and sessions. */
  readonly strangers: number;
}

/** 429 for an address that had its tries. */
export class AddressWait extends Refusal {
  /** Until the wait ends. */
  readonly seconds: number;

  constructor(seconds: number) {
    const { word, message, extra } = tooMany(seconds);
    super(word, message, extra);
    this.seconds = seconds;
  }
}

/** Where it waits for its turn. All devices of a person share one lane: whoever knows a password could make up as many as he likes. */
export const laneOf = (trying: Trying): Lane =>
  trying.from === 'address' ? laneOfAddress(trying.address, trying.fresh ? 1 : 2) : laneOfPerson(trying.account);

/** The count that begins to wait: of one account, from one place. */
function pairOf(trying: Trying): string {
  if (trying.from === 'device') return `device:${trying.account}:${trying.device}`;
  if (trying.from === 'session') return `session:${trying.account}`;
  return `from:${trying.account}:${countedAddress(trying.address)}`;
}
const accountOf = ({ account }: Trying) => `account:${account}`;
const addressOf = (address: string) => `address:${countedAddress(address)}`;

/**
 * `look` at a password in turn, counted. Throws 429 when there is a wait or the address's lane is full, 503 when too many wait; nothing is counted
 * then.
 */
export function lookCounted(
  database: Database,
  trying: Trying,
  now: number,
  look: () => Promise<boolean>,
): Promise<Looked> {
  return inTurn(laneOf(trying), async () => {
    const counted = await database.transaction((tx) => countTry(tx, trying, now));
    return { ...counted, right: await look() };
  });
}

/**
 * Counted before the password is looked at, so that many guesses at once cannot all slip through; a right one takes it back ({@link takeBack}). Rows
 * are held in one order: address, account, both together. A refusal takes all of it back: an address that has to wait leaves no row for the
 * names it tries.
 */
async function countTry(tx: Db, trying: Trying, now: number): Promise<Omit<Looked, 'right'>> {
  if (trying.from !== 'address') return { wait: await countFailure(tx, pairOf(trying), now, FAILURES), strangers: 0 };
  await countByAddress(tx, trying.address, now);
  const account = counted(await held(tx, accountOf(trying), now), now, DAY);
  await keep(tx, accountOf(trying), account);
  const attacked = account.count > ACCOUNT_FAILURES;
  return { wait: await countFailure(tx, pairOf(trying), now, attacked ? 1 : FAILURES), strangers: account.count };
}

/** One more of what strangers ask at the door from this address; throws {@link AddressWait} from the 101st in 15 minutes on. Counts in the caller's transaction. */
export async function countByAddress(tx: Db, address: string, now: number): Promise<void> {
  const subject = addressOf(address);
  const row = await held(tx, subject, now);
  const left = WINDOW - (now - row.window_start);
  if (left > 0 && row.count >= ADDRESS_TRIES) throw new AddressWait(left);
  await keep(tx, subject, counted(row, now, WINDOW));
}

/** Whether something wrong came from this address within 15 minutes, or is being looked at. */
export const hasTried = (address: string, now: number) =>
  sql<boolean>`exists (select 1 from sign_in_attempt where subject = ${addressOf(address)} and count > 0 and window_start > ${now - WINDOW})`;

/** Seconds that the next one waits. The count starts anew 15 minutes after its first failure, the delay does not. */
async function countFailure(tx: Db, subject: string, now: number, most: number): Promise<number> {
  const row = await held(tx, subject, now);
  if (row.blocked_until > now) throw tooMany(row.blocked_until - now);
  const next = counted(row, now, WINDOW);
  const wait = next.count < most ? 0 : Math.min(WINDOW, row.delay === 0 ? FIRST_WAIT : row.delay * 2);
  await keep(tx, subject, wait === 0 ? next : { ...next, delay: wait, blocked_until: now + wait });
  return wait;
}

/** It was the right password. Rows in the order that counting holds them. */
export async function takeBack(tx: Db, trying: Trying): Promise<void> {
  // A whole warehouse signs in from one address: only what went wrong adds up. What strangers tried of this account stays counted.
  if (trying.from === 'address')
    for (const subject of [addressOf(trying.address), accountOf(trying)])
      await sql`update sign_in_attempt set count = greatest(0, count - 1) where subject = ${subject}`.execute(tx);
  await sql`delete from sign_in_attempt where subject = ${pairOf(trying)}`.execute(tx);
}

/** Counts that nobody added to for a day: the window is long over, and the growing delay starts anew. */
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

/** The subject's row, made if there was none and held, so that tries at once stand in line. */
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
