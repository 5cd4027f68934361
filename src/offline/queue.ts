/** The queue of this browser: one store and one flusher for all persons. It is loaded after the first paint. */

import { noteAnswer, noteNoAnswer, probe } from '#client/online.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { deviceId } from '#client/session/device.ts';
import { sessionStore } from '#client/session/state.ts';
import { newUuid } from '#client/uuid.ts';
import { crossTab } from './drain/crossTab.ts';
import { makeDirect } from './drain/direct.ts';
import { noticeEpoch } from './drain/epoch.ts';
import { type Flusher, makeFlusher, webLock } from './drain/flush.ts';
import { makeNet, type Witness } from './drain/net.ts';
import { serverFacts } from './drain/plainServer.ts';
import { type FinishedOp, LIVE, type Op } from './outbox/op.ts';
import { makeOutbox, type Outbox } from './outbox/outbox.ts';
import { sharedObserver } from './sharedObserver.ts';
import { type DexieStore, dexieStore, isAbsent, isFull, isNewer, type OutboxDb } from './store/dexieStore.ts';
import type { Ports, QueueOwner } from './store/ports.ts';
import { watchStore } from './store/watchStore.ts';

declare const __APP_VERSION__: string;

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

export interface Queue {
  readonly store: DexieStore;
  readonly outbox: Outbox;
  readonly flusher: Flusher;
  /**
   * Saves a change of a transfer (null: a new transfer). It resolves when the change is on disk, from where it is sent (rules 3, 4). When the disk is full or
   * missing and the server takes the change at once, `sent` is the server's id of the transfer and nothing waits (rules 48, 49). Rejects with the reason when
   * the change was not saved.
   */
  save<T>(transfer: string | null, work: (outbox: Outbox) => Promise<T>): Promise<SaveResult<T>>;
  /** The person pressed the button: sends all waiting changes now, and checks the connection when there are none. */
  syncNow(): Promise<void>;
  /** The health check named the server's database (rule 35). */
  sawEpoch(epoch: string): Promise<void>;
  /** Waits at most `ms` for the verdict of a key (rule 3), because the message to the person depends on the verdict. */
  verdictOf(key: string, ms?: number): Promise<'done' | 'waiting' | 'refused'>;
}

/** `sent` is null when the change is on disk; `value` is the outbox's result. Otherwise the server has the change already. */
export type SaveResult<T> = { sent: null; value: T } | { sent: string };

let queue: Queue | null = null;
/** true while this page's flusher runs a pass. */
let sending = false;
const elsewhere = crossTab(
  () => void invalidateAll(),
  () => sending,
);
/** true after newer code in another tab took over the store: this page only reads it (rule 45). */
let blocked = false;
/** What {@link QueueState.expected} holds. */
let expected: ExpectedRefusals = new Map();
/** Notifies the subscribers of the queue about state that the store does not hold: whether it is blocked, and which refusals are expected. */
let showAgain: (() => void) | null = null;

/** Deletes saved reads to make room for the queue, because reads can be fetched again (rule 48). */
async function makeRoom(): Promise<void> {
  const { forgetAllReads } = await import('./reads/savedReads.ts');
  await forgetAllReads();
}

/** Deletes saved reads early: at 80 % of the storage, or when less than 20 MB are free (rule 48). */
async function keepRoom(): Promise<void> {
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  if (quota > 0 && (usage / quota >= 0.8 || quota - usage < 20_000_000)) await makeRoom();
}

/** Runs once at each start: opens the store, writes the reserve record and makes room. Throws NewerStore. */
export async function readyQueue(): Promise<void> {
  await keepRoom();
  await theQueue().store.ready();
}

export function currentOwner(): QueueOwner | null {
  const { profile } = sessionStore.read();
  return profile
    ? { user_id: profile.user_id, user_name: profile.name, device_id: deviceId(), app_version: __APP_VERSION__ }
    : null;
}

const witness: Witness = { answered: noteAnswer, silent: noteNoAnswer };
export const systemClock = { now: () => Date.now() };
export const systemChance = { next: () => Math.random(), uuid: newUuid };

export function theQueue(): Queue {
  if (queue) return queue;
  const store = dexieStore('outbox', {
    onBlocked: () => {
      blocked = true;
      showAgain?.();
    },
    makeRoom,
    // Without Web Locks, as on an insecure origin, offline saving is off.
    off: !navigator.locks,
  });
  const ports: Ports = {
    store,
    net: makeNet({ device_id: deviceId(), app_version: __APP_VERSION__ }, witness),
    clock: systemClock,
    chance: systemChance,
    server: {
      facts: serverFacts,
      engine: async () => (await import('./plain/engine.ts')).plainEngineOver(witness),
    },
  };
  const flusher = makeFlusher({
    ports,
    owner: currentOwner,
    lock: (work) =>
      webLock(async () => {
        sending = true;
        try {
          return await work();
        } finally {
          sending = false;
        }
      }),
    before: (forced) => outbox.supersede(forced),
    onPass: (pass) => {
      if (pass.finished === 0) return;
      void invalidateAll();
      void store
        .read((tx) => tx.meta('last_sent'))
        .then(
          (at) => elsewhere.marked(Number(at ?? 0) || null),
          () => undefined,
        );
    },
    registerSync: () => {
      void navigator.serviceWorker?.ready
        .then((registration) => (registration as SyncRegistration).sync?.register('outbox'))
        .catch(() => undefined);
    },
  });
  const owner = () => {
    const now = currentOwner();
    if (!now) throw new Error('Nobody is signed in.');
    return now;
  };
  const outbox = makeOutbox(ports, owner);
  const direct = makeDirect(ports, owner, isAbsent, () => void invalidateAll());
  const save: Queue['save'] = async (transfer, work) => {
    try {
      // A transfer that may have been created without a response is not created again on disk.
      const begun = transfer === null && (await direct.holdsNew()) ? await direct.send(null, work) : null;
      if (begun !== null) return { sent: begun };
      const value = await work(outbox);
      void direct.giveUp();
      return { sent: null, value };
    } catch (error) {
      const sent = isFull(error) || isAbsent(error) ? await direct.send(transfer, work) : null;
      if (sent === null) throw error;
      void invalidateAll();
      return { sent };
    }
  };
  const sawEpoch = async (epoch: string) => {
    if (await noticeEpoch(ports, epoch)) await flusher.flush({ forced: true });
  };
  const syncNow = async () => {
    await Promise.all([probe(), flusher.flush({ forced: true })]);
  };
  queue = { store, outbox, flusher, save, syncNow, sawEpoch, verdictOf };
  return queue;
}

async function verdictOf(key: string, ms = 1_500): Promise<'done' | 'waiting' | 'refused'> {
  const { store, flusher } = theQueue();
  void flusher.flush();
  const until = Date.now() + ms;
  for (;;) {
    const [past, op] = await Promise.all([store.db.past.get(key), store.db.ops.where('key').equals(key).first()]);
    if (past?.op.state === 'done') return 'done';
    if (op?.state === 'attention' || op?.state === 'conflict') return 'refused';
    if (!op && !past) return 'waiting';
    if (Date.now() >= until) return 'waiting';
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

const NOTHING: StoredQueue = { ops: [], past: [], lastSent: null, nextPass: 0 };

/** Sets the waiting confirmations that the server will refuse, as far as this tablet knows. Each call replaces the whole list. */
export function expectRefusals(found: ExpectedRefusals): void {
  if (JSON.stringify([...found]) === JSON.stringify([...expected])) return;
  expected = found;
  showAgain?.();
}

/** The queue of all persons: counts for everybody, contents only for their owner. null: not read yet. */
export const queueView = sharedObserver<QueueState>((tell, failed) => {
  const marked = (state: StoredQueue): QueueState => ({ ...state, expected, newer: blocked || (state.newer ?? false) });
  const seen = () => queueView.read() ?? NOTHING;
  showAgain = () => tell(marked(seen()));
  const end = watchStore(
    theQueue().store,
    stateOf,
    (state) => {
      elsewhere.saw(state.lastSent);
      tell(marked(state));
    },
    (error) =>
      failed(marked({ ...seen(), ...(!blocked && { broken: isAbsent(error) ? 'absent' : 'unreadable' }) }), blocked),
  );
  return () => {
    end();
    showAgain = null;
  };
});

const stateOf = (db: OutboxDb): Promise<StoredQueue> =>
  db.transaction('r', [db.ops, db.meta, db.past], async () => {
    const [ops, meta, past] = await Promise.all([
      db.ops.orderBy('seq').toArray(),
      db.meta.bulkGet(['last_sent', 'next_pass', 'generation']),
      db.past.orderBy('at').reverse().limit(200).toArray(),
    ]);
    return {
      ops: ops.filter((op) => LIVE.has(op.state)),
      past,
      lastSent: Number(meta[0]?.value ?? 0) || null,
      nextPass: Number(meta[1]?.value ?? 0),
      newer: isNewer(meta[2]?.value),
    };
  });

interface StoredQueue {
  ops: Op[];
  past: FinishedOp[];
  lastSent: number | null;
  nextPass: number;
  /** `absent`: offline saving is off (rule 49). `unreadable`: there is a store that cannot be read (rule 7). */
  broken?: 'absent' | 'unreadable';
  /** true: a newer version of the app wrote the store. Nothing is saved here until the page is reloaded (rule 45). */
  newer?: boolean;
}

/** By the key of a confirmation: the units that are there of each product of which it asks for too much, by product id. */
export type ExpectedRefusals = ReadonlyMap<string, Readonly<Record<string, number>>>;

export interface QueueState extends StoredQueue {
  /** The confirmations that the server is expected to refuse. A refused confirmation moves no goods until a person mends it. */
  expected: ExpectedRefusals;
}
