/** Writes checked rows in batches, with a verdict per row. It can be stopped between two batches. */
import type { BulkAnswer } from '#contract/call.ts';
import type { GoodRow } from './checkCsv.ts';

export interface RowVerdict {
  line: number;
  ok: boolean;
  /** The server's message for the row. */
  message: string;
}

interface SendOptions<T> {
  /** Rows per request, at most 125 (CONST-02). */
  size: number;
  /** Sends one batch. Each row carries its `key` as op_key, so a batch can be sent again after a lost response. */
  send: (batch: readonly GoodRow<T>[]) => Promise<BulkAnswer>;
  /** Called before each batch. A running batch is always finished, so that the result of every row is known. */
  stopped: () => boolean;
  onVerdicts: (verdicts: RowVerdict[]) => void;
}

/**
 * Resolves true when every row has its verdict, false when it was stopped between two batches. Throws what `send` throws. Rows without a verdict can
 * be sent again with the same keys.
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
