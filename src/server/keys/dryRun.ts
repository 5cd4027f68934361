/** Dry runs of writes: the same checks, but nothing is stored (B3.11). */
import type { Params } from '#contract/form.ts';
import { readInput } from '#contract/read.ts';
import type { Handler } from '../calls/handler.ts';
import type { Database, Db } from '../db/open.ts';
import type { StoredVerdict } from './keyedCall.ts';

/** Whether the call is a dry run. Dry runs store nothing, so they ignore the key (API.md 1.3). */
export function isDry(handler: Handler, params: Params): boolean {
  if (!handler.dry) return false;
  const shared = handler.call.row
    ? new Map([...params].filter(([name]) => Object.hasOwn(handler.call.input, name)))
    : params;
  const read = readInput(handler.call.input, shared, handler.call);
  return read.ok && handler.dry(read.input);
}

const UNDO = Symbol('undo');

/** Runs the work, rolls the transaction back and returns the answer of the work. */
export async function dryRun(database: Database, work: (tx: Db) => Promise<StoredVerdict>): Promise<StoredVerdict> {
  let verdict: StoredVerdict | null = null;
  try {
    await database.transaction(async (tx) => {
      verdict = await work(tx);
      throw UNDO;
    });
  } catch (error) {
    if (error !== UNDO) throw error;
  }
  if (!verdict) throw new Error('A dry run gave no answer');
  return verdict;
}
