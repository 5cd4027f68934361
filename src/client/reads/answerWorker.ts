/** The worker of longAnswer.ts: fetches an answer, parses its JSON and cuts out the long list. Knows nothing of sessions or envelopes. */
import { BLOCK_ROWS, type Block, blockOf, idsOf, inactiveOf, longList, type Pieces, shellOf } from './pieces.ts';

/**
 * Messages of the worker about a request: the answer without its rows, then each block; that the answer is the known one, byte by byte; or the reason of a
 * failure. `digest`: SHA-256 of the answer in hexadecimal; null: this page may not make one.
 */
export type WorkerPart = { id: number } & (
  | ({ step: 'head'; answer: unknown; date: string | null; digest: string | null; blocks: number } & Pick<
      Pieces,
      'field' | 'ids' | 'inactive'
    >)
  | { step: 'same'; date: string | null }
  | { step: 'block'; block: Block }
  | { step: 'failed'; why: string; status: number }
);

/**
 * Messages to the worker: a request, with the digest of the answer that the page has already; the page is ready for the next block; the answer is no longer
 * needed.
 */
export type WorkerJob = { id: number } & (
  | { step: 'ask'; url: string; init: RequestInit; known: string | null }
  | { step: 'next' }
  | { step: 'stop' }
);

const under = new Map<number, AbortController>();
/** The rows of each answer that were not handed over yet. */
const left = new Map<number, readonly unknown[]>();
const tell = (part: WorkerPart, handOver: Transferable[] = []) => self.postMessage(part, { transfer: handOver });

self.onmessage = ({ data: order }: MessageEvent<WorkerJob>) => {
  const { id } = order;
  if (order.step === 'ask') return void ask(order);
  if (order.step === 'next') return next(id);
  under.get(id)?.abort();
  left.delete(id);
};

/** Sends one block when the page asks for it. Forty blocks waiting in the page's queue would block other tasks like one long task. */
function next(id: number): void {
  const rows = left.get(id);
  if (!rows) return;
  if (rows.length > BLOCK_ROWS) left.set(id, rows.slice(BLOCK_ROWS));
  else left.delete(id);
  const block = blockOf(rows.slice(0, BLOCK_ROWS));
  tell({ id, step: 'block', block }, [block.buffer]);
}

async function ask({ id, url, init, known }: Extract<WorkerJob, { step: 'ask' }>): Promise<void> {
  const control = new AbortController();
  under.set(id, control);
  let status = 0;
  try {
    const response = await fetch(url, { ...init, cache: 'no-store', redirect: 'error', signal: control.signal });
    ({ status } = response);
    const bytes = await response.arrayBuffer();
    const date = response.headers.get('date');
    const digest = await digestOf(bytes);
    if (digest !== null && digest === known) return tell({ id, step: 'same', date });
    const answer = JSON.parse(new TextDecoder().decode(bytes)) as { data?: unknown } | null;
    const long = longList(answer?.data);
    if (!long)
      return tell({ id, step: 'head', answer, date, digest: null, field: null, blocks: 0, ids: '', inactive: '' });
    const shell = { ...answer, data: shellOf(answer?.data, long.field) };
    const count = Math.ceil(long.rows.length / BLOCK_ROWS);
    const message = { ids: idsOf(long.rows).join(' '), inactive: inactiveOf(long.rows).join(' ') };
    tell({ id, step: 'head', answer: shell, date, digest, field: long.field, blocks: count, ...message });
    left.set(id, long.rows);
    // The changes of an answer are few, and a busy page would be long in asking for each block.
    const isDelta = long.field !== null && 'gone' in (shell.data as object);
    do next(id);
    while (isDelta && left.has(id));
  } catch (error) {
    tell({ id, step: 'failed', why: String(error), status });
  } finally {
    under.delete(id);
  }
}

async function digestOf(bytes: ArrayBuffer): Promise<string | null> {
  // Absent on an address without HTTPS.
  if (typeof crypto.subtle === 'undefined') return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
