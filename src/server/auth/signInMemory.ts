/**
 * The memory of one process about sign-ins, so that many strangers can be refused without a database query (S1): devices that signed somebody in recently,
 * addresses with a failed attempt, and addresses that have to wait. The database decides about everybody who is not refused here.
 */
import { sql } from 'kysely';
import { countedAddress } from '../calls/addresses.ts';
import type { Ctx } from '../calls/handler.ts';
import { perMinute, tooMany } from '../calls/rate.ts';
import type { Database, Db } from '../db/open.ts';
import { AddressWait, type CheckedPassword, countedCheck, type TryOrigin, WINDOW } from './attempts.ts';
import { queueOfAddress, type Rank, refuseFull, type TurnQueue } from './turns.ts';

/** How long a device is known after it signed somebody in, seconds. */
export const KNOWN_FOR = 30 * 86_400;
/** Seconds between two reads of devices that signed in at other processes. */
const RELOAD = 60;
/** The most remembered devices. A device beyond them counts as a stranger while many attempts wait, and is known again afterwards. */
const MOST_DEVICES = 50_000;
const MOST_ADDRESSES = 20_000;

type Caller = Pick<Ctx, 'db' | 'deviceId' | 'address' | 'now'>;
export type SignInMemory = ReturnType<typeof signInMemory>;

/** Sets a key and keeps only the latest `most` keys. */
function remember(map: Map<string, number>, key: string, value: number, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > most ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}

/** `callsPerMinute`: how many calls strangers of one address may make. */
export function signInMemory(callsPerMinute: number) {
  const minute = perMinute(callsPerMinute);
  const devices = rememberedDevices();
  /** Counted addresses: time of the last failed attempt (epoch seconds). */
  const wrong = new Map<string, number>();
  /** Counted addresses: end of the wait (epoch seconds). */
  const waits = new Map<string, number>();
  const coming = strangersComing();

  function refuseStranger(queue: TurnQueue, now: number): void {
    minute.count(queue.name, now);
    const left = (waits.get(queue.name) ?? 0) - now;
    if (left > 0) throw tooMany(left);
    refuseFull(queue, coming.before(queue));
  }

  /** Refuses a stranger with 429 or 503 while many attempts wait, before `find` queries the database for the origin of the attempt. */
  async function admit<T extends { readonly trying: TryOrigin }>(asker: Caller, find: () => Promise<T>): Promise<T> {
    const { address, now } = asker;
    if (await devices.isKnown(asker)) {
      const found = await find();
      // The device is known, but not for this account.
      if (found.trying.from === 'address') minute.count(countedAddress(address), now);
      return found;
    }
    const rank: Rank = (wrong.get(countedAddress(address)) ?? 0) > now - WINDOW ? 2 : 1;
    const queue = queueOfAddress(address, rank);
    refuseStranger(queue, now);
    const found = await coming.during(queue, find);
    if (found.trying.from === 'address' && !found.trying.fresh) remember(wrong, queue.name, now, MOST_ADDRESSES);
    return found;
  }

  /** Calls {@link countedCheck} and remembers its outcome. */
  async function look(
    database: Database,
    trying: TryOrigin,
    now: number,
    compare: () => Promise<boolean>,
  ): Promise<CheckedPassword> {
    if (trying.from !== 'address') return countedCheck(database, trying, now, compare);
    const address = countedAddress(trying.address);
    try {
      const looked = await countedCheck(database, trying, now, compare);
      // A correct password undoes its own count: the address may have an attempt left.
      if (looked.right) waits.delete(address);
      else remember(wrong, address, now, MOST_ADDRESSES);
      return looked;
    } catch (error) {
      if (error instanceof AddressWait) remember(waits, address, now + error.seconds, MOST_ADDRESSES);
      throw error;
    }
  }

  return { admit, look, signedIn: devices.signedIn };
}

/** The devices that signed somebody in within {@link KNOWN_FOR}, by the id that they sent. */
function rememberedDevices() {
  /** The last sign-in of each device (epoch seconds). */
  const latest = new Map<string, number>();
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;

  const isFresh = (device: string, now: number) => (latest.get(device) ?? 0) > now - KNOWN_FOR;

  async function load(db: Db, now: number): Promise<void> {
    const { rows } = await sql<{ id: string; at: number }>`select device_id as id, max(created) as at from session
      where device_id is not null and created > ${now - KNOWN_FOR} group by device_id order by at desc limit ${MOST_DEVICES}`.execute(
      db,
    );
    for (const { id, at } of rows.reverse()) remember(latest, id, Math.max(at, latest.get(id) ?? 0), MOST_DEVICES);
  }

  return {
    async isKnown({ db, deviceId, now }: Caller): Promise<boolean> {
      if (!deviceId) return false;
      if (isFresh(deviceId, now)) return true;
      if (!loading && now - loadedAt >= RELOAD) {
        loadedAt = now;
        loading = load(db, now).finally(() => {
          loading = null;
        });
      }
      // A device that just signed in at another process waits for the list. If the database does not answer, the call is refused like any other.
      await loading;
      return isFresh(deviceId, now);
    },
    /** Called when a session was opened from this device. */
    signedIn(deviceId: string | null, now: number): void {
      if (deviceId) remember(latest, deviceId, now, MOST_DEVICES);
    },
  };
}

/** Strangers whose origin is being looked up in the database. They are in no queue yet, but their places are reserved. */
function strangersComing() {
  const queues = new Map<string, number>();
  const ranks: [number, number, number] = [0, 0, 0];
  const add = ({ name, rank }: TurnQueue, more: number) => {
    const count = (queues.get(name) ?? 0) + more;
    if (count > 0) queues.set(name, count);
    else queues.delete(name);
    ranks[rank] += more;
  };
  return {
    /** How many places are reserved ahead of the next attempt. The first of them may find a free place. */
    before: ({ name, rank }: TurnQueue) => ({
      queue: Math.max(0, (queues.get(name) ?? 0) - 1),
      rank: Math.max(0, ranks[rank] - 1),
    }),
    async during<T>(queue: TurnQueue, find: () => Promise<T>): Promise<T> {
      add(queue, 1);
      try {
        return await find();
      } finally {
        add(queue, -1);
      }
    },
  };
}
