/** Writes many rows in batches (CONST-02, API-15). Each row has its own key and verdict, so a batch may be sent again. */
import type { BulkAnswer } from '#contract/call.ts';
import { BULK_ROWS } from '#domain/limits.ts';
import { invalidateAll } from './reads/queries.ts';
import { callPath } from './transport.ts';

export interface BulkRow {
  /** The idempotency key, minted when the change was made and sent again unchanged. */
  key: string;
  fields: Readonly<Record<string, string>>;
}

export interface BulkResult {
  succeeded: number;
  failed: number;
  /** The server's verdicts by the row's key. */
  verdicts: ReadonlyMap<string, { code: number; message: string; data: unknown }>;
}

/**
 * Writes rows through a bulk call (`distributor_product/create_bulk`); the fields of `shared` apply to all rows. Rejects with NoAnswer when a batch
 * got no answer, and with CallError when a batch was refused as a whole.
 */
export async function writeRows(
  path: string,
  shared: Readonly<Record<string, string>>,
  rows: readonly BulkRow[],
  size: number = BULK_ROWS,
): Promise<BulkResult> {
  const verdicts = new Map<string, { code: number; message: string; data: unknown }>();
  let succeeded = 0;
  try {
    for (let start = 0; start < rows.length; start += size) {
      const batch = rows.slice(start, start + size);
      const names = Object.keys(batch[0]?.fields ?? {});
      const answer = (await callPath(
        'POST',
        path,
        {
          ...shared,
          ...Object.fromEntries(names.map((name) => [name, batch.map((row) => row.fields[name] ?? '')])),
          op_key: batch.map((row) => row.key),
        },
        { write: true },
      )) as BulkAnswer;
      succeeded += answer.succeeded;
      for (const { op_key, code, message, data } of answer.results)
        if (op_key) verdicts.set(op_key, { code, message, data });
    }
  } finally {
    await invalidateAll();
  }
  return { succeeded, failed: rows.length - succeeded, verdicts };
}
