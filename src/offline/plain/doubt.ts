/** Ops that were sent to a server that does not recognise repeats, and got no answer: what is done with what a look-up found (rules 85 to 88). */
import type { State } from '../drain/drain.ts';
import { serverNow } from '../drain/epoch.ts';
import { orderId } from '../drain/requests.ts';
import { finish } from '../drain/verdict.ts';
import { type Failure, isLocal, type Op, type Tried } from '../outbox/op.ts';
import type { Ports, Tx } from '../store/ports.ts';
import { type Around, type Found, type LookAlike, ordersKnown } from './lookUp.ts';
import { plainWords } from './words.ts';

/**
 * How long a request without an answer may still be under way, ms. The tablet gives a request up after 20 seconds; proxies and servers commonly work at one for a minute at most. A request
 * that arrives later than this is not foreseen: then it takes effect beside the second one.
 */
export const UNDER_WAY_MS = 120_000;

/** The word in the refusal of an op of which a person must say which record it is. */
export const LOOK_ALIKES = 'look_alikes';

/** The moment of a try, by both clocks. */
export async function triedNow(tx: Tx, op: Op, now: number): Promise<Tried> {
  const heard = await serverNow(tx);
  return { at: now, heard, first: op.attempts > 0 ? (op.tried?.first ?? 0) : heard };
}

/** Whether nothing of the last try can be under way any more, by this tablet's clock and by the server's: one that was put forward says nothing (rule 10). */
export async function isWaitOver(tx: Tx, { tried }: Op, now: number): Promise<boolean> {
  if (!tried) return false;
  const heard = await serverNow(tx);
  const isOverThere = heard === 0 || tried.heard === 0 || heard - tried.heard >= UNDER_WAY_MS;
  return isOverThere && now - tried.at >= UNDER_WAY_MS;
}

/** What this tablet knows around an op. null: its transfer is not known here. */
export async function aroundOf(tx: Tx, op: Op): Promise<Around | null> {
  const order = op.type === 'create' ? '' : await orderId(tx, op.transfer);
  if (order === null) return null;
  if (op.type !== 'create' && op.type !== 'execute') return { order, taken: new Set() };
  const past = await tx.pastSince(0);
  const lanes = (await tx.ops()).flatMap(({ transfer }) => (isLocal(transfer) ? [] : [transfer]));
  const around = { order, taken: ordersKnown(past, lanes) };
  const made = past.find(
    ({ op: one }) => one.type === 'create' && one.transfer === op.transfer && one.attempts > 1,
  )?.op;
  return op.type === 'execute' && made
    ? { ...around, createdTwice: { header: (made as Op<'create'>).payload, first: made.tried?.first ?? 0 } }
    : around;
}

/** An op that took no effect and waits for a person: it may be discarded, or sent again, like one that was never sent. */
export const unsent = (op: Op): Op => ({
  ...op,
  attempts: 0,
  sent_body: undefined,
  tried: undefined,
  doubted: undefined,
});

/** Applies what a look-up found. Returns the op where it is to be sent now; null: it is not, or not now. */
export async function applyFound(tx: Tx, ports: Ports, state: State, looked: Op, found: Found): Promise<Op | null> {
  const now = ports.clock.now();
  const op = await tx.op(looked.seq);
  // Somebody let it go meanwhile, or another tab sent it.
  if (op?.key !== looked.key || op.state !== 'queued' || op.attempts !== looked.attempts) return null;
  const failure = (code: number, message: string, data: unknown, stored = false): Failure => ({
    ...{ key: op.key, code, message, data, stored, at: now },
  });
  switch (found.word) {
    case 'stands':
      await finish(tx, { ...op, doubted: undefined }, { message: '', data: found.data }, now);
      state.finished += 1;
      return null;
    case 'several':
      await tx.put({
        ...unsent(op),
        state: 'attention',
        last_error: aliked(found.found, failure),
        not_mine: notMine(op, found.found),
      });
      return null;
    case 'unknown':
      await heardNothing(tx, state, op, found, failure);
      return null;
    case 'other':
    case 'absent':
      return isOver(tx, ports, op, found, failure);
  }
}

type Fail = (code: number, message: string, data: unknown, stored?: boolean) => Failure;

/** Nothing of the op stands on the server: it is sent, waits, or needs a person. */
async function isOver(
  tx: Tx,
  { clock }: Ports,
  op: Op,
  found: Found & { word: 'other' | 'absent' },
  failure: Fail,
): Promise<Op | null> {
  const now = clock.now();
  if (op.attempts > 0 && !op.doubted && !(await isWaitOver(tx, op, now))) {
    // A try of which no time is known (an older release), or one that lies ahead because the clock went back: the time begins now.
    const tried = op.tried && op.tried.at <= now ? op.tried : { ...(await triedNow(tx, op, now)) };
    await tx.put({ ...op, tried, next_try: Math.max(tried.at + UNDER_WAY_MS, now + 5_000) });
    return null;
  }
  if (found.word === 'absent' && !op.doubted) return op;
  const isConflict = found.word === 'other' && found.code === 409;
  const last_error =
    found.word === 'other'
      ? failure(found.code, found.message, found.data)
      : op.doubted
        ? { ...op.doubted, at: now }
        : null;
  await tx.put({ ...unsent(op), state: isConflict ? 'conflict' : 'attention', last_error });
  return null;
}

/** `stored`: the op takes no effect any more unless a person says so, and one press for all does not say it. */
const aliked = (found: LookAlike[], failure: Fail): Failure =>
  failure(409, plainWords.lookAlikes(found.length), { error: LOOK_ALIKES, found }, true);
const notMine = ({ not_mine = [] }: Op, found: LookAlike[]) => [...not_mine, ...found.map(({ _id }) => _id)];

async function heardNothing(
  tx: Tx,
  state: State,
  op: Op,
  { reply }: Found & { word: 'unknown' },
  failure: Fail,
): Promise<void> {
  if (reply.verified && reply.code === 401) {
    state.stopped = 'sign_in';
    return tx.put({ ...op, state: 'paused_auth' });
  }
  const isRefused = reply.verified && reply.code >= 400 && reply.code < 500 && reply.code !== 408 && reply.code !== 429;
  if (isRefused)
    return tx.put({
      ...op,
      state: 'attention',
      last_error: failure(reply.code, reply.message || plainWords.saidNothing, reply.data),
    });
  state.stopped ??= 'no_answer';
}
