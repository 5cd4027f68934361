/**
 * One pass of the flusher (SYNC section 5). It runs in a page or in the service worker, under the Web Lock that flush.ts takes.
 * Each step has the same order: the op is marked as sending on disk, then the request goes out; the verdict is on disk before the op is removed (rule 21).
 */

import { isOfStocktake } from '#domain/lanePositions.ts';
import { LIVE, type Op } from '../outbox/op.ts';
import {
  backoff,
  goodsSources,
  isDue,
  isWork,
  meaningOf,
  nextUnit,
  type Trouble,
  triable,
  turnOf,
  willSettle,
} from '../outbox/queueRules.ts';
import type { DrainOptions, Ending, Pass, Ports, QueueOwner, Reply, Tx } from '../store/ports.ts';
import { forgetOld, knownEpoch, noticeEpoch, recordServerTime } from './epoch.ts';
import { plainEngine } from './plainServer.ts';
import { CANCELLING_MS, recancelKeys, recordCancelled } from './recancelKeys.ts';
import { freeze, refersTo, toRequest } from './requests.ts';
import { finish, rowReplies, settle } from './verdict.ts';

/** The longest time of one pass, ms. One pass holds the lock (rule 20). */
const PASS_MS = 60_000;
const LANES = 2;
/** This many failed requests (500) in one pass, with no successful request between them, count as an outage. */
const OUTAGE = 3;

export interface State extends Ending {
  owner: QueueOwner;
  finished: number;
  deadline: number;
  /** How many requests failed (500) in this pass before one worked. null: one worked (K42). */
  failed: number | null;
  /** The transfer that each lane works on. No other lane takes it. */
  at: (string | null)[];
}

/**
 * Sends the waiting ops of `owner` until nothing can be sent, no answer comes or the time of a pass is over. Returns how many ops got their verdict, why the pass
 * stopped, and when the next try is due (epoch ms).
 */
export async function drain(ports: Ports, owner: QueueOwner, options: DrainOptions = {}): Promise<Pass> {
  const plain = await plainEngine(ports, owner.user_id);
  if (plain) return plain.pass(ports, owner, options);
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
      // A unit that was taken together with the last verdict is sent in any case.
      if (!taken && isCut(ports, state)) return;
      taken ??= await ports.store.change((tx) => take(tx, ports, state, number));
      state.finished += taken.settled;
      if (taken.unit.length === 0 && taken.settled === 0) return;
      taken = taken.unit.length > 0 ? await sendUnit(ports, taken, state, number) : null;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: LANES }, (_, number) => lane(number)));
  // The lock is released after both lanes ended, also when one of them threw.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const { stopped } = state;
  // The pass ran out of time with work left: the next pass starts at once.
  const cut = !stopped && ports.clock.now() > state.deadline && state.finished > 0;
  const behind = isCut(ports, state) ? null : await recordCancelled(ports, owner, state.deadline);
  const retryAt = await nextTime(ports, owner, Math.min(began, ports.clock.now()));
  const finished = state.finished + (behind?.taken ?? 0);
  return { finished, stopped, retryAt: cut || behind?.goOn ? ports.clock.now() : retryAt };
}

/** true: the pass ends here, because something stopped it or its time is over. */
export const isCut = (ports: Ports, { stopped, deadline }: State): boolean =>
  stopped !== null || ports.clock.now() > deadline;

/**
 * Requeues the ops that a dead flusher left as sending (rule 20) and wakes the ops that waited for this person or this app version. Returns the time of the
 * next try.
 */
export async function begin(
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
        // A person may also force the op in the same app version: the server may have asked for another version by mistake.
        (mine && op.state === 'paused_update' && (forced || op.app_version !== owner.app_version));
      if (wakes || (forced && op.next_try > 0))
        await tx.put({ ...op, state: wakes ? 'queued' : op.state, next_try: forced ? 0 : op.next_try });
    }
    await forgetOld(tx, ports.clock.now());
    const wait = Number((await tx.meta('next_pass')) ?? 0);
    if (!forced && !woken) return wait;
    // Resets the waiting time and its growth.
    for (const name of forced ? ['next_pass', 'silent_passes'] : ['next_pass'])
      if (await tx.meta(name)) await tx.setMeta(name, 0);
    return 0;
  });
}

/** A unit and the database that it was chosen for. If another lane notices a restore later, this unit is affected too (rule 35). */
interface Taken {
  unit: Op[];
  epoch: string | undefined;
  /** How many ops were settled without a request. Other ops may be unblocked now. */
  settled: number;
}

/** Chooses the next unit for a lane and marks it as sending. The function may run twice when its transaction is retried, so it changes nothing else. */
async function take(tx: Tx, ports: Ports, { owner, at }: State, number: number): Promise<Taken> {
  at[number] = null;
  const epoch = await knownEpoch(tx);
  const lanes = new Map<string, Op[]>();
  const mine = (await tx.ops()).filter((op) => op.user_id === owner.user_id);
  for (const op of mine) {
    const lane = lanes.get(op.transfer);
    if (lane) lane.push(op);
    else lanes.set(op.transfer, [op]);
  }
  // Transfers whose last request got no response come last, the oldest silence first, so that no transfer blocks another one.
  const inTurn = [...lanes].sort(([, one], [, other]) => turnOf(one) - turnOf(other));
  const now = ports.clock.now();
  const isAwaited = (transfer: string): boolean => at.includes(transfer) || willSettle(lanes.get(transfer) ?? []);
  for (const [transfer, lane] of inTurn) {
    const unit = at.includes(transfer) ? [] : nextUnit(lane, now);
    if (unit.length === 0) continue;
    // An earlier transfer may bring the goods that this op moves. Sent in parallel, this op could reach the server first and be refused.
    if (goodsSources(mine, unit[0]).some(isAwaited)) continue;
    const sending: Op[] = [];
    let settled = 0;
    await tx.prefetch(unit.flatMap(refersTo));
    for (const op of unit) {
      const frozen = await freeze(tx, op);
      if (frozen === null || frozen === 'nothing') {
        await settleWithoutRequest(tx, op, frozen, ports.clock.now());
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

/** Settles an op without a request. The removal of a line that never existed is done. An op whose transfer is unknown (the ids were lost) needs a person. */
export async function settleWithoutRequest(tx: Tx, op: Op, found: 'nothing' | null, now: number): Promise<void> {
  const lane = found === 'nothing' ? await tx.opsOfChains([op.chain]) : [];
  // After a restore the add of another officer is sent again in that officer's name, and this removal is about the line of that add.
  const theirs = lane.some(
    (one) => one.seq < op.seq && one.user_id !== op.user_id && one.attempts > 0 && LIVE.has(one.state),
  );
  if (found === 'nothing' && !theirs)
    return finish(tx, op, { message: 'Nothing was there to remove.', data: null }, now);
  const message = theirs
    ? 'Another officer has to send this line first.'
    : isOfStocktake(op)
      ? 'The stocktake of this count is not stored on this device.'
      : 'The transfer of this line is not stored on this device.';
  await tx.put({ ...op, state: 'attention', last_error: { key: op.key, code: 0, message, data: null, stored: false } });
}

/** Sends a unit. One transaction stores its verdict and takes the next unit of the lane. null: the caller takes the next unit. */
async function sendUnit(ports: Ports, { unit, epoch }: Taken, state: State, number: number): Promise<Taken | null> {
  const request = toRequest(unit);
  const reply = await ports.net.send({ ...request, epoch });
  const from = reply.verified ? reply.epoch : null;
  if (from !== null && from !== epoch) {
    // The server was restored from a backup. All changes of the last week are sent again with their old keys. This unit is sent again too, even when another
    // lane noticed the restore first, because its ids belong to the old database.
    if (await noticeEpoch(ports, from)) {
      const until = Math.min(state.deadline, ports.clock.now() + CANCELLING_MS);
      state.finished += await recancelKeys(ports, state.owner, 'copies', { until });
    }
    if (epoch !== undefined) return null;
  }
  const rows = request.fields.op_key ? rowReplies(reply, unit) : null;
  const heard: ReplyFacts = { unit, reply, rows, luck: ports.chance.next(), state };
  const settled = async (tx: Tx): Promise<number> =>
    // Another lane noticed a restored database meanwhile. This response came from the old database and no longer counts; its ops are queued again.
    from === null || from === (await knownEpoch(tx)) ? settleUnit(tx, ports, heard) : 0;
  const stored = await ports.store
    .change(async (tx) => {
      const finished = await settled(tx);
      return { finished, next: isCut(ports, state) ? null : await take(tx, ports, state, number) };
    })
    .catch(async (error: unknown) => {
      // The disk is nearly full. Storing the verdict frees space, so the verdict is stored by itself before the next unit.
      await ports.store.change(settled);
      throw error;
    });
  state.finished += stored.finished;
  return stored.next;
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
  if (reply.verified) await recordServerTime(tx, reply.date, ports.clock.now());
  // Reads all ops in one trip, because the next unit is chosen among them.
  await Promise.all([tx.ops(), tx.prefetch(unit.map((op) => op.chain))]);
  const tries = Number((await tx.meta('silent_passes')) ?? 0);
  const wait = Number((await tx.meta('next_pass')) ?? 0);
  const turn = Number((await tx.meta('silences')) ?? 0) + 1;
  const trouble = await countServerFailure(tx, state, unit, rows ?? [reply]);
  for (const [index, op] of unit.entries()) {
    const now = await tx.op(op.seq);
    // The op was discarded or settled while this response was under way: it must not come back.
    if (now?.key !== op.key) continue;
    // Meanwhile the op may have been exported to a file, or the server restored, which changes its references. Without Web Locks (flush.ts) another tab may
    // have sent the op since; that try counts, whatever this response says. The lane of a stocktake may have been renamed (lanes.ts).
    const { item, sent_body, attempts, copied, transfer, chain } = now;
    const sent = { ...op, item, sent_body, attempts, transfer, chain, ...(copied ? { copied } : {}) };
    const over = await settle(tx, sent, rows?.[index] ?? reply, {
      ...{ ending: state, now: ports.clock.now(), luck, turn, trouble },
      uuid: ports.chance.uuid,
    });
    if (over) finished += 1;
  }
  if (state.stopped !== 'no_answer') return finished;
  // The waiting time that another lane set remains, even though this unit was answered.
  const now = ports.clock.now();
  const delay = isDue(wait, now) ? 0 : wait;
  await tx.setMeta('silences', turn);
  await tx.setMeta('silent_passes', delay > 0 ? tries : tries + 1);
  await tx.setMeta('next_pass', Math.max(delay, now + backoff(tries, luck, reply.verified ? reply.retryAfter : null)));
  return finished;
}

/** Counts failures of the server itself (K42). Three failed requests and none that worked are an outage: the pass waits as it does for a silent server. */
export async function countServerFailure(
  tx: Tx,
  state: State,
  unit: readonly Op[],
  replies: readonly Reply[],
): Promise<Trouble> {
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

/** Returns the time of the next pass. Times before this pass are over; an op that still has one waits for a person or for another change. */
export async function nextTime(ports: Ports, owner: QueueOwner, began: number): Promise<number | null> {
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
