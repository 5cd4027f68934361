/**
 * A record from the newest stored answer that has its row. The page of a record that was never opened is drawn from the list that led to it
 * (decision 1390).
 */
import type { SavedAnswer } from '#client/reads/queries.ts';
import type { CacheDb } from './cacheDb.ts';

interface Listed {
  readonly ids: readonly string[];
  slice(from: number, to: number): readonly unknown[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isListed = (value: unknown): value is Listed => isObject(value) && Array.isArray(value.ids) && 'slice' in value;

/** The row of a record in an answer: a list, a page of a list, or the rows of a long answer. */
function rowIn(data: unknown, id: string): unknown {
  const rows = isObject(data) && 'rows' in data ? data.rows : data;
  if (isListed(rows)) {
    const at = rows.ids.indexOf(id);
    return at < 0 ? undefined : rows.slice(at, at + 1)[0];
  }
  return Array.isArray(rows) ? rows.find((row) => isObject(row) && row._id === id) : undefined;
}

/** null: `key` is no question for a row (`storedRow`), or no stored list of this person has it. */
export async function fromLists(
  db: CacheDb,
  user_id: string,
  key: readonly unknown[],
): Promise<SavedAnswer<unknown[]> | null> {
  const [path, input] = key;
  const model = typeof path === 'string' && path.endsWith('/row') && path.slice(0, -'/row'.length);
  const id = isObject(input) ? input._id : undefined;
  if (!model || typeof id !== 'string') return null;
  // The record's own answer has all of it.
  const own = await db.find({ user_id, key: [`${model}/read`, { _id: id }] }).catch(() => undefined);
  if (own) return { data: own.data as unknown[], at: own.at, copy: true };
  for (const kept of await db.answersOf(user_id, `${model}/read`, id)) {
    const answer = await db.findById(kept, user_id, true).catch(() => undefined);
    const row = rowIn(answer?.data, id);
    if (answer && row !== undefined) return { data: [row], at: answer.at, copy: true, listed: true };
  }
  return null;
}
