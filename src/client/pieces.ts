/** A long answer in pieces: how it is cut and put together, in the worker, in the page and in the tablet's store. */
import { nextTask } from './nextTask.ts';

/** Rows of one block: read in about 1 ms, 4 on a slow tablet. */
export const BLOCK_ROWS = 250;

/** A value with one long list taken out. `field`: where it stood; null: the value itself was the list. */
export interface Pieces {
  shell: unknown;
  field: string | null;
  rows: number;
  /** The ids of the rows' records, in order, joined by spaces ({@link idsOf}): what an answer holds, without reading its blocks. */
  ids: string;
  /** JSON of up to {@link BLOCK_ROWS} rows each. */
  blocks: string[];
}

/** The long list of a value: the value itself, or one of its fields. null: nothing in it is long. */
export function longList(value: unknown): { field: string | null; rows: readonly unknown[] } | null {
  if (Array.isArray(value)) return value.length > BLOCK_ROWS ? { field: null, rows: value } : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [field, rows] of Object.entries(value))
    if (Array.isArray(rows) && rows.length > BLOCK_ROWS) return { field, rows };
  return null;
}

/** The list of a value, however short: the value itself, or its first field that is one. */
export function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return Object.values((value ?? {}) as object).find(Array.isArray) ?? [];
}

/** The id of each row's record: the row itself, or the product that it is about; empty where there is none. */
export function idsOf(rows: readonly unknown[]): string[] {
  return rows.map((row) => {
    const { _id, product } = (row ?? {}) as { _id?: unknown; product?: { _id?: unknown } };
    return String(_id ?? product?._id ?? '');
  });
}

/** Cuts a value that came in one piece, a block a task; null: it is short. */
export async function cut(value: unknown): Promise<Pieces | null> {
  const long = longList(value);
  if (!long) return null;
  const blocks: string[] = [];
  const ids: string[] = [];
  for (let at = 0; at < long.rows.length; at += BLOCK_ROWS) {
    const rows = long.rows.slice(at, at + BLOCK_ROWS);
    blocks.push(JSON.stringify(rows));
    ids.push(...idsOf(rows));
    await nextTask();
  }
  const shell = shellOf(value, long.field);
  return { shell, field: long.field, rows: long.rows.length, ids: ids.join(' '), blocks };
}

/** The value without its long list. */
export function shellOf(value: unknown, field: string | null): unknown {
  return field === null ? null : { ...(value as object), [field]: [] };
}

/** The value again, of its shell and its rows. */
export function together({ shell, field }: Pick<Pieces, 'shell' | 'field'>, rows: unknown[]): unknown {
  return field === null ? rows : { ...(shell as object), [field]: rows };
}
