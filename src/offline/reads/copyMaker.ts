/**
 * Stores long answers in a worker, so that the page's thread neither encrypts nor writes ten thousand rows. Nothing relies on the worker: if there is none, or
 * it ends or hangs, the page stores the answer itself (cacheDb.ts).
 */
import { nextTask } from '#client/nextTask.ts';
import { AT_ONCE, type SavedRow } from './cacheTables.ts';
import type { CopyJob, CopyReport, CopyRequest } from './copyWork.ts';

/** How long the worker may send no message about a copy before it is stopped, ms. */
const SILENCE_MS = 5_000;
/** How long a worker without work is kept, ms. */
const IDLE_MS = 20_000;

type Outcome = SavedRow | null | 'nobody';

interface Waiting {
  /** The worker said something about this copy. */
  heard: () => void;
  done: (row: SavedRow | null) => void;
  refused: (cause: Error) => void;
  /** The worker ended. */
  left: () => void;
}

let worker: Worker | null = null;
/** true: a worker of this page ended or hung. Until it is reloaded, the page stores answers itself. */
let gone = false;
let last = 0;
let idle: ReturnType<typeof setTimeout> | undefined;
const waiting = new Map<number, Waiting>();

function end(): void {
  gone = true;
  worker?.terminate();
  worker = null;
  for (const one of waiting.values()) one.left();
  waiting.clear();
}

function theWorker(): Worker | null {
  if (worker || gone || typeof Worker === 'undefined') return worker;
  try {
    const made = new Worker(new URL('./copyWorker.ts', import.meta.url), { type: 'module' });
    made.onmessage = ({ data }: MessageEvent<CopyReport>) => {
      const one = waiting.get(data.id);
      if (data.step === 'busy') one?.heard();
      else if (data.step === 'done') one?.done(data.row);
      else one?.refused(new Error(data.why));
    };
    made.onerror = end;
    made.onmessageerror = end;
    worker = made;
  } catch {
    // The browser cannot create such a worker.
    gone = true;
  }
  return worker;
}

/**
 * Encrypts and stores a long answer in a worker. Resolves with its record; null: not stored, because the answer is no longer wanted, the user signed out or a
 * newer answer is stored; 'nobody': no worker was available. Rejects if the disk refuses the write.
 */
export async function copyInWorker({ key, row, pieces, over }: CopyJob, wanted: () => boolean): Promise<Outcome> {
  const made = theWorker();
  if (!made) return 'nobody';
  clearTimeout(idle);
  last += 1;
  const id = last;
  const tell = (order: CopyRequest) => made.postMessage(order);
  let silent: ReturnType<typeof setTimeout> | undefined;
  const outcome = new Promise<Outcome>((resolve, reject) => {
    const heard = () => {
      clearTimeout(silent);
      silent = setTimeout(end, SILENCE_MS);
    };
    waiting.set(id, { heard, done: resolve, refused: reject, left: () => resolve('nobody') });
    heard();
  });
  // The caller below handles the rejection.
  outcome.catch(() => undefined);
  try {
    const { blocks, ...rest } = pieces;
    tell({ id, step: 'begin', job: { key, row, over }, pieces: rest });
    for (let from = over?.from ?? 0; from < blocks.length && waiting.has(id); from += AT_ONCE) {
      tell({ id, step: 'blocks', blocks: blocks.slice(from, from + AT_ONCE) });
      await nextTask();
    }
    if (!wanted()) {
      tell({ id, step: 'drop' });
      return null;
    }
    tell({ id, step: 'end' });
    return await outcome;
  } finally {
    clearTimeout(silent);
    waiting.delete(id);
    if (waiting.size === 0) idle = setTimeout(rest, IDLE_MS);
  }
}

/** Ends an idle worker, which would hold megabytes for nothing. The next copy starts a new one. */
function rest(): void {
  worker?.terminate();
  worker = null;
}
