/**
 * Answers of catalogue size: fetched and read in a worker, handed over in blocks, so that the main thread never stands still for one.
 * The blocks go to the tablet's store as they came (offline/savedReads.ts), as bytes: cheaper to keep and to read than objects.
 */
import type { WorkerJob, WorkerPart } from './answerWorker.ts';
import { unread } from './longRows.ts';
import { type Block, blockReader, joinPieces, type Pieces } from './pieces.ts';

const cutOf = new WeakMap<object, Pieces>();

/** The pieces that this value arrived in, once: the store needs them a moment, nobody later. */
export function takePieces(value: unknown): Pieces | null {
  if (typeof value !== 'object' || value === null) return null;
  const pieces = cutOf.get(value) ?? null;
  cutOf.delete(value);
  return pieces;
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
    // It could not be loaded: whoever asked hears so, and the next question starts another one.
    worker = null;
    made.terminate();
    for (const one of waiting.values()) one.fail(new TypeError('The worker for long answers ended.'));
    waiting.clear();
  };
  worker = made;
  return made;
}

/**
 * The envelope that this address answers, whole, and the server's `Date`. Rejects as fetch and `json()` do. `asLooked`: its long list is given as
 * LongRows, whose blocks are read when they are looked at.
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
        if (part.step === 'failed') return reject(new TypeError(part.why));
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
        const { answer, date, field, ids, inactive } = head;
        if (blocks.length === 0) return resolve({ answer, date });
        const envelope = answer as { data: unknown };
        const pieces = { shell: envelope.data, field, ids, inactive, blocks };
        const data = joinPieces(pieces, asLooked ? (unread(pieces) ?? blocks.flatMap(read)) : rows) as object;
        cutOf.set(data, pieces);
        resolve({ answer: { ...envelope, data }, date });
      },
    });
    order({ id, step: 'ask', url, init });
  }).finally(() => {
    waiting.delete(id);
    signal.removeEventListener('abort', stop);
  });
}
