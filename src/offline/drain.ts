/**
 * One pass of the flusher (SYNC section 5). Runs in a page or in the service worker, under the Web Lock that flush.ts takes.
 * Order of every step: queued -> sending is on disk before the request; the verdict is on disk before the op is gone (rule 21).
 */
import { closeAgain } from './closeAgain.ts';
import { forgetOld, heardTime, knownEpoch, noticeEpoch, serverNow } from './epoch.ts';
import { answeredAt, heardOf, knows } from './newer.ts';
import { type Failure, LIVE, type Op, rowOf } from './op.ts';
import type { Owner, Ports, Reply, Tx } from './ports.ts';
import { backoff, givesUp, isDue, isStored, meaningOf, nextUnit, wordOf } from './queueRules.ts';
import { freeze, refersTo, toRequest } from './requests.ts';

/** Rule 20: the lock is held for one pass of at most a minute. */
const PASS_MS = 60_000;
const LANES = 2;

export interface Pass {
  /** Ops that got a verdict in this pass. */
  finished: number;
  /** Epoch ms of the next try; null: nothing waits for time. */
  retryAt: number | null;
  stopped: 'sign_in' | 'update' | 'no_answer' | null;
}

export interface DrainOptions {
  /** Reconnect, the button, sign-in: backoff does not count (rule 24). */
  forced?: boolean;
}

interface State {
  owner: Owner;
  stopped: Pass['stopped'];
  finished: number;
  deadline: number;
}

export async function drain(ports: Ports, owner: Owner, options: DrainOptions = {}): Promise<Pass> {
  const began = ports.clock.now();
  const state: State = { owner, stopped: null, finished: 0, deadline: began + PASS_MS };
  const wait = await begin(ports, owner, options.forced ?? false);
  if (!isDue(wait, ports.clock.now())) return { finished: 0, retryAt: wait, stopped: 'no_answer' };
  state.finished += await closeAgain(ports, owner);
  const busy = new Set<string>();
  const lane = async (): Promise<void> => {
    for (;;) {
      if (state.stopped || ports.clock.now() > state.deadline) return;
      const taken = await take(ports, owner, busy);
      const [first] = taken.unit;
      if (!first && taken.settled === 0) return;
      state.finished += taken.settled;
      if (!first) continue;
      const { transfer } = first;
      try {
        await sendUnit(ports, taken, state);
      } finally {
        busy.delete(transfer);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const retryAt = await nextTime(ports, owner, Math.min(began, ports.clock.now()));
  // Cut off by the pass's minute, not by the end of the work: go on at once.
  const cut = !state.stopped && ports.clock.now() > state.deadline && state.finished > 0;
  return { finished: state.finished, stopped: state.stopped, retryAt: cut ? ports.clock.now() : retryAt };
}

/** Takes over what a dead flusher left (rule 20) and wakes what waited for this person or this version. Gives the time to wait for. */
async function begin(ports: Ports, owner: Owner, forced: boolean): Promise<number> {
  return ports.store.change(async (tx) => {
    for (const op of await tx.ops()) {
      const mine = op.user_id === owner.user_id;
      const wakes =
        op.state === 'sending' ||
        (mine && op.state === 'paused_auth') ||
        // By hand also in the same version: the server may have asked for another one by mistake.
        (mine && op.state === 'paused_update' && (forced || op.app_version !== owner.app_version));
      if (wakes || (forced && op.next_try > 0))
        await tx.put({ ...op, state: wakes ? 'queued' : op.state, next_try: forced ? 0 : op.next_try });
    }
    await forgetOld(tx, ports.clock.now());
    const wait = Number((await tx.meta('next_pass')) ?? 0);
    if (!forced || wait === 0) return wait;
    await tx.setMeta('next_pass', 0);
    return 0;
  });
}

/** A unit and the store it was chosen for: what another lane hears of a restore from here on concerns it too (rule 35). */
interface Taken {
  unit: Op[];
  epoch: string | undefined;
  /** Ops that needed nobody's answer; more may be free behind them. */
  settled: number;
}

/** Chooses the next unit of a free lane and marks it as sending, in one transaction. */
async function take(ports: Ports, owner: Owner, busy: Set<string>): Promise<Taken> {
  return ports.store.change(async (tx) => {
    const epoch = await knownEpoch(tx);
    const lanes = new Map<string, Op[]>();
    for (const op of await tx.ops()) {
      if (op.user_id !== owner.user_id || busy.has(op.transfer)) continue;
      const lane = lanes.get(op.transfer);
      if (lane) lane.push(op);
      else lanes.set(op.transfer, [op]);
    }
    for (const [transfer, lane] of lanes) {
      const unit = nextUnit(lane, ports.clock.now());
      if (unit.length === 0) continue;
      const sending: Op[] = [];
      let settled = 0;
      await tx.lookUp(unit.flatMap(refersTo));
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
      if (sending.length > 0) busy.add(transfer);
      return { unit: sending, epoch, settled };
    }
    return { unit: [], epoch, settled: 0 };
  });
}

/** What nobody has to be asked about: a removal of nothing is done, and where the create is not known any more (a lost cache of ids) a person decides. */
async function settleHere(tx: Tx, op: Op, found: 'nothing' | null, now: number): Promise<void> {
  if (found === 'nothing') return finish(tx, op, { message: 'Nothing was there to remove.', data: null }, now);
  const message = 'The transfer of this line is not known on this tablet.';
  await tx.put({ ...op, state: 'attention', last_error: { key: op.key, code: 0, message, data: null, stored: false } });
}

async function sendUnit(ports: Ports, { unit, epoch }: Taken, state: State): Promise<void> {
  const request = toRequest(unit);
  const reply = await ports.net.send({ ...request, epoch });
  if (reply.verified) {
    // The server was restored from a backup: everything of the last week goes out again, with the old keys (rule 35). So does this one, also
    // when another lane heard of it first: its ids were of the store that is gone.
    if (await noticeEpoch(ports, reply.epoch)) state.finished += await closeAgain(ports, state.owner);
    if (epoch !== undefined && reply.epoch !== null && reply.epoch !== epoch) return;
  }
  const rows = request.path.endsWith('_bulk') ? rowReplies(reply, unit) : null;
  // One transaction for the whole unit: verdicts, ids and history stand or fall together (rules 14, 21).
  const luck = ports.chance.next();
  await ports.store.change(async (tx) => {
    if (reply.verified) await heardTime(tx, reply.date);
    const stored = new Map((await tx.opsAt(unit.map((op) => op.seq))).map((op) => [op.seq, op]));
    await tx.lookUp(unit.map((op) => op.chain));
    for (const [index, op] of unit.entries()) {
      const now = stored.get(op.seq);
      // Discarded with the server's word, or settled by someone else, while this answer was under way: it must not come back (rule 34).
      if (now?.key !== op.key) continue;
      // It may have left in a file meanwhile, or the server been restored, so that what it refers to is another one.
      const sent = { ...op, item: now.item, sent_body: now.sent_body, ...(now.copied ? { copied: true } : {}) };
      await settle(tx, sent, rows?.[index] ?? reply, { state, now: ports.clock.now(), luck });
    }
    if (state.stopped !== 'no_answer') return;
    const tries = Number((await tx.meta('silent_passes')) ?? 0);
    await tx.setMeta('silent_passes', tries + 1);
    await tx.setMeta('next_pass', ports.clock.now() + backoff(tries, luck, reply.verified ? reply.retryAfter : null));
  });
}

/** A bulk answer's verdict per row, found by `op_key`; a row that is not there got no answer. null: the call itself was refused. */
function rowReplies(reply: Reply, unit: readonly Op[]): Reply[] | null {
  if (!reply.verified || reply.code !== 200) return null;
  const { data } = reply;
  const results =
    typeof data === 'object' && data !== null && 'results' in data && Array.isArray(data.results) ? data.results : [];
  const byKey = new Map<string, { code: number; message: string; data: unknown }>();
  for (const result of results)
    if (typeof result?.op_key === 'string' && Number.isInteger(result.code)) byKey.set(result.op_key, result);
  return unit.map((op) => {
    const row = byKey.get(op.key);
    return row
      ? { verified: true, code: row.code, message: row.message, data: row.data, epoch: reply.epoch, retryAfter: null }
      : { verified: false };
  });
}

/** `luck`: of the whole unit, so that rows which failed together are tried again together. */
async function settle(
  tx: Tx,
  op: Op,
  reply: Reply,
  { state, now, luck }: { state: State; now: number; luck: number },
): Promise<void> {
  const meaning = meaningOf(reply, op.type);
  if (reply.verified && wordOf(reply.data) === 'in_progress') {
    // The server is there, only this one waits: another transfer's way stays free (rule 18).
    const wait = Math.max(1_000, backoff(op.attempts, luck, reply.retryAfter));
    return tx.put({ ...op, state: 'queued', next_try: now + wait });
  }
  if (meaning === 'retry' || !reply.verified) {
    state.stopped ??= 'no_answer';
    await tx.put({ ...op, state: 'queued' });
    return;
  }
  const failure: Failure = {
    key: op.key,
    code: reply.code,
    message: reply.message,
    data: reply.data,
    stored: isStored(reply),
  };
  switch (meaning) {
    case 'done':
      state.finished += 1;
      return finish(tx, op, reply, now);
    case 'sign_in':
    case 'update':
      state.stopped = meaning;
      // Not an attempt: the server never looked at it.
      return tx.put({
        ...op,
        state: meaning === 'sign_in' ? 'paused_auth' : 'paused_update',
        attempts: op.attempts - 1,
        sent_body: op.attempts > 1 ? op.sent_body : undefined,
      });
    case 'server_failed': {
      const failed: Op = {
        ...op,
        failures: op.failures + 1,
        // One that lies ahead was noted before the clock went back: the half hour begins anew.
        first_failure: Math.min(op.first_failure ?? now, now),
        last_error: failure,
      };
      if (givesUp(failed, now)) return tx.put({ ...failed, state: 'attention' });
      const wait = Math.max(1_000, backoff(failed.failures, luck, reply.retryAfter));
      return tx.put({ ...failed, state: 'queued', next_try: now + wait });
    }
    default:
      return tx.put({ ...op, state: meaning, last_error: failure });
  }
}

/** Verdict, ids and history in ONE transaction (rules 14, 21): only now is the op gone from the queue. */
export async function finish(tx: Tx, op: Op, answer: { message: string; data: unknown }, now: number): Promise<void> {
  await learnFrom(tx, op, answer);
  await tx.keepPast({
    key: op.key,
    op: { ...op, state: 'done', last_error: null, sent_body: undefined },
    at: now,
    heard: await serverNow(tx),
    answer: { message: answer.message, data: answer.data },
  });
  await tx.remove(op.seq);
  await tx.setMeta('silent_passes', 0);
  await tx.setMeta('next_pass', 0);
  await tx.setMeta('last_sent', now);
}

async function learnFrom(tx: Tx, op: Op, answer: { data: unknown }): Promise<void> {
  const { data } = answer;
  if (op.type === 'create') {
    const id = typeof data === 'string' ? data : '';
    if (id) await tx.learn({ ref: op.transfer, id, version: 1 });
    await tx.learn({ ref: `op:${op.key}`, id, version: 1 });
    return;
  }
  const { _id: id, version = null } = rowOf(answer);
  if (id === undefined) return;
  // The next edit of the details stands on this one, even before the screen has read it back.
  if (op.type === 'header') await tx.learn({ ref: op.chain, id: '', version });
  await tx.learn({ ref: `op:${op.key}`, id, version });
  if (op.type !== 'upsert' && op.type !== 'remove') return;
  const before = await tx.known(op.chain);
  const { revision } = answeredAt(answer);
  // An answer that was lost comes again after what was answered since.
  if (before && revision && !knows({ item_id: null, version: null, revision }, heardOf(before))) return;
  // What the transfer now holds of this product; nothing after a removal.
  const line = op.type === 'upsert' ? { id, version } : { id: '', version: null };
  await tx.learn({ ref: op.chain, ...line, revision, key: op.key });
}

/** Times from before this pass are over: what is left of them waits for something else, a person or another change. */
async function nextTime(ports: Ports, owner: Owner, began: number): Promise<number | null> {
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
