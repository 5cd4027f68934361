/**
 * What one process remembers of sign-ins, so that a crowd of strangers is refused without a question to the database (S1): which devices signed
 * somebody in of late, which addresses typed something wrong, and which were told to wait. The database stays the judge of everybody who is not refused here.
 */
import { sql } from 'kysely';
import { countedAddress } from '../calls/addresses.ts';
import type { Ctx } from '../calls/handler.ts';
import { perMinute, tooMany } from '../calls/rate.ts';
import type { Database, Db } from '../db/open.ts';
import { AddressWait, type Looked, lookCounted, type Trying, WINDOW } from './attempts.ts';
import { type Lane, laneOfAddress, type Rank, refuseFull } from './turns.ts';

/** Who signed in from a device within so many seconds is known there. */
export const KNOWN_FOR = 30 * 86_400;
/** Seconds between two looks for devices that signed in at other processes. */
const RELOAD = 60;
/** The latest so many are remembered. A device beyond them is a stranger's while there is a crowd, and known again after it. */
const MOST_DEVICES = 50_000;
const MOST_ADDRESSES = 20_000;

type Caller = Pick<Ctx, 'db' | 'deviceId' | 'address' | 'now'>;
export type SignInMemory = ReturnType<typeof signInMemory>;

/** Keeps the latest `most` keys. */
function remember(map: Map<string, number>, key: string, value: number, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > most ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}

/** `callsPerMinute`: how often strangers of one address may ask. */
export function signInMemory(callsPerMinute: number) {
  const minute = perMinute(callsPerMinute);
  const devices = rememberedDevices();
  /** Counted addresses: when something wrong came from there (epoch seconds). */
  const wrong = new Map<string, number>();
  /** Counted addresses: until when they wait (epoch seconds). */
  const waits = new Map<string, number>();
  const coming = strangersComing();

  function refuseStranger(lane: Lane, now: number): void {
    minute.count(lane.name, now);
    const left = (waits.get(lane.name) ?? 0) - now;
    if (left > 0) throw tooMany(left);
    refuseFull(lane, coming.before(lane));
  }

  /** Throws 429 or 503 for a stranger in a crowd before `find` is asked, which looks in the database who tries. */
  async function admit<T extends { readonly trying: Trying }>(asker: Caller, find: () => Promise<T>): Promise<T> {
    const { address, now } = asker;
    if (await devices.isKnown(asker)) {
      const found = await find();
      // Known, but not to this account.
      if (found.trying.from === 'address') minute.count(countedAddress(address), now);
      return found;
    }
    const rank: Rank = (wrong.get(countedAddress(address)) ?? 0) > now - WINDOW ? 2 : 1;
    const lane = laneOfAddress(address, rank);
    refuseStranger(lane, now);
    const found = await coming.during(lane, find);
    if (found.trying.from === 'address' && !found.trying.fresh) remember(wrong, lane.name, now, MOST_ADDRESSES);
    return found;
  }

  /** {@link lookCounted}, whose outcome is remembered. */
  async function look(
    database: Database,
    trying: Trying,
    now: number,
    compare: () => Promise<boolean>,
  ): Promise<Looked> {
    if (trying.from !== 'address') return lookCounted(database, trying, now, compare);
    const address = countedAddress(trying.address);
    try {
      const looked = await lookCounted(database, trying, now, compare);
      // A right one takes its own try back: the address may have a try left.
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
  /** When each last signed somebody in (epoch seconds). */
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
      // One that just signed in elsewhere waits for the list; a database that does not answer refuses the call as it refuses any.
      await loading;
      return isFresh(deviceId, now);
    },
    /** A session was opened from this device. */
    signedIn(deviceId: string | null, now: number): void {
      if (deviceId) remember(latest, deviceId, now, MOST_DEVICES);
    },
  };
}

/** Strangers for whom the database is being asked who they are: they stand in no line yet, but their places are theirs. */
function strangersComing() {
  const lanes = new Map<string, number>();
  const ranks: [number, number, number] = [0, 0, 0];
  const add = ({ name, rank }: Lane, more: number) => {
    const count = (lanes.get(name) ?? 0) + more;
    if (count > 0) lanes.set(name, count);
    else lanes.delete(name);
    ranks[rank] += more;
  };
  return {
    /** How many may stand in line before the next one; the first of them may find a place free. */
    before: ({ name, rank }: Lane) => ({
      lane: Math.max(0, (lanes.get(name) ?? 0) - 1),
      rank: Math.max(0, ranks[rank] - 1),
    }),
    async during<T>(lane: Lane, find: () => Promise<T>): Promise<T> {
      add(lane, 1);
      try {
        return await find();
      } finally {
        add(lane, -1);
      }
    },
  };
}
