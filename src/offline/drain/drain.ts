/**
 * One pass of the flusher (SYNC section 5), in a page or in the service worker, under the Web Lock that flush.ts takes.
 * The state `sending` is on disk before the request goes out, and the verdict is on disk before the op is removed (rule 21).
 */

import { LIVE, type Op } from '../outbox/op.ts';
import { backoff, isDue, isWork, meaningOf, nextUnit, type Trouble, triable, turnOf } from '../outbox/queueRules.ts';
import type { Ports, QueueOwner, Reply, Tx } from '../store/ports.ts';
import { forgetOld, heardTime, knownEpoch, noticeEpoch } from './epoch.ts';
import { CANCELLING_MS, recancelKeys, recordCancelled } from './recancelKeys.ts';
import { freeze, refersTo, toRequest } from './requests.ts';
import { type Ending, finish, rowReplies, settle } from './verdict.ts';

/** The lock is held for one pass of at most a minute (rule 20). */
const PASS_MS = 60_000;
const LANES = 2;
/** So many requests that all fail with 500 end a pass. */
const OUTAGE = 3;

export interface Pass extends Ending {
  /** Ops that got a verdict in this pass. */
  finished: number;
  /** Epoch ms of the next try; null: no op waits for a time. */
  retryAt: number | null;
}

export interface DrainOptions {
  /** Set for the browser's `online` event, the button and sign-in: backoff is ignored (rule 24). */
  forced?: boolean;
  /**
   * The server answered another request, so this pass starts without its waiting time. Each op's own waiting time stays, and the backoff between
   * passes keeps growing.
   */
  woken?: boolean;
}

interface State extends Ending {
  owner: QueueOwner;
  finished: number;
  deadline: number;
  /** The number of requests that failed with 500 before the server did any work in this pass; null: it did some (K42). */
  failed: number | null;
  /** The transfer that each lane is sending; no other lane takes it. */
  at: (string | null)[];
}

export async function drain(ports: Ports, owner: QueueOwner, options: DrainOptions = {}): Promise<Pass> {
  const began = ports.clock.now();
  const wait = await begin(ports, owner, options);
  if (!isDue(wait, ports.clock.now())) return { finished: 0, retryAt: wait, stopped: 'no_answer' };
  const state: State = {
    owner,
    stopped: null,
    finished: await recancelKeys(ports, owner, 'copies', { until: began + CANCELLING_MS }),
    deadline: began + PASS_MS,
    failed: 0,
    at: [],
  };
  const lane = async (number: number): Promise<void> => {
    let taken: Taken | null = null;
    for (;;) {
      // A unit that was taken together with a verdict is marked as sending already, so it is sent in any case.
      if (!taken && isCut(ports, state)) return;
      taken ??= await ports.store.change((tx) => take(tx, ports, state, number));
      state.finished += taken.settled;
      if (taken.unit.length === 0 && taken.settled === 0) return;
      taken = taken.unit.length > 0 ? await sendUnit(ports, taken, state, number) : null;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: LANES }, (_, number) => lane(number)));
  // The lock is released only after both lanes have ended, also when one of them failed.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const { stopped } = state;
  // The pass ended because its minute was over, with work left: the next one starts at once.
  const cut = !stopped && ports.clock.now() > state.deadline && state.finished > 0;
  const behind = isCut(ports, state) ? null : await recordCancelled(ports, owner, state.deadline);
  const retryAt = await nextTime(ports, owner, Math.min(began, ports.clock.now()));
  const finished = state.finished + (behind?.taken ?? 0);
  return { finished, stopped, retryAt: cut || behind?.goOn ? ports.clock.now() : retryAt };
}

const isCut = (ports: Ports, { stopped, deadline }: State): boolean => stopped !== null || ports.clock.now() > deadline;

/**
 * Resets the ops that a dead flusher left as `sending` (rule 20) and queues the ops that waited for this user's sign-in or this app version.
 * Returns the time (epoch ms) before which nothing is sent.
 */
async function begin(
  ports: Ports,
  owner: QueueOwner,
  { forced = false, woken = false }: DrainOptions,
): Promise<number> {
  return ports.store.change(async (tx) => {
    for (const op of await tx.ops()) {
      const mine = op.user_id === owner.user_id;
      const wakes =
        op.state === 'sending' ||
        (mine && op.state === 'paused_auth') ||
        // When forced also in the same version: the server may have asked for an update by mistake.
        (mine && op.state === 'paused_update' && (forced || op.app_version !== owner.app_version));
      if (wakes || (forced && op.next_try > 0))
        await tx.put({ ...op, state: wakes ? 'queued' : op.state, next_try: forced ? 0 : op.next_try });
    }
    await forgetOld(tx, ports.clock.now());
    const wait = Number((await tx.meta('next_pass')) ?? 0);
    if (!forced && !woken) return wait;
    // When forced, the length of the next waiting time is reset too (rule 24).
    for (const name of forced ? ['next_pass', 'silent_passes'] : ['next_pass'])
      if (await tx.meta(name)) await tx.setMeta(name, 0);
    return 0;
  });
}

/** A unit with the epoch of the store for which it was chosen. If another lane notices a restore afterwards, this unit is affected too (rule 35). */
interface Taken {
  unit: Op[];
  epoch: string | undefined;
  /** The number of ops that were settled without a request; more ops may be free behind them. */
  settled: number;
}

/**
 * Chooses the next unit of a free transfer and marks it as sending. The transaction may be repeated, so nothing outside it may depend on its first
 * run.
 */
async function take(tx: Tx, ports: Ports, { owner, at }: State, number: number): Promise<Taken> {
  at[number] = null;
  const epoch = await knownEpoch(tx);
  const lanes = new Map<string, Op[]>();
  for (const op of await tx.ops()) {
    if (op.user_id !== owner.user_id || at.includes(op.transfer)) continue;
    const lane = lanes.get(op.transfer);
    if (lane) lane.push(op);
    else lanes.set(op.transfer, [op]);
  }
  // Transfers without an answer come last, the oldest silence first, so that no transfer holds up another one (rule 18).
  const inTurn = [...lanes].sort(([, one], [, other]) => turnOf(one) - turnOf(other));
  for (const [transfer, lane] of inTurn) {
    const unit = nextUnit(lane, ports.clock.now());
    if (unit.length === 0) continue;
    const sending: Op[] = [];
    let settled = 0;
    await tx.prefetch(unit.flatMap(refersTo));
    for (const op of unit) {
      const frozen = await freeze(tx, op);
      if (frozen === null || frozen === 'nothing') {
        await settleHere(tx, op, frozen, ports.clock.now());
        settled += 1;
        continue;
      }
      const { app_version } = owner;
      const next: Op = { ...op, ...frozen, state: 'sending', attempts: op.attempts + 1, app_version };
      await tx.put(next);
      sending.push(next);
    }
    if (sending.length > 0) at[number] = transfer;
    return { unit: sending, epoch, settled };
  }
  return { unit: [], epoch, settled: 0 };
}

/**
 * Settles an op without a request. A removal of a line that was never on the server is done. An op whose transfer is not known (a lost cache of
 * ids) needs attention.
 */
async function settleHere(tx: Tx, op: Op, found: 'nothing' | null, now: number): Promise<void> {
  const lane = found === 'nothing' ? await tx.opsOfChains([op.chain]) : [];
  // After a restore an add of another officer on this tablet is sent again under that officer's name only, and this removal is about the added
  // line.
  const theirs = lane.some(
    (one) => one.seq < op.seq && one.user_id !== op.user_id && one.attempts > 0 && LIVE.has(one.state),
  );
  if (found === 'nothing' && !theirs)
    return finish(tx, op, { message: 'Nothing was there to remove.', data: null }, now);
  const message = theirs
    ? 'Another officer has to send this line first.'
    : 'The transfer of this line is not known on this tablet.';
  await tx.put({ ...op, state: 'attention', last_error: { key: op.key, code: 0, message, data: null, stored: false } });
}

/** Sends a unit. Its verdict and the choice of the lane's next unit share one transaction. null: the next unit must be chosen again. */
async function sendUnit(ports: Ports, { unit, epoch }: Taken, state: State, number: number): Promise<Taken | null> {
  const request = toRequest(unit);
  const reply = await ports.net.send({ ...request, epoch });
  const from = reply.verified ? reply.epoch : null;
  if (from !== null && from !== epoch) {
    // The server was restored from a backup: all ops of the last week are sent again with the old keys (rule 35). So is this unit, also when
    // another lane noticed the restore first, because its ids belonged to the lost store.
    if (await noticeEpoch(ports, from)) {
      const until = Math.min(state.deadline, ports.clock.now() + CANCELLING_MS);
      state.finished += await recancelKeys(ports, state.owner, 'copies', { until });
    }
    if (epoch !== undefined) return null;
  }
  const rows = request.path.endsWith('_bulk') ? rowReplies(reply, unit) : null;
  const heard: ReplyFacts = { unit, reply, rows, luck: ports.chance.next(), state };
  const settled = async (tx: Tx): Promise<number> =>
    // Another lane has noticed a restore meanwhile: answers of the earlier store no longer count, and the ops are queued again.
    from === null || from === (await knownEpoch(tx)) ? settleUnit(tx, ports, heard) : 0;
  const told = await ports.store
    .change(async (tx) => {
      const finished = await settled(tx);
      return { finished, next: isCut(ports, state) ? null : await take(tx, ports, state, number) };
    })
    .catch(async (error: unknown) => {
      // On a nearly full disk the verdict, which frees space, is stored even if the next unit cannot be.
      await ports.store.change(settled);
      throw error;
    });
  state.finished += told.finished;
  return told.next;
}

interface ReplyFacts {
  unit: readonly Op[];
  reply: Reply;
  /** The verdict for each op of a batch; null: one answer for all. */
  rows: readonly Reply[] | null;
  luck: number;
  state: State;
}

/** Stores verdicts, ids and history of a whole unit in one transaction (rules 14, 21). Returns how many ops are finished. */
async function settleUnit(tx: Tx, ports: Ports, { unit, reply, rows, luck, state }: ReplyFacts): Promise<number> {
  let finished = 0;
  if (reply.verified) await heardTime(tx, reply.date);
  // All ops are read, because the next unit is chosen from them; one request to the disk saves time.
  await Promise.all([tx.ops(), tx.prefetch(unit.map((op) => op.chain))]);
  const tries = Number((await tx.meta('silent_passes')) ?? 0);
  const wait = Number((await tx.meta('next_pass')) ?? 0);
  const turn = Number((await tx.meta('silences')) ?? 0) + 1;
  const trouble = await hear(tx, state, unit, rows ?? [reply]);
  for (const [index, op] of unit.entries()) {
    const now = await tx.op(op.seq);
    // The op was discarded or settled by another flusher while this answer was under way. It must not come back (rule 34).
    if (now?.key !== op.key) continue;
    // Meanwhile the op may have been exported, or its references reset after a restore. Where no lock is available (flush.ts), another tab may have
    // tried the op since, and that attempt counts whatever this answer is.
    const { item, sent_body, attempts, copied } = now;
    const sent = { ...op, item, sent_body, attempts, ...(copied ? { copied } : {}) };
    const over = await settle(tx, sent, rows?.[index] ?? reply, {
      ...{ ending: state, now: ports.clock.now(), luck, turn, trouble },
      uuid: ports.chance.uuid,
    });
    if (over) finished += 1;
  }
  if (state.stopped !== 'no_answer') return finished;
  // Also when these ops were answered but the other lane got no answer: a waiting time that is set already stays and counts once.
  const now = ports.clock.now();
  const told = isDue(wait, now) ? 0 : wait;
  await tx.setMeta('silences', turn);
  await tx.setMeta('silent_passes', told > 0 ? tries : tries + 1);
  await tx.setMeta('next_pass', Math.max(told, now + backoff(tries, luck, reply.verified ? reply.retryAfter : null)));
  return finished;
}

/**
 * What an answer says about the server itself (K42). Three requests that fail with 500 and none that works are an outage: the pass stops and waits
 * as for a silent server.
 */
async function hear(tx: Tx, state: State, unit: readonly Op[], replies: readonly Reply[]): Promise<Trouble> {
  const meanings = replies.map((reply, index) => meaningOf(reply, unit[index]?.type ?? 'upsert'));
  const well = Number((await tx.meta('well')) ?? 0);
  if (meanings.some(isWork)) {
    state.failed = null;
    await tx.setMeta('well', well + 1);
  }
  if (meanings[0] !== 'server_failed') return { alone: false, well };
  if (state.failed !== null) state.failed += 1;
  if ((state.failed ?? 0) >= OUTAGE) state.stopped ??= 'no_answer';
  const mine = (await tx.ops()).filter((op) => op.user_id === unit[0]?.user_id);
  return { alone: triable(mine) <= 1, well };
}

/** The time of the next try, epoch ms. Times from before this pass are ignored: those ops wait for a user or for another op. */
async function nextTime(ports: Ports, owner: QueueOwner, began: number): Promise<number | null> {
  return ports.store.read(async (tx) => {
    const waiting = (await tx.ops()).filter(
      (op) => op.user_id === owner.user_id && op.state === 'queued' && LIVE.has(op.state),
    );
    if (waiting.length === 0) return null;
    const pass = Number((await tx.meta('next_pass')) ?? 0);
    if (pass >= began) return pass;
    const later = waiting.map((op) => op.next_try).filter((time) => time >= began);
    return later.length > 0 ? Math.min(...later) : null;
  });
}
