/** Checks in tests that `contract/liveReads.ts` names every kind from which a read is made. */
import type { Call } from '#contract/call.ts';
import { kindsOfRead } from '#contract/liveReads.ts';
import { onStatements } from '../db/open.ts';
import { tablesReadBy } from '../db/statements.ts';
import { KINDS_OF_TABLE } from './kinds.ts';

/** Runs a read. Throws if it used a kind that its path does not declare: a page that shows the answer would not hear of changes. */
export async function checkReadKinds({ path, write }: Call, work: () => Promise<unknown>): Promise<unknown> {
  const named = kindsOfRead(path);
  if (write || named === null || named === '*') return work();
  const read = new Set<string>();
  const answer = await onStatements((text) => {
    for (const name of tablesReadBy(text)) read.add(name);
  }, work);
  for (const table of read) {
    const kinds = KINDS_OF_TABLE[table] ?? [];
    if (kinds.length > 0 && !kinds.some((kind) => named.includes(kind)))
      throw new Error(`${path} reads ${table}, and contract/liveReads.ts does not say so.`);
  }
  return answer;
}
