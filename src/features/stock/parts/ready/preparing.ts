/**
 * The data that this tablet holds for transfers without a network, and the loading of it (B11.1). One preparation serves all kinds of transfer that
 * the person may make. It starts by itself. A press starts it on a device that saves data, or after a failure.
 */
import { CallError } from '#client/callError.ts';
import { nextTask } from '#client/nextTask.ts';
import { contactStore } from '#client/online.ts';
import { queryClient } from '#client/reads/queries.ts';
import { sessionStore } from '#client/session/state.ts';
import { whenIdle } from '#client/whenIdle.ts';
import { KINDS, type KindFacts } from '#domain/transfer.ts';
import type { Op } from '#offline/outbox/op.ts';
import { queueView } from '#offline/queue.ts';
import { savedHere } from '../savedHere.ts';
import { transfersChangedAt, watchTransfers } from './announced.ts';
import { untilAppIsHeld } from './appHeld.ts';
import { isMetered, prepareKey } from './handoverKey.ts';
import { countsDue, type DueRead, type TabletReads, whatIsDue } from './whatIsDue.ts';
import { type Prepared, whatIsHeld } from './whatIsHeld.ts';

/** The age in ms below which a long answer is not read again. Prices and stock of an hour ago are good enough for work without a network. */
export const FRESH_MS = 60 * 60_000;
/** The same age for a short answer, which costs little. */
const RENEW_MS = 15 * 60_000;
/** The most products of a short answer. */
const SHORT = 1_000;
/** The interval in ms at which an open page looks for answers that are no longer fresh. */
const LOOK_AGAIN_MS = 5 * 60_000;
/** The time in ms between the last completed transfer and a new reading of the stock. Several transfers in a row then need one reading. */
const SETTLED_MS = 15_000;
/** The most reads at the same time. */
const AT_ONCE = 3;
/** The time in ms that a repeated reading may take before the screen shows it, if the tablet holds everything already. */
const QUIET_MS = 5_000;

export interface Preparation {
  /** Null: the stored data was not checked yet. */
  prepared: Prepared | null;
  /** Null: nothing loads, or a repeated reading has not taken long yet. `of`: null until the parties are read. */
  progress: { done: number; of: number | null } | null;
  stopping: boolean;
  /** True: nothing will load without a press, because the loading is done, failed or is not wanted. */
  rests: boolean;
  /** True: the browser has stored all files of the app (`appHeld.ts`). This counts for every person of the device. */
  appHeld: boolean;
}

const NOTHING = { prepared: null, progress: null, stopping: false, rests: false };
let state: Preparation = { ...NOTHING, appHeld: false };
/** The id of the person whose state this is. */
let owner: string | null = null;
/** The person stopped the work. A press starts it again. */
let stopped = false;
const listeners = new Set<() => void>();

function change(next: Partial<Preparation>) {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const preparation = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => state,
};

const me = () => sessionStore.read().profile?.user_id ?? null;

/** The kinds of transfer that the person may make, with `first` at the front. */
function kindsOf(first?: KindFacts): KindFacts[] {
  const permissions = sessionStore.read().profile?.permissions ?? [];
  const mine = Object.values(KINDS).filter((kind) => permissions.includes(kind.permission));
  return first ? [...mine.filter((one) => one === first), ...mine.filter((one) => one !== first)] : mine;
}

/** Checks what the tablet has, without loading anything, for a screen that only shows the state. */
export async function lookAlone(): Promise<void> {
  watch();
  startOver();
  if (state.prepared === null && kindsOf().length > 0) await look();
}

let watching = false;
/**
 * Checks what the tablet has, and loads missing and old answers when the browser is idle and online, unless a setting asks to save data. After the
 * first call this is repeated from time to time, and when the server answers again.
 */
export async function prepareByItself(first?: KindFacts): Promise<void> {
  watch();
  startOver();
  if (kindsOf().length === 0) return;
  if (running !== null && running === owner) {
    again = true;
    return;
  }
  await look();
  if (document.visibilityState !== 'visible') return;
  await new Promise<void>((resolve) => whenIdle(resolve));
  if (stopped || isMetered() || !contactStore.read().online) return change({ rests: true });
  const who = me();
  if (who) void prepareKey(who);
  await run(first, false);
}

function watch() {
  if (watching) return;
  watching = true;
  void untilAppIsHeld().then(() => change({ appHeld: true }));
  setInterval(() => void prepareByItself(), LOOK_AGAIN_MS);
  watchTransfers(() => void prepareByItself());
  document.addEventListener('visibilitychange', () => void prepareByItself());
  let moved = lastMove();
  let soon: ReturnType<typeof setTimeout> | undefined;
  queueView.subscribe(() => {
    if (moved === lastMove()) return;
    moved = lastMove();
    clearTimeout(soon);
    soon = setTimeout(() => void prepareByItself(), SETTLED_MS);
  });
  let { online } = contactStore.read();
  contactStore.subscribe(() => {
    const before = online;
    online = contactStore.read().online;
    if (!before && online) void prepareByItself();
  });
}

const lastMove = () => Math.max(0, ...movedHere().values());

/** Starts the loading after the person pressed the button. */
export async function prepare(first?: KindFacts): Promise<void> {
  startOver();
  stopped = false;
  await run(first, true);
}

export function stop(): void {
  stopped = true;
  if (state.progress) change({ stopping: true });
}

/** Drops the state of another person, so that it is not continued. */
function startOver() {
  if (owner === me()) return;
  owner = me();
  stopped = false;
  change(NOTHING);
}

/** Whether the tablet has the goods of every party and the prices, however old, so that a person can work without a network. */
function holdsAll(): boolean {
  const kinds = Object.values(state.prepared?.kinds ?? {});
  return kinds.length > 0 && kinds.every(({ sources, held, priced }) => sources > 0 && held >= sources && priced);
}

async function look(): Promise<void> {
  const who = owner;
  const prepared = await whatIsHeld(await savedHere(), kindsOf());
  if (who === owner) change({ prepared });
}

/** The id of the person for whom the work runs. Null: no work runs. */
let running: string | null = null;
/** True if something may have become due during the work. */
let again = false;
async function run(first: KindFacts | undefined, pressed: boolean): Promise<void> {
  if (running !== null && running === owner) {
    again = true;
    return;
  }
  const who = owner;
  running = who;
  const mine = () => who === owner && who === me();
  // A press shows its progress at once. A loading that starts by itself shows its progress if the tablet lacks something, or if it takes long.
  const isHurried = pressed || !holdsAll();
  const quietUntil = isHurried ? 0 : Date.now() + QUIET_MS;
  if (pressed) {
    change({ progress: { done: 0, of: null }, stopping: false });
    await nextTask();
  }
  let loaded = true;
  // After one read failed, other reads may still be running.
  let ended = false;
  try {
    loaded = await load(kindsOf(first), {
      isHurried,
      tell: (progress) => !ended && mine() && Date.now() >= quietUntil && change({ progress }),
      over: () => ended || stopped || !mine(),
    });
  } catch {
    // Answers that arrived are kept, and the screen says what is missing.
  } finally {
    ended = true;
    if (loaded && mine()) await look();
    if (running === who) running = null;
    if (mine()) change({ progress: null, stopping: false, rests: true });
  }
  if (again && mine()) {
    again = false;
    await prepareByItself();
  }
}

interface Watched {
  /** A person pressed the button, or something is missing on the tablet. */
  isHurried: boolean;
  tell(progress: { done: number; of: number }): void;
  over(): boolean;
}

/** Reads everything that is missing or old (whatIsDue.ts). Resolves with false if nothing is due. Throws the errors of reads. */
async function load(kinds: readonly KindFacts[], { isHurried, tell, over }: Watched): Promise<boolean> {
  const reads = await savedHere();
  let loaded = false;
  const kept: TabletReads = {
    async young<T>(query: DueRead, moved = 0) {
      const saved = await reads.savedCopy<T>(query.queryKey);
      return saved && isYoung(saved.at, moved, RENEW_MS) ? saved.data : null;
    },
    async isYoung(query, moved = 0, sizedAs = query) {
      const held = await reads.outline(query.queryKey);
      if (!held) return false;
      const { ids } = (sizedAs === query ? held : await reads.outline(sizedAs.queryKey)) ?? held;
      return isYoung(held.at, moved, ids.length > SHORT ? FRESH_MS : RENEW_MS);
    },
    peek: <T>(query: DueRead) => reads.savedCopy<T>(query.queryKey),
    async fetch<T>(query: DueRead) {
      loaded = true;
      return fetchFresh<T>(query);
    },
    over,
  };
  const { user_id = '', permissions = [] } = sessionStore.read().profile ?? {};
  // A few short answers, before the long ones.
  const counts = permissions.includes('count_stock') ? await countsDue(user_id, kept) : [];
  const due = [...counts, ...(await whatIsDue(kinds, kept, movedHere(), transfersChangedAt()))];
  if (due.length === 0 || over()) return loaded;
  const of = due.length;
  let done = 0;
  tell({ done, of });
  const worker = async () => {
    for (let next = due.shift(); next && !over(); next = due.shift()) {
      // A transfer that was cancelled meanwhile does not stop the loading.
      await fetchFresh(next, 0).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      });
      done += 1;
      tell({ done, of });
    }
  };
  // A tablet that has everything loads slowly.
  await Promise.all(Array.from({ length: isHurried ? AT_ONCE : 1 }, worker));
  return true;
}

const isYoung = (at: number, moved: number, fresh: number) => Date.now() - at < fresh && at > moved;

/** When this tablet last completed a transfer of a party, epoch ms by party id. A stock from before that time is outdated. */
function movedHere(): ReadonlyMap<string, number> {
  const moved = new Map<string, number>();
  for (const { op, at } of queueView.read()?.past ?? []) {
    if (op.type !== 'execute' || op.state !== 'done') continue;
    const header = (op as Op<'execute'>).payload.confirmed?.header;
    for (const party of header ? [header.source, header.destination] : [])
      moved.set(party, Math.max(at, moved.get(party) ?? 0));
  }
  return moved;
}

/** Reads from the network, even if the cache is fresh. `kept`: the time in ms for which the answer stays in memory; the disk has it too. */
async function fetchFresh<T>(options: { queryKey: readonly unknown[] }, kept?: number): Promise<T> {
  const answer = (await queryClient.fetchQuery({
    ...(options as Parameters<typeof queryClient.fetchQuery>[0]),
    staleTime: 0,
    ...(kept === undefined ? {} : { gcTime: kept }),
    meta: { patient: true },
  })) as { data: T };
  return answer.data;
}
