/** Writes checked rows in batches, with a verdict per row, and a stop between two batches. */
import type { BulkAnswer } from '#contract/call.ts';
import type { GoodRow } from './checkCsv.ts';

export interface RowVerdict {
  line: number;
  ok: boolean;
  /** The server's own words for a row it refused. */
  message: string;
}

interface SendOptions<T> {
  /** Rows per call, at most 125 (CONST-02). */
  size: number;
  /** One bulk call; each row carries its `key` as op_key, so a batch whose answer was lost may be sent again. */
  send: (batch: readonly GoodRow<T>[]) => Promise<BulkAnswer>;
  /** Asked before each batch: the one under way is always finished, so that every row's fate is known. */
  stopped: () => boolean;
  onVerdicts: (verdicts: RowVerdict[]) => void;
}

/**
 * true: every row has its verdict. false: stopped between two batches. Throws what `send` throws; rows without a verdict may be sent
 * again, with the same keys.
 */
export async function sendRows<T>(rows: readonly GoodRow<T>[], ways: SendOptions<T>): Promise<boolean> {
  for (let at = 0; at < rows.length; at += ways.size) {
    if (ways.stopped()) return false;
    const batch = rows.slice(at, at + ways.size);
    const { results } = await ways.send(batch);
    const byKey = new Map(results.map((result) => [result.op_key, result]));
    ways.onVerdicts(
      batch.map((row, index) => {
        const result = byKey.get(row.key) ?? results[index];
        if (!result) throw new Error(`The server gave no verdict for row ${row.line}`);
        return { line: row.line, ok: result.code === 200, message: result.message };
      }),
    );
  }
  return true;
}
