/**
 * Fetches and parses answers of catalogue size in a worker and hands them over in blocks, so that the main thread is never blocked. The blocks are
 * stored on the tablet as bytes, unchanged (offline/reads/savedReads.ts), which are cheaper to store and to read than objects.
 */
import { ServerFailed } from '../callError.ts';
import type { WorkerJob, WorkerPart } from './answerWorker.ts';
import { unread } from './longRows.ts';
import { type Block, blockReader, joinPieces, type Pieces } from './pieces.ts';

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

/**
 * The last answer of each request, while somebody references its data. Equal bytes give the same data object: after each saved line of a transfer the catalogue
 * of its source is requested again, and otherwise its search index of ten thousand products and its copy on the disk would be rebuilt.
 */
const lastAnswers = new Map<string, { digest: string; envelope: object; data: WeakRef<object> }>();
/** More requests than this are not remembered. */
const MOST_REMEMBERED = 20;

function remember(request: string, digest: string | null, envelope: object, data: object): void {
  lastAnswers.delete(request);
  if (digest === null) return;
  lastAnswers.set(request, { digest, envelope, data: new WeakRef(data) });
  const [oldest] = lastAnswers.keys();
  if (lastAnswers.size > MOST_REMEMBERED && oldest !== undefined) lastAnswers.delete(oldest);
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

/**
 * Fetches a whole envelope and the server's `Date`. Rejects like fetch and `json()`. `asLooked`: a long list becomes LongRows, whose blocks are
 * parsed only when they are used.
 */
export function requestLong(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  signal: AbortSignal,
  asLooked: boolean,
): Promise<{ answer: unknown; date: string | null }> {
  last += 1;
  const id = last;
  let stop: () => void = () => undefined;
  const order = (step: WorkerJob) => theWorker().postMessage(step);
  const request = `${asLooked ? 'looked' : 'read'} ${url} ${init.body ?? ''}`;
  const before = lastAnswers.get(request);
  // Held until the worker has answered.
  const known = before?.data.deref();
  return new Promise<{ answer: unknown; date: string | null }>((resolve, reject) => {
    let head: Extract<WorkerPart, { step: 'head' }> | null = null;
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
        if (part.step === 'same') return resolve({ answer: { ...before?.envelope, data: known }, date: part.date });
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
        const { answer, date, digest, field, ids, inactive } = head;
        if (blocks.length === 0) return resolve({ answer, date });
        const envelope = answer as { data: unknown };
        const pieces = { shell: envelope.data, field, ids, inactive, blocks };
        const lookedAt = asLooked ? unread(pieces) : null;
        const data = joinPieces(pieces, lookedAt ?? (asLooked ? blocks.flatMap(read) : rows)) as object;
        cutOf.set(data, pieces);
        if (lookedAt) looked.add(data);
        remember(request, digest, envelope, data);
        resolve({ answer: { ...envelope, data }, date });
      },
    });
    order({ id, step: 'ask', url, init, known: known && before ? before.digest : null });
  }).finally(() => {
    waiting.delete(id);
    signal.removeEventListener('abort', stop);
  });
}
