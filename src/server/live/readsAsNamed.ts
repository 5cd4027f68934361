/** Holds in tests what no type can: that `contract/liveReads.ts` names every kind that a read is made of. */
import type { Call } from '#contract/call.ts';
import { kindsOfRead } from '#contract/liveReads.ts';
import { hearStatements } from '../db/open.ts';
import { tablesReadBy } from '../db/statements.ts';
import { KINDS_OF_TABLE } from './kinds.ts';

/** Works a read. Throws if it asked for a kind of which its path does not tell: a page that shows the answer would not hear of a change. */
export async function readsAsNamed({ path, write }: Call, work: () => Promise<unknown>): Promise<unknown> {
  const named = kindsOfRead(path);
  if (write || named === null || named === '*') return work();
  const read = new Set<string>();
  const answer = await hearStatements((text) => {
    for (const name of tablesReadBy(text)) read.add(name);
  }, work);
  for (const table of read) {
    const kinds = KINDS_OF_TABLE[table] ?? [];
    if (kinds.length > 0 && !kinds.some((kind) => named.includes(kind)))
      throw new Error(`${path} reads ${table}, and contract/liveReads.ts does not say so.`);
  }
  return answer;
}
