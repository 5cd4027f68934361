/** The pure rules of the queue: which ops block which, which are sent together, and what an answer means. */

import type { Reply } from '../store/ports.ts';
import { isKnown, LIVE, type Op } from './op.ts';

/** The most rows of a batch, and the most bytes of its body (rule 25). */
export const BATCH_ROWS = 125;
export const BATCH_BYTES = 256 * 1_024;

const DAY_MS = 24 * 3_600_000;

/**
 * For each op (by seq) the op that it must wait for; null when it may be sent (rules 17, 18). `ops` are sorted by seq. One pass over the list, for
 * queues of thousands.
 */
export function blockers(ops: readonly Op[]): ReadonlyMap<number, Op | null> {
  return new Map(Array.from(inTurn(ops), ([op, waits]) => [op.seq, waits]));
}

/** Yields each op with the op that blocks it, so that the caller can stop early. */
function* inTurn(ops: readonly Op[]): Generator<[Op, Op | null]> {
  const lanes = new Map<string, { first: Op | null; closed: Op | null; chains: Map<string, Op> }>();
  for (const op of ops) {
    let lane = lanes.get(op.transfer);
    if (!lane) {
      lane = { first: null, closed: null, chains: new Map() };
      lanes.set(op.transfer, lane);
    }
    const ofChain = lane.chains.get(op.chain) ?? null;
    // A create or a confirmation blocks all later ops of the lane. Of several blockers the earliest is named.
    const holds = !lane.closed || (ofChain && ofChain.seq < lane.closed.seq) ? ofChain : lane.closed;
    yield [op, op.type === 'execute' ? lane.first : holds];
    if (!LIVE.has(op.state)) continue;
    lane.first ??= op;
    if (op.type === 'create' || op.type === 'execute') lane.closed ??= op;
    if (!ofChain) lane.chains.set(op.chain, op);
  }
}

/** The name of an op in "Waiting for {line or step}". */
export function stepName(op: Op): string {
  if (!isKnown(op)) return 'a change of a newer version of the app';
  switch (op.type) {
    case 'create':
      return 'the transfer to be created';
    case 'header':
      return 'the transfer details';
    case 'execute':
      return 'the transfer to complete';
    default:
      return (op.payload as Op<'remove'>['payload']).about.name;
  }
}

/**
 * The next unit of a lane (its ops sorted by seq): one op, or a batch of upserts that do not block each other (rule 25).
 * After a 500 or a timeout the batch is halved at every further try. One row that fails must not hold up 124 good ones (rule 17), and a batch that
 * is too large for the connection must not hold up all others (rule 18).
 */
export function nextUnit(lane: readonly Op[], now: number): Op[] {
  const unit: Op[] = [];
  let bytes = 0;
  let behind: Op | null = null;
  const chains = new Set<string>();
  // Ops behind a full batch are not examined: a queue of a thousand ops is asked for its next unit eight times.
  for (const [op, waits] of inTurn(lane)) {
    if (waits !== null || op.state !== 'queued' || !isKnown(op) || !isDue(op.next_try, now)) continue;
    // An op that was sent alone and got no answer comes after the other ops of its transfer (rule 17).
    if (op.silence && mostWith(op) === 1) {
      if (!behind || turnOf([op]) < turnOf([behind])) behind = op;
      continue;
    }
    const first = unit[0] ?? op;
    if (first.type !== 'upsert') return [first];
    if (op.type !== 'upsert' || op.failures !== first.failures) continue;
    const most = Math.min(mostWith(first), mostWith(op));
    const size = sizeOf(op);
    // An op that is too large for a batch is sent alone. The server refuses it, and the user sees the refusal.
    if (unit.length >= most || (unit.length > 0 && bytes + size > BATCH_BYTES) || chains.has(op.chain)) break;
    chains.add(op.chain);
    bytes += size;
    unit.push(op);
  }
  return unit.length > 0 || !behind ? unit : [behind];
}

/** The most bytes that the field names, key and ids of one row take in a form body. */
const ROW_BYTES = 450;

/** An upper bound of the bytes of a row in the body (rule 25), without encoding the row, because a queue may have a thousand. */
function sizeOf({ payload }: Op): number {
  let bytes = ROW_BYTES;
  for (const value of Object.values(payload ?? {})) if (typeof value !== 'object') bytes += formBytes(String(value));
  return bytes;
}

/** An upper bound of the bytes of a text in a form body, where every byte of a character that is not plain becomes `%` and two digits. */
export function formBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // A character below U+0800 has two bytes in UTF-8, any other unit at most three. Half of a surrogate pair (an emoji) counts as three at most.
    if (unit >= 0x80) bytes += unit < 0x800 ? 5 : 8;
    else if (!isPlain(unit)) bytes += 2;
  }
  return bytes;
}

/** Letters, digits, `*-._` and the space, which is encoded as a plus. */
const isPlain = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 48 && unit <= 57) ||
  (unit >= 65 && unit <= 90) ||
  unit === 32 ||
  unit === 42 ||
  unit === 45 ||
  unit === 46 ||
  unit === 95;

/** The most rows of a batch that contains this op. */
function mostWith({ type, failures, silence }: Op): number {
  return type === 'upsert' ? Math.max(1, Math.floor(BATCH_ROWS / 2 ** (failures + (silence?.late ?? 0)))) : 1;
}

/** The highest silence number of these ops; 0: all of them were answered or never tried. */
export const turnOf = (ops: readonly Op[]): number =>
  ops.reduce((last, op) => Math.max(last, op.silence?.turn ?? 0), 0);

const HOUR_MS = 3_600_000;

/**
 * true: the time `at` (epoch ms) has come. A time more than an hour ahead was stored before the clock was set back, so it counts as over: no clock
 * may hold the queue (rule 10).
 */
export function isDue(at: number, now: number): boolean {
  return at <= now || at - now > HOUR_MS;
}

/**
 * true: a newer change of the same thing may replace this op, because the op was never tried here or elsewhere (rule 13). Never true for an op that
 * this code does not know (rule 45).
 */
export function replaceable(op: Op | undefined): boolean {
  return op !== undefined && op.attempts === 0 && !op.copied && op.state === 'queued' && isKnown(op);
}

export type Meaning = 'done' | 'retry' | 'server_failed' | 'sign_in' | 'update' | 'conflict' | 'attention' | 'rekey';

/** What an answer means for an op, by the table of SYNC section 5. */
export function meaningOf(reply: Reply, type: Op['type']): Meaning {
  if (!reply.verified) return 'retry';
  const word = wordOf(reply.data);
  switch (reply.code) {
    case 200:
      return type === 'execute' && hasErrors(reply.data) ? 'attention' : 'done';
    case 401:
      return 'sign_in';
    case 403:
      // The server did not look at the change, because the user must first replace a starter password or register a passkey. The op goes on for the
      // same user afterwards, as after a sign-in.
      return word === 'must_change_password' || word === 'must_register_passkey' ? 'sign_in' : 'attention';
    case 426:
      return 'update';
    case 408:
    case 425:
    case 429:
    case 502:
    case 503:
    case 504:
      return 'retry';
    case 500:
      return 'server_failed';
    case 409:
      if (word === 'in_progress') return 'retry';
      // A conflict offers two values, or the transfer has changed or is completed. Any other 409 (a closed party) is shown with the server's
      // message.
      return hasCurrent(reply.data) || word === 'items_changed' || word === 'already_executed'
        ? 'conflict'
        : 'attention';
    case 422:
      return word === 'idempotency_mismatch' && isRenewable(reply.data) ? 'rekey' : 'attention';
    default:
      return 'attention';
  }
}

/** true: the server says that a stranger used or closed this key, and that the change did not take effect (S15). */
const isRenewable = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'renew' in data && data.renew === true;

/** true: the answer shows that the server works, because it examined a change and decided on it (K42). */
export const isWork = (meaning: Meaning): boolean =>
  meaning === 'done' || meaning === 'conflict' || meaning === 'attention' || meaning === 'rekey';

/** true: the server stores this answer under the key for good (API.md 1.3). */
export function isStored(reply: Reply): boolean {
  return reply.verified && (reply.code === 200 || (reply.code === 409 && wordOf(reply.data) !== 'in_progress'));
}

const hasCurrent = (data: unknown): boolean => typeof data === 'object' && data !== null && 'current' in data;

export function wordOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'error' in data && typeof data.error === 'string'
    ? data.error
    : '';
}

function hasErrors(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'errors' in data &&
    Array.isArray(data.errors) &&
    data.errors.length > 0
  );
}

/** The delay before the next try in ms: full jitter, at most 5 minutes. A longer Retry-After is honoured up to an hour (rule 24). */
export function backoff(tries: number, chance: number, retryAfterSeconds: number | null): number {
  const most = Math.min(300_000, 2_000 * 2 ** Math.min(tries, 20));
  return Math.max(Math.floor(chance * most), Math.min((retryAfterSeconds ?? 0) * 1_000, HOUR_MS));
}

/** true: the op failed with 500 in eight counted tries over at least half an hour, so it now needs attention (section 5). */
export function givesUp(op: Pick<Op, 'failures' | 'counted' | 'first_failure'>, now: number): boolean {
  return (op.counted ?? op.failures) >= 8 && op.first_failure !== null && now - op.first_failure >= 30 * 60_000;
}

/**
 * What a tablet knows when the server fails at an op: `alone`, no other op can be tried; `well`, the tablet's count of other work done by the
 * server.
 */
export interface Trouble {
  alone: boolean;
  well: number;
}

/**
 * The op after one more 500 (K42). A failure counts against the op only once the server did other work after it: the same 500 on all ops is an
 * outage and counts nothing. If no other op can be tried, or after a day of failures, every failure counts.
 */
export function failedAgain(op: Op, now: number, { alone, well }: Trouble): Op {
  // A first failure in the future was stored before the clock was set back: the half hour starts again.
  const first_failure = Math.min(op.first_failure ?? now, now);
  const proven = op.well !== undefined && well > op.well ? 1 : 0;
  const now1 = alone || now - first_failure >= DAY_MS ? 1 : 0;
  return {
    ...op,
    failures: op.failures + 1,
    counted: (op.counted ?? op.failures) + proven + now1,
    well: now1 ? undefined : well,
    first_failure,
  };
}

/** How many of these ops (sorted by seq) could be tried because they wait for no other op. */
export function triable(ops: readonly Op[]): number {
  const waits = blockers(ops);
  return ops.filter(
    (op) => (op.state === 'queued' || op.state === 'sending') && isKnown(op) && waits.get(op.seq) === null,
  ).length;
}

/**
 * The colour of the sync badge: red if any op needs attention or the oldest has waited over a day, amber after an hour or twenty tries, else
 * neutral (B11.1, section 5).
 * `oldest` is the epoch ms since which an op waits, null if none waits; `tries` is the highest number of tries of one op.
 */
export function badgeTone(
  { attention, oldest, tries = 0 }: { attention: number; oldest: number | null; tries?: number },
  now: number,
): 'neutral' | 'wait' | 'bad' {
  if (attention > 0) return 'bad';
  if (oldest === null || (now - oldest <= HOUR_MS && tries < 20)) return 'neutral';
  return now - oldest > DAY_MS ? 'bad' : 'wait';
}
