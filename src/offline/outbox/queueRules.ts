/** The pure rules of the queue: what blocks what, what goes together, what an answer means. */

import type { Reply } from '../store/ports.ts';
import { isKnown, LIVE, type Op } from './op.ts';

/** Rule 25. */
export const BATCH_ROWS = 125;
export const BATCH_BYTES = 256 * 1_024;

const DAY_MS = 24 * 3_600_000;

/** What each op has to wait for, by seq: null when it may be sent (rules 17, 18). One pass, for queues of thousands; `ops` by seq. */
export function blockers(ops: readonly Op[]): ReadonlyMap<number, Op | null> {
  return new Map(Array.from(inTurn(ops), ([op, waits]) => [op.seq, waits]));
}

/** Each op with what it has to wait for, as far as somebody asks. */
function* inTurn(ops: readonly Op[]): Generator<[Op, Op | null]> {
  const lanes = new Map<string, { first: Op | null; closed: Op | null; chains: Map<string, Op> }>();
  for (const op of ops) {
    let lane = lanes.get(op.transfer);
    if (!lane) {
      lane = { first: null, closed: null, chains: new Map() };
      lanes.set(op.transfer, lane);
    }
    const ofChain = lane.chains.get(op.chain) ?? null;
    // A create or a confirmation holds up all that follows it; of those that do, the earliest is named.
    const holds = !lane.closed || (ofChain && ofChain.seq < lane.closed.seq) ? ofChain : lane.closed;
    yield [op, op.type === 'execute' ? lane.first : holds];
    if (!LIVE.has(op.state)) continue;
    lane.first ??= op;
    if (op.type === 'create' || op.type === 'execute') lane.closed ??= op;
    if (!ofChain) lane.chains.set(op.chain, op);
  }
}

/** "Waiting for {line or step}". */
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
 * What may be sent next in a lane (its ops by seq): one op, or a batch of upserts that block each other nowhere (rule 25). A batch at which the
 * server failed (500), or that took too long to be answered, is halved at every further try: one row that it cannot work must not hold up 124 that
 * it can (rule 17), nor a batch that is too much for the line all the others (rule 18).
 */
export function nextUnit(lane: readonly Op[], now: number): Op[] {
  const unit: Op[] = [];
  let bytes = 0;
  let behind: Op | null = null;
  const chains = new Set<string>();
  // What lies behind a full batch is not looked at: a queue of a thousand is asked for its next unit eight times.
  for (const [op, waits] of inTurn(lane)) {
    if (waits !== null || op.state !== 'queued' || !isKnown(op) || !isDue(op.next_try, now)) continue;
    // Asked for by itself and not answered: it goes behind what else there is of its transfer (rule 17).
    if (op.silence && mostWith(op) === 1) {
      if (!behind || turnOf([op]) < turnOf([behind])) behind = op;
      continue;
    }
    const first = unit[0] ?? op;
    if (first.type !== 'upsert') return [first];
    if (op.type !== 'upsert' || op.failures !== first.failures) continue;
    const most = Math.min(mostWith(first), mostWith(op));
    const size = sizeOf(op);
    // One that is too large by itself goes alone: the server says so, and a person hears of it.
    if (unit.length >= most || (unit.length > 0 && bytes + size > BATCH_BYTES) || chains.has(op.chain)) break;
    chains.add(op.chain);
    bytes += size;
    unit.push(op);
  }
  return unit.length > 0 || !behind ? unit : [behind];
}

/** Names, keys and ids of a row in a form body, the longest there are, and how its lists are written. */
const ROW_BYTES = 450;

/** At most so many bytes a row takes of the body (rule 25), without writing it: a thousand are asked. */
function sizeOf({ payload }: Op): number {
  let bytes = ROW_BYTES;
  for (const value of Object.values(payload ?? {})) if (typeof value !== 'object') bytes += formBytes(String(value));
  return bytes;
}

/** At most so many bytes a text takes in a form body, where what is no plain letter is written as `%` and two digits for each of its bytes. */
export function formBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // An umlaut is two bytes, what lies beyond three; half of what takes two units (an emoji) takes three at most.
    if (unit >= 0x80) bytes += unit < 0x800 ? 5 : 8;
    else if (!isPlain(unit)) bytes += 2;
  }
  return bytes;
}

/** Letters, digits, `*-._` and the space, which is a plus there. */
const isPlain = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 48 && unit <= 57) ||
  (unit >= 65 && unit <= 90) ||
  unit === 32 ||
  unit === 42 ||
  unit === 45 ||
  unit === 46 ||
  unit === 95;

/** How many rows a batch with this op may have. */
function mostWith({ type, failures, silence }: Op): number {
  return type === 'upsert' ? Math.max(1, Math.floor(BATCH_ROWS / 2 ** (failures + (silence?.late ?? 0)))) : 1;
}

/** When the last of these got no answer, as a count; 0: none of them. */
export const turnOf = (ops: readonly Op[]): number =>
  ops.reduce((last, op) => Math.max(last, op.silence?.turn ?? 0), 0);

const HOUR_MS = 3_600_000;

/** Whether a waiting time is over. One that lies hours ahead was written before the clock went back: no clock may hold the queue (rule 10). */
export function isDue(at: number, now: number): boolean {
  return at <= now || at - now > HOUR_MS;
}

/**
 * Rule 13: an op that was never tried, here or elsewhere, may be replaced by a newer one of the same product, unless a confirmation stands between.
 * Never one that this code does not know (rule 45).
 */
export function replaceable(op: Op | undefined): boolean {
  return op !== undefined && op.attempts === 0 && !op.copied && op.state === 'queued' && isKnown(op);
}

export type Meaning = 'done' | 'retry' | 'server_failed' | 'sign_in' | 'update' | 'conflict' | 'attention' | 'rekey';

/** The answer table of section 5. */
export function meaningOf(reply: Reply, type: Op['type']): Meaning {
  if (!reply.verified) return 'retry';
  const word = wordOf(reply.data);
  switch (reply.code) {
    case 200:
      return type === 'execute' && hasErrors(reply.data) ? 'attention' : 'done';
    case 401:
      return 'sign_in';
    case 403:
      // With a starter password, or before a passkey that is demanded, nothing of the change was looked at: it goes on for the same person, as after
      // a sign-in.
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
      // Two values to choose from, or a transfer that is another one by now; anything else (a party that was closed) is the server's message.
      return hasCurrent(reply.data) || word === 'items_changed' || word === 'already_executed'
        ? 'conflict'
        : 'attention';
    case 422:
      return word === 'idempotency_mismatch' && isRenewable(reply.data) ? 'rekey' : 'attention';
    default:
      return 'attention';
  }
}

/** The server's word that a stranger had this key, and that nothing of the change took effect (S15). */
const isRenewable = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'renew' in data && data.renew === true;

/** Whether an answer shows that the server works: it looked at a change and said what becomes of it (K42). */
export const isWork = (meaning: Meaning): boolean =>
  meaning === 'done' || meaning === 'conflict' || meaning === 'attention' || meaning === 'rekey';

/** Which refusals the server keeps as the answer of the key for ever (API.md 1.3). */
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

/** Rule 24: full jitter, at most 5 minutes; a Retry-After is honoured. Milliseconds. */
export function backoff(tries: number, chance: number, retryAfterSeconds: number | null): number {
  const most = Math.min(300_000, 2_000 * 2 ** Math.min(tries, 20));
  return Math.max(Math.floor(chance * most), Math.min((retryAfterSeconds ?? 0) * 1_000, HOUR_MS));
}

/** A verified 500 is asked again eight times over at least half an hour, then a person looks (section 5). */
export function givesUp(op: Pick<Op, 'failures' | 'counted' | 'first_failure'>, now: number): boolean {
  return (op.counted ?? op.failures) >= 8 && op.first_failure !== null && now - op.first_failure >= 30 * 60_000;
}

/** What a tablet knows of the server when it fails at an op: whether nothing else can be tried, and how much other work it has heard of. */
export interface Trouble {
  alone: boolean;
  well: number;
}

/**
 * K42: a failure (500) counts against its op only once the server did other work after it; the same on all ops is an outage, and counts nothing. Where
 * nothing else can be tried, it is the op's own matter. After a day of it a person should look in any case.
 */
export function failedAgain(op: Op, now: number, { alone, well }: Trouble): Op {
  // One that lies ahead was noted before the clock went back: the half hour begins anew.
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

/** How many ops of a person could be tried: those of `ops` (by seq) that wait for no other one. */
export function triable(ops: readonly Op[]): number {
  const waits = blockers(ops);
  return ops.filter(
    (op) => (op.state === 'queued' || op.state === 'sending') && isKnown(op) && waits.get(op.seq) === null,
  ).length;
}

/**
 * B11.1: neutral while waiting, amber once the oldest has waited over an hour, red over a day, red at once for attention. `oldest`: epoch
 * milliseconds since which something waits; null: nothing does. `tries`: of what was tried most; twenty are amber at any age (section 5).
 */
export function badgeTone(
  { attention, oldest, tries = 0 }: { attention: number; oldest: number | null; tries?: number },
  now: number,
): 'neutral' | 'wait' | 'bad' {
  if (attention > 0) return 'bad';
  if (oldest === null || (now - oldest <= HOUR_MS && tries < 20)) return 'neutral';
  return now - oldest > DAY_MS ? 'bad' : 'wait';
}
