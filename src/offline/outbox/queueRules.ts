/** The rules of the queue as pure functions: which op blocks which, what is sent together, what a response means. */
import { isOfStocktake, positionOf } from '#domain/lanePositions.ts';
import type { Reply } from '../store/ports.ts';
import { goodsOf } from './goods.ts';
import { isKnown, LIVE, type Op } from './op.ts';

/** The most rows of one batch (rule 25). */
export const BATCH_ROWS = 125;
export const BATCH_BYTES = 256 * 1_024;

const DAY_MS = 24 * 3_600_000;

/** The op that each op waits for, by seq; null when it may be sent (rules 17, 18). `ops`: in order of seq. One pass over them, also for thousands. */
export function blockers(ops: readonly Op[]): ReadonlyMap<number, Op | null> {
  return new Map(Array.from(inTurn(ops), ([op, waits]) => [op.seq, waits]));
}

/** Yields each op with the op that it waits for. */
function* inTurn(ops: readonly Op[]): Generator<[Op, Op | null]> {
  const lanes = new Map<string, { first: Op | null; closed: Op | null; chains: Map<string, Op> }>();
  for (const op of ops) {
    let lane = lanes.get(op.transfer);
    if (!lane) {
      lane = { first: null, closed: null, chains: new Map() };
      lanes.set(op.transfer, lane);
    }
    const ofChain = lane.chains.get(op.chain) ?? null;
    const position = positionOf(op);
    // The op that begins or closes the lane blocks everything after it. The earliest blocking op is reported.
    const holds = !lane.closed || (ofChain && ofChain.seq < lane.closed.seq) ? ofChain : lane.closed;
    yield [op, position === 'closes' ? lane.first : holds];
    if (!LIVE.has(op.state)) continue;
    lane.first ??= op;
    if (position === 'begins' || position === 'closes') lane.closed ??= op;
    if (!ofChain) lane.chains.set(op.chain, op);
  }
}

const STEPS: Readonly<Partial<Record<Op['type'], string>>> = {
  create: 'the transfer to be created',
  header: 'the transfer details',
  execute: 'the transfer to complete',
  reverse: 'the receipt to be reversed',
  give: 'the transfer to be handed over',
  take: 'the goods to be taken',
  open: 'the stocktake to be opened',
  finish: 'your part to be finished',
};

/** The name of an op in "Waiting for {line or step}". */
export const stepName = (op: Op): string =>
  isKnown(op)
    ? (STEPS[op.type] ?? (op.payload as Op<'remove'>['payload']).about.name)
    : 'a change of a newer version of the app';

/**
 * The next unit of a lane (its ops in order of seq): one op, or a batch of rows (lines, counts) that do not block each other (rule 25). A batch that failed (500) or timed
 * out is halved at each further try: one bad row must not block 124 good ones (rule 17), and a batch that is too large for the network must not block the
 * others (rule 18).
 */
export function nextUnit(lane: readonly Op[], now: number): Op[] {
  const unit: Op[] = [];
  let bytes = 0;
  let behind: Op | null = null;
  const chains = new Set<string>();
  // Ops behind a full batch are not read: a queue of a thousand lines is read eight times.
  for (const [op, waits] of inTurn(lane)) {
    if (waits !== null || op.state !== 'queued' || !isKnown(op) || !isDue(op.next_try, now)) continue;
    // The op was sent alone without a response: it comes after the others of its transfer.
    if (op.silence && mostWith(op) === 1) {
      if (!behind || turnOf([op]) < turnOf([behind])) behind = op;
      continue;
    }
    const first = unit[0] ?? op;
    if (positionOf(first) !== 'row') return [first];
    if (op.type !== first.type || op.failures !== first.failures) continue;
    const most = Math.min(mostWith(first), mostWith(op));
    const size = sizeOf(op);
    // A row that is too large is sent alone: the server refuses it, and a person sees why.
    if (unit.length >= most || (unit.length > 0 && bytes + size > BATCH_BYTES) || chains.has(op.chain)) break;
    chains.add(op.chain);
    bytes += size;
    unit.push(op);
  }
  return unit.length > 0 || !behind ? unit : [behind];
}

/** The most bytes of names, keys and ids of one row in a form body. */
const ROW_BYTES = 450;

/** An upper limit of a row's bytes in the body (rule 25), computed without building the body. */
function sizeOf({ payload }: Op): number {
  let bytes = ROW_BYTES;
  for (const value of Object.values(payload ?? {})) if (typeof value !== 'object') bytes += formBytes(String(value));
  return bytes;
}

/** An upper limit of a text's bytes in a form body, where each byte of a special letter becomes `%` and two digits. */
export function formBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // A letter up to U+07FF takes two bytes, a higher one three; each half of a surrogate pair (an emoji) takes at most three.
    if (unit >= 0x80) bytes += unit < 0x800 ? 5 : 8;
    else if (!isPlain(unit)) bytes += 2;
  }
  return bytes;
}

/** Letters, digits, `*-._`, and the space, which becomes a plus. */
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
  return positionOf({ type }) === 'row'
    ? Math.max(1, Math.floor(BATCH_ROWS / 2 ** (failures + (silence?.late ?? 0))))
    : 1;
}

/** The sequence number of the last silence among these ops; 0: none of them had one. */
export const turnOf = (ops: readonly Op[]): number =>
  ops.reduce((last, op) => Math.max(last, op.silence?.turn ?? 0), 0);

const HOUR_MS = 3_600_000;

/** Whether a waiting time is over (epoch ms). A time hours ahead was written before the clock went back and counts as over (rule 10). */
export function isDue(at: number, now: number): boolean {
  return at <= now || at - now > HOUR_MS;
}

/** Whether a newer edit of the same product or count may replace this op (rule 13): it was never sent, here or elsewhere, and this code knows its type (rule 45). */
export function replaceable(op: Op | undefined): boolean {
  return op !== undefined && op.attempts === 0 && !op.copied && op.state === 'queued' && isKnown(op);
}

/**
 * The earlier transfers that bring the goods of this op to the party that it takes them from: a receipt of the hub that issues, an issue to the associate who
 * returns, a reversed issue. They were saved before. Empty for an op that moves no goods. `ops`: all of one person.
 */
export function goodsSources(ops: readonly Op[], op: Op | undefined): string[] {
  const from = goodsOf(op)?.header;
  if (!op || !from) return [];
  return ops
    .filter((one) => {
      const to = one.seq < op.seq && one.transfer !== op.transfer && LIVE.has(one.state) && goodsOf(one)?.header;
      return to && to.destination === from.source && to.destination_type === from.source_type;
    })
    .map((one) => one.transfer);
}

/**
 * Whether a transfer (its ops in order of seq) will get its verdict without a person: an op of it can be sent now or later, and the server neither failed at it
 * twice nor gave no answer twice while reachable. Silence of an unreachable server does not count.
 */
export function willSettle(lane: readonly Op[]): boolean {
  const isStuck = lane.some((op) => op.failures > 1 || (op.silence?.late ?? 0) > 1);
  return !isStuck && nextUnit(lane, Number.POSITIVE_INFINITY).length > 0;
}

/**
 * Types without conflicts, besides counts, which are the person's own figures (rule 56): a reversal changes no value (rule 67), and a handover half is signed
 * (rule 73).
 */
const NO_CONFLICT: ReadonlySet<string> = new Set(['reverse', 'give', 'take']);

export type Meaning = 'done' | 'retry' | 'server_failed' | 'sign_in' | 'update' | 'conflict' | 'attention' | 'rekey';

/** The meaning of a response for an op: the table of SYNC section 5. */
export function meaningOf(reply: Reply, type: Op['type']): Meaning {
  if (!reply.verified) return 'retry';
  const word = wordOf(reply.data);
  switch (reply.code) {
    case 200:
      return type === 'execute' && hasErrors(reply.data) ? 'attention' : 'done';
    case 401:
      return 'sign_in';
    case 403:
      // The server did not read the change, because the person must first choose a password or register a passkey. The op continues afterwards, as after a
      // sign-in.
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
      // A conflict offers a choice of two values, or the transfer changed. Any other refusal (a closed party, for example) is only a message.
      if (isOfStocktake({ type }) || NO_CONFLICT.has(type)) return 'attention';
      return hasCurrent(reply.data) || word === 'items_changed' || word === 'already_executed'
        ? 'conflict'
        : 'attention';
    case 422:
      return word === 'idempotency_mismatch' && isRenewable(reply.data) ? 'rekey' : 'attention';
    default:
      return 'attention';
  }
}

/** Whether the server said that another user has this key and that the change took no effect (S15). */
const isRenewable = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'renew' in data && data.renew === true;

/** Whether the response shows that the server works: it processed a change (K42). */
export const isWork = (meaning: Meaning): boolean =>
  meaning === 'done' || meaning === 'conflict' || meaning === 'attention' || meaning === 'rekey';

/** Whether the server stores this refusal under the key for ever (docs/api.md, keys). */
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

/** The waiting time before the next try, ms: exponential with full jitter, at most 5 minutes, at least Retry-After (rule 24). */
export function backoff(tries: number, chance: number, retryAfterSeconds: number | null): number {
  const most = Math.min(300_000, 2_000 * 2 ** Math.min(tries, 20));
  return Math.max(Math.floor(chance * most), Math.min((retryAfterSeconds ?? 0) * 1_000, HOUR_MS));
}

/** Whether a person must look: eight counted failures (500) over at least half an hour (SYNC section 5). */
export function givesUp(op: Pick<Op, 'failures' | 'counted' | 'first_failure'>, now: number): boolean {
  return (op.counted ?? op.failures) >= 8 && op.first_failure !== null && now - op.first_failure >= 30 * 60_000;
}

/** The state of the tablet when the server fails: whether no other op can be sent, and how many other requests worked. */
export interface Trouble {
  alone: boolean;
  well: number;
}

/**
 * The op after one more failure (500). The failure counts against the op only when the server did other work after it; a failure of all ops is an outage and
 * counts nothing. When no other op can be sent, it counts. After a day a person must look in any case (K42).
 */
export function failedAgain(op: Op, now: number, { alone, well }: Trouble): Op {
  // A time ahead of now was written before the clock went back: the half hour starts again.
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

/** How many of these ops (in order of seq) wait for no other op. */
export function triable(ops: readonly Op[]): number {
  const waits = blockers(ops);
  return ops.filter(
    (op) => (op.state === 'queued' || op.state === 'sending') && isKnown(op) && waits.get(op.seq) === null,
  ).length;
}

/**
 * The colour of the sync badge (B11.1, section 5). Red: an op needs attention, or waits for over a day. Amber: an op waits for over an hour, or was tried
 * twenty times. Otherwise neutral. `oldest`: since when the oldest op waits, epoch ms, or null. `tries`: the most tries of an op.
 */
export function badgeTone(
  { attention, oldest, tries = 0 }: { attention: number; oldest: number | null; tries?: number },
  now: number,
): 'neutral' | 'wait' | 'bad' {
  if (attention > 0) return 'bad';
  if (oldest === null || (now - oldest <= HOUR_MS && tries < 20)) return 'neutral';
  return now - oldest > DAY_MS ? 'bad' : 'wait';
}
