/** Decides about ops in doubt (sent to a server that does not recognise repeats, without an answer) from the result of a look-up (rules 85 to 88). */
import type { State } from '../drain/drain.ts';
import { serverNow } from '../drain/epoch.ts';
import { orderId } from '../drain/requests.ts';
import { finish } from '../drain/verdict.ts';
import { type Failure, isLocal, type Op, POSSIBLE_MATCHES, type Tried } from '../outbox/op.ts';
import type { Ports, Tx } from '../store/ports.ts';
import { type Found, type LookUpContext, ordersKnown, type PossibleMatch } from './lookUp.ts';
import { plainWords } from './words.ts';

/**
 * How long a request without an answer may still be under way, ms. The tablet aborts a request after 20 seconds; proxies and servers commonly take a minute at
 * most. A request that arrives later than this limit is not handled: it takes effect besides the repeated one.
 */
export const UNDER_WAY_MS = 120_000;

/** The time of a try, by both clocks. */
export async function triedNow(tx: Tx, op: Op, now: number): Promise<Tried> {
  const heard = await serverNow(tx);
  return { at: now, heard, first: op.attempts > 0 ? (op.tried?.first ?? 0) : heard };
}

/**
 * Whether the last try can no longer be under way, by this tablet's clock and by the server's clock. This tablet's clock alone does not count, because it may
 * have been set forward (rule 10).
 */
export async function isWaitOver(tx: Tx, { tried }: Op, now: number): Promise<boolean> {
  if (!tried) return false;
  const heard = await serverNow(tx);
  const isOverThere = heard === 0 || tried.heard === 0 || heard - tried.heard >= UNDER_WAY_MS;
  return isOverThere && now - tried.at >= UNDER_WAY_MS;
}

/** Collects what this tablet knows about the transfer of an op. null: the transfer is unknown here. */
export async function lookUpContextOf(tx: Tx, op: Op): Promise<LookUpContext | null> {
  const order = op.type === 'create' ? '' : await orderId(tx, op.transfer);
  if (order === null) return null;
  if (op.type !== 'create' && op.type !== 'execute') return { order, taken: new Set() };
  const past = await tx.pastSince(0);
  const lanes = (await tx.ops()).flatMap(({ transfer }) => (isLocal(transfer) ? [] : [transfer]));
  const around = { order, taken: ordersKnown(past, lanes) };
  // This applies to ops that were tried once as well: a browser itself repeats a request that got no answer on a reused connection.
  const creation = past.find(({ op: one }) => one.type === 'create' && one.transfer === op.transfer)?.op;
  return op.type === 'execute' && creation
    ? { ...around, made: { header: (creation as Op<'create'>).payload, first: creation.tried?.first ?? 0 } }
    : around;
}

/** Resets an op that took no effect and waits for a person. Like an op that was never sent, it may be discarded or sent again. */
export const unsent = (op: Op): Op => ({
  ...op,
  attempts: 0,
  sent_body: undefined,
  tried: undefined,
  doubted: undefined,
});

/** Applies the result of a look-up. Returns the op if it must be sent now; null otherwise. */
export async function applyFound(tx: Tx, ports: Ports, state: State, looked: Op, found: Found): Promise<Op | null> {
  const now = ports.clock.now();
  const op = await tx.op(looked.seq);
  // Meanwhile a person discarded the op, or another tab sent it.
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
        last_error: matchRefusal(found.found, failure),
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

/** The server has nothing of the op: it is sent, waits, or needs a person. */
async function isOver(
  tx: Tx,
  { clock }: Ports,
  op: Op,
  found: Found & { word: 'other' | 'absent' },
  failure: Fail,
): Promise<Op | null> {
  const now = clock.now();
  if (op.attempts > 0 && !op.doubted && !(await isWaitOver(tx, op, now))) {
    // The time of the try is unknown (older release) or in the future (the clock was set back): the waiting time starts now.
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

/** `stored`: the op takes effect only after a person's choice, and "Try again" for all makes no choice. */
const matchRefusal = (found: PossibleMatch[], failure: Fail): Failure =>
  failure(409, plainWords.possibleMatches(found.length), { error: POSSIBLE_MATCHES, found }, true);
const notMine = ({ not_mine = [] }: Op, found: PossibleMatch[]) => [...not_mine, ...found.map(({ _id }) => _id)];

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
      last_error: failure(reply.code, reply.message || plainWords.noStatement, reply.data),
    });
  state.stopped ??= 'no_answer';
}
