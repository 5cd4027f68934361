/** The other end of longAnswer.ts: fetches, reads JSON, cuts the long list out of it. Knows nothing of sessions or envelopes. */
import { BLOCK_ROWS, idsOf, longList, shellOf } from './pieces.ts';

/** What it tells of a question: the answer without its rows, then each block; or why there is none. */
export type Part = { id: number } & (
  | { step: 'head'; answer: unknown; date: string | null; field: string | null; blocks: number; ids: string }
  | { step: 'block'; block: string }
  | { step: 'failed'; why: string }
);

interface Asked {
  id: number;
  url: string;
  init: RequestInit;
  stop?: true;
}

const under = new Map<number, AbortController>();
const tell = (part: Part) => (self as unknown as Worker).postMessage(part);

self.onmessage = async ({ data: { id, url, init, stop } }: MessageEvent<Asked>) => {
  if (stop) return under.get(id)?.abort();
  const control = new AbortController();
  under.set(id, control);
  try {
    const response = await fetch(url, { ...init, cache: 'no-store', redirect: 'error', signal: control.signal });
    const answer = (await response.json()) as { data?: unknown } | null;
    const date = response.headers.get('date');
    const long = longList(answer?.data);
    if (!long) return tell({ id, step: 'head', answer, date, field: null, blocks: 0, ids: '' });
    const shell = { ...answer, data: shellOf(answer?.data, long.field) };
    const count = Math.ceil(long.rows.length / BLOCK_ROWS);
    tell({ id, step: 'head', answer: shell, date, field: long.field, blocks: count, ids: idsOf(long.rows).join(' ') });
    for (let at = 0; at < long.rows.length; at += BLOCK_ROWS)
      tell({ id, step: 'block', block: JSON.stringify(long.rows.slice(at, at + BLOCK_ROWS)) });
  } catch (error) {
    tell({ id, step: 'failed', why: String(error) });
  } finally {
    under.delete(id);
  }
};
