/** Writes checked rows in batches, with a verdict per row. Writing can be stopped between two batches. */
import type { BulkAnswer } from '#contract/call.ts';
import type { GoodRow } from './checkCsv.ts';

export interface RowVerdict {
  line: number;
  ok: boolean;
  /** The server's own message for a row that it refused. */
  message: string;
}

interface SendOptions<T> {
  /** Rows per call, at most 125 (CONST-02). */
  size: number;
  /** Sends one bulk call. Each row carries its `key` as op_key, so a batch whose response was lost can be sent again. */
  send: (batch: readonly GoodRow<T>[]) => Promise<BulkAnswer>;
  /** Checked before each batch. A batch in progress is always finished, so that every row's result is known. */
  stopped: () => boolean;
  onVerdicts: (verdicts: RowVerdict[]) => void;
}

/**
 * Resolves with true if every row has its verdict, with false if it was stopped between two batches. Throws whatever `send` throws. Rows without a
 * verdict can be sent again with the same keys.
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
