/**
 * Fetches and parses answers of catalogue size in a worker and hands them over in blocks, so that the main thread is never blocked. The blocks are
 * stored on the tablet as bytes, unchanged (offline/reads/savedReads.ts), which are cheaper to store and to read than objects.
 */
import { encodeForm } from '#contract/form.ts';
import { ServerFailed } from '../callError.ts';
import { apiUrl } from '../server/where.ts';
import type { WorkerJob, WorkerPart } from './answerWorker.ts';
import { type LongRows, listed, unread } from './longRows.ts';
import { isWorn, patched } from './patch.ts';
import { type Block, blockOf, blockReader, idsOf, inactiveOf, joinPieces, type Pieces } from './pieces.ts';

const cutOf = new WeakMap<object, Pieces>();

/** The values whose rows are read out of their pieces (longRows.ts). */
const looked = new WeakSet<object>();

/**
 * The pieces in which this value arrived, or null. Only the store needs them, so they are returned once; of a value that reads its rows out of them, each
 * time.
 */
export function takePieces(value: unknown): Pieces | null {
  if (typeof value !== 'object' || value === null) return null;
  const pieces = cutOf.get(value) ?? null;
  if (!looked.has(value)) cutOf.delete(value);
  return pieces;
}

/** The answer that a value was made of by laying changes over it, and the first block that is another one. */
const madeOf = new WeakMap<object, { base: object; from: number }>();

/** What {@link madeOf} knows of this value, once. */
export function takeBase(value: unknown): { base: object; from: number } | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = madeOf.get(value) ?? null;
  madeOf.delete(value);
  return found;
}

/** Whether the value was made by laying changes over an earlier answer. */
export const isPatched = (value: unknown): boolean => typeof value === 'object' && value !== null && madeOf.has(value);

/** The value of these pieces, whose rows are read out of them. null: the blocks do not match the ids. `line`: see {@link LongRows.standing}. */
export function lookedAt(pieces: Pieces, line?: object): object | null {
  const rows = unread(pieces, line);
  if (!rows) return null;
  const data = joinPieces(pieces, rows) as object;
  cutOf.set(data, pieces);
  looked.add(data);
  return data;
}

interface Last {
  digest: string | null;
  envelope: object;
  data: WeakRef<object>;
  /** The position that the data is at, if the server gave one. */
  position: string | null;
  /** The data of a stored answer, so that it stays until the read begins. */
  held?: unknown;
}

/**
 * The last answer of each request, while somebody references its data. Equal bytes give the same data object: after each saved line of a transfer the catalogue
 * of its source is requested again, and otherwise its search index of ten thousand products and its copy on the disk would be rebuilt.
 */
const lastAnswers = new Map<string, Last>();
/** More requests than this are not remembered. */
const MOST_REMEMBERED = 20;

/** The position in the data of an answer. */
const positionOf = (data: unknown): string | null => {
  const { as_of } = (data ?? {}) as { as_of?: unknown };
  return typeof as_of === 'string' ? as_of : null;
};

function remember(request: string, digest: string | null, envelope: object, data: object): void {
  lastAnswers.delete(request);
  const position = looked.has(data) ? positionOf(data) : null;
  if (digest === null && position === null) return;
  lastAnswers.set(request, { digest, envelope, data: new WeakRef(data), position });
  const [oldest] = lastAnswers.keys();
  if (lastAnswers.size > MOST_REMEMBERED && oldest !== undefined) lastAnswers.delete(oldest);
}

const requestFor = (url: string, body: string | undefined, asLooked: boolean) =>
  `${asLooked ? 'looked' : 'read'} ${url} ${body ?? ''}`;
const requestOf = ([path, input]: readonly unknown[]) =>
  requestFor(apiUrl(String(path)), encodeForm(input as Parameters<typeof encodeForm>[0]), true);

/** Whether the page holds an earlier answer to this read, whose changes alone can be asked for. */
export const holdsAnswer = (key: readonly unknown[]): boolean =>
  lastAnswers.get(requestOf(key))?.data.deref() !== undefined;

/** Takes a stored answer for the next read, which then fetches the changes alone if the answer has a position. null: releases it. */
export function offerAnswer(key: readonly unknown[], data: unknown): void {
  const request = requestOf(key);
  if (typeof data === 'object' && data !== null) remember(request, null, { code: 200, message: 'OK' }, data);
  const one = lastAnswers.get(request);
  if (one) one.held = data;
}

interface Waiting {
  tell: (part: WorkerPart) => void;
  fail: (cause: unknown) => void;
}

let worker: Worker | null = null;
let last = 0;
const waiting = new Map<number, Waiting>();

function theWorker(): Worker {
  if (worker) return worker;
  const made = new Worker(new URL('./answerWorker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<WorkerPart>) => waiting.get(data.id)?.tell(data);
  made.onerror = () => {
    // The worker could not be loaded. All waiting requests fail, and the next request starts a new worker.
    worker = null;
    made.terminate();
    for (const one of waiting.values()) one.fail(new TypeError('The worker for long answers ended.'));
    waiting.clear();
  };
  worker = made;
  return made;
}

type Head = Extract<WorkerPart, { step: 'head' }>;
type Plain = { method: string; headers: Record<string, string>; body?: string };

/** What came: the answer without its rows, their blocks, and the rows if they are parsed. null: the known answer, byte by byte. */
interface Came {
  head: Head;
  blocks: Block[];
  rows: unknown[];
}

/** Sends one request to the worker. Rejects like fetch and `json()`. */
function send(
  url: string,
  init: Plain,
  signal: AbortSignal,
  { known, asLooked }: { known: string | null; asLooked: boolean },
): Promise<{ came: Came | null; date: string | null }> {
  last += 1;
  const id = last;
  let stop: () => void = () => undefined;
  const order = (step: WorkerJob) => theWorker().postMessage(step);
  return new Promise<{ came: Came | null; date: string | null }>((resolve, reject) => {
    let head: Head | null = null;
    const blocks: Block[] = [];
    const rows: unknown[] = [];
    const read = blockReader();
    stop = () => {
      order({ id, step: 'stop' });
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    waiting.set(id, {
      fail: reject,
      tell(part) {
        if (part.step === 'failed')
          return reject(part.status === 500 ? new ServerFailed(part.why) : new TypeError(part.why));
        if (part.step === 'same') return resolve({ came: null, date: part.date });
        if (part.step === 'head') head = part;
        else {
          blocks.push(part.block);
          if (!asLooked) for (const row of read(part.block)) rows.push(row);
        }
        if (!head) return;
        if (blocks.length < head.blocks) {
          if (part.step === 'block') order({ id, step: 'next' });
          return;
        }
        resolve({ came: { head, blocks, rows }, date: head.date });
      },
    });
    order({ id, step: 'ask', url, init, known });
  }).finally(() => {
    waiting.delete(id);
    signal.removeEventListener('abort', stop);
  });
}

/**
 * Fetches a whole envelope and the server's `Date`. Rejects like fetch and `json()`. `asLooked`: a long list becomes LongRows, whose blocks are
 * parsed only when they are used. Where the page holds an answer with a position, only what changed since is fetched (patch.ts).
 */
export async function requestLong(
  url: string,
  init: Plain,
  signal: AbortSignal,
  asLooked: boolean,
): Promise<{ answer: unknown; date: string | null }> {
  const request = requestFor(url, init.body, asLooked);
  const before = lastAnswers.get(request);
  // Held until the worker has answered.
  const known = before?.data.deref();
  const since = before && known ? sinceOf(before, known) : null;
  const digest = before && known ? before.digest : null;
  let { came, date } = await (since === null
    ? send(url, init, signal, { known: digest, asLooked })
    : send(url, { ...init, body: `${init.body ?? ''}&since=${since}` }, signal, { known: null, asLooked }));
  if (!came) return { answer: { ...before?.envelope, data: known }, date };
  if (since !== null && before && known) {
    const data = await withChanges(known, came);
    if (data) {
      const position = positionOf((came.head.answer as { data?: unknown }).data) ?? before.position;
      if (data === known) before.position = position;
      else remember(request, null, before.envelope, data);
      return { answer: { ...before.envelope, data }, date };
    }
    // An older server knows no `since`, or the changes do not fit: the whole answer is fetched.
    if (isDelta(came) || (came.head.answer as { code?: unknown } | null)?.code === 400)
      ({ came, date } = await send(url, init, signal, { known: null, asLooked }));
  }
  return { answer: wholeOf(request, came, asLooked), date };
}

/** The answer of a server that was asked for all of it. */
function wholeOf(request: string, came: Came | null, asLooked: boolean): unknown {
  if (!came || came.blocks.length === 0) return came?.head.answer;
  const { head, blocks, rows } = came;
  const envelope = head.answer as { data: unknown };
  const pieces = { shell: envelope.data, field: head.field, ids: head.ids, inactive: head.inactive, blocks };
  let data = asLooked ? lookedAt(pieces) : null;
  if (!data) {
    data = joinPieces(pieces, asLooked ? blocks.flatMap(blockReader()) : rows) as object;
    cutOf.set(data, pieces);
  }
  remember(request, head.digest, envelope, data);
  return { ...envelope, data };
}

const rowsIn = (data: object, field: string) => (data as Record<string, LongRows<unknown>>)[field];

/** What a request for the changes since this answer sends as `since`; null: all of it is needed. */
function sinceOf({ position }: Last, known: object): string | null {
  const pieces = cutOf.get(known);
  if (position === null || !pieces || pieces.field === null) return null;
  const rows = rowsIn(known, pieces.field);
  return rows && !isWorn(pieces, rows) ? encodeURIComponent(position) : null;
}

/** The answer has changes alone (`gone`). */
const isDelta = ({ head }: Came) =>
  (head.answer as { data?: { gone?: unknown } | null } | null)?.data?.gone !== undefined;

/** Lays the changes of an answer over the earlier one; that one itself if nothing changed. null: the answer has no changes, or they do not fit. */
async function withChanges(known: object, came: Came): Promise<object | null> {
  const old = cutOf.get(known);
  if (!isDelta(came) || !old || old.field === null) return null;
  const { head, blocks } = came;
  const { gone, [old.field]: list, ...shell } = (head.answer as { data: Record<string, unknown[]> }).data;
  const short = list ?? [];
  const news =
    head.field === old.field
      ? unread({ ids: head.ids, inactive: head.inactive, blocks })
      : short.length === 0
        ? listed([])
        : unread({ ids: idsOf(short).join(' '), inactive: inactiveOf(short).join(' '), blocks: [blockOf(short)] });
  const rows = rowsIn(known, old.field);
  if (!news || !rows) return null;
  const left = head.field === 'gone' ? blocks.flatMap(blockReader()) : (gone ?? []);
  try {
    const patch = await patched(old, rows, { shell, rows: news, gone: left.map(String) });
    if (!patch) return known;
    const data = lookedAt(patch.pieces, rows.standing?.line);
    if (data) madeOf.set(data, { base: known, from: patch.from });
    return data;
  } catch {
    return null;
  }
}
