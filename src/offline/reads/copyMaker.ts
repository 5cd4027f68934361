/**
 * Stores long answers in a worker, so that the page's thread neither encrypts nor writes ten thousand rows. The worker is no part of any promise: where
 * there is none, where it ends or is silent, the page stores the answer by itself (cacheDb.ts).
 */
import { nextTask } from '#client/nextTask.ts';
import { AT_ONCE, type SavedRow } from './cacheTables.ts';
import type { CopyJob, CopyOrder, CopyTold } from './copyWork.ts';

/** How long the worker may say nothing about a copy, ms. It is stopped then. */
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
/** true: a worker of this page ended or was silent. The page stores by itself until it is loaded anew. */
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
    made.onmessage = ({ data }: MessageEvent<CopyTold>) => {
      const one = waiting.get(data.id);
      if (data.step === 'busy') one?.heard();
      else if (data.step === 'done') one?.done(data.row);
      else one?.refused(new Error(data.why));
    };
    made.onerror = end;
    made.onmessageerror = end;
    worker = made;
  } catch {
    // The browser makes no such worker.
    gone = true;
  }
  return worker;
}

/**
 * Has a worker encrypt and store a long answer. Resolves with its record; null: it is not stored, because it is not wanted any more, the user signed out or
 * a newer answer stands there; 'nobody': no worker did it. Rejects where the disk refuses it.
 */
export async function copyInWorker({ key, row, pieces }: CopyJob, wanted: () => boolean): Promise<Outcome> {
  const made = theWorker();
  if (!made) return 'nobody';
  clearTimeout(idle);
  last += 1;
  const id = last;
  const tell = (order: CopyOrder) => made.postMessage(order);
  let silent: ReturnType<typeof setTimeout> | undefined;
  const outcome = new Promise<Outcome>((resolve, reject) => {
    const heard = () => {
      clearTimeout(silent);
      silent = setTimeout(end, SILENCE_MS);
    };
    waiting.set(id, { heard, done: resolve, refused: reject, left: () => resolve('nobody') });
    heard();
  });
  // A refusal is told to whoever waits for it below.
  outcome.catch(() => undefined);
  try {
    const { blocks, ...rest } = pieces;
    tell({ id, step: 'begin', job: { key, row }, pieces: rest });
    for (let from = 0; from < blocks.length && waiting.has(id); from += AT_ONCE) {
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

/** Ends a worker without work, which would hold megabytes for nothing. The next copy gets a new one. */
function rest(): void {
  worker?.terminate();
  worker = null;
}
