/** A long answer in pieces: how it is cut and put together, in the worker, in the page and in the tablet's store. */
import { nextTask } from '../nextTask.ts';

/** Rows of one block: read in about 1 ms, 4 on a slow tablet. */
export const BLOCK_ROWS = 250;

/** A value with one long list taken out. `field`: where it stood; null: the value itself was the list. */
export interface Pieces {
  shell: unknown;
  field: string | null;
  /** The ids of the rows' records, in order, joined by spaces ({@link idsOf}): what an answer holds, without reading its blocks. */
  ids: string;
  /** Those of them whose record is not active, joined by spaces ({@link inactiveOf}). */
  inactive: string;
  /** JSON of up to {@link BLOCK_ROWS} rows each. */
  blocks: Block[];
}

/**
 * JSON in UTF-8, a row a line: outside the heap of JavaScript, so that no collection copies a catalogue, and each row can be read by itself (goals 6,
 * 12). Tablets still hold text that a version before wrote.
 */
export type Block = Uint8Array<ArrayBuffer> | string;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** No value has a line's end in its JSON. */
export const blockOf = (rows: readonly unknown[]): Uint8Array<ArrayBuffer> =>
  encoder.encode(`[${rows.map((row) => JSON.stringify(row)).join(',\n')}]`);

const LINE_END = 0x0a;

/**
 * Reads single rows of a block of `count` rows; none is kept. Of a block that is not written a row a line, all are read by `read`, and kept.
 */
export function rowReader(block: Block, count: number, read: (block: Block) => unknown[]): (place: number) => unknown {
  /** Where each row begins, and where one more would. */
  let starts: number[] | undefined;
  let rows: unknown[] | undefined;
  let left: Block = block;
  return (place) => {
    if (typeof left !== 'string') {
      starts ??= startsIn(left);
      const [from, to] = [starts[place], starts[place + 1]];
      // Without what stands between two rows: a comma and the line's end, or the bracket at the very end.
      if (starts.length === count + 1)
        return from && to ? JSON.parse(decoder.decode(left.subarray(from, to - 2))) : undefined;
    }
    rows ??= read(left);
    // Let go: its rows are here.
    left = '';
    return rows[place];
  };
}

function startsIn(block: Uint8Array): number[] {
  const starts = [1];
  for (let at = block.indexOf(LINE_END); at >= 0; at = block.indexOf(LINE_END, at + 1)) starts.push(at + 1);
  // As if a comma and a line's end stood behind the last row too, in place of its bracket.
  starts.push(block.length + 1);
  return starts;
}

/** Whether a block looks whole, without reading it. */
export function isWhole(block: Block): boolean {
  if (typeof block === 'string') return block.startsWith('[') && block.endsWith(']');
  return block.at(0) === OPENS && block.at(-1) === CLOSES;
}
const OPENS = 0x5b;
const CLOSES = 0x5d;

/** The long list of a value: the value itself, or one of its fields. null: nothing in it is long. */
export function longList(value: unknown): { field: string | null; rows: readonly unknown[] } | null {
  if (Array.isArray(value)) return value.length > BLOCK_ROWS ? { field: null, rows: value } : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [field, rows] of Object.entries(value))
    if (Array.isArray(rows) && rows.length > BLOCK_ROWS) return { field, rows };
  return null;
}

/** The list of a value, however short: the value itself, or its first field that is one. */
export function firstListIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return Object.values((value ?? {}) as object).find(Array.isArray) ?? [];
}

/** The id of each row's record: the product that it is about, though the row has an id of its own (K29), or the row itself; empty where there is none. */
export function idsOf(rows: readonly unknown[]): string[] {
  return rows.map((row) => {
    const { _id, product } = (row ?? {}) as { _id?: unknown; product?: { _id?: unknown } };
    return String(product?._id ?? _id ?? '');
  });
}

/** The ids of the rows that are, or are about, something that is not active. */
export function inactiveOf(rows: readonly unknown[]): string[] {
  return idsOf(
    rows.filter((row) => {
      const { status, product } = (row ?? {}) as { status?: unknown; product?: { status?: unknown } };
      return (status ?? product?.status ?? 'active') !== 'active';
    }),
  );
}

/** Cuts a value that came in one piece, a block a task; null: it is short. */
export async function cut(value: unknown): Promise<Pieces | null> {
  const long = longList(value);
  if (!long) return null;
  const blocks: Block[] = [];
  const ids: string[] = [];
  const inactive: string[] = [];
  for (let at = 0; at < long.rows.length; at += BLOCK_ROWS) {
    const rows = long.rows.slice(at, at + BLOCK_ROWS);
    blocks.push(blockOf(rows));
    ids.push(...idsOf(rows));
    inactive.push(...inactiveOf(rows));
    await nextTask();
  }
  const shell = shellOf(value, long.field);
  return { shell, field: long.field, ids: ids.join(' '), inactive: inactive.join(' '), blocks };
}

/**
 * Reads the blocks of one answer. Records inside its rows that are equal become one (ten thousand products have five hundred brands):
 * what is kept of a catalogue is a quarter smaller.
 */
export function blockReader(): (block: Block) => unknown[] {
  const seen = new Map<string, Fields>();
  const shared = (value: Fields): Fields => {
    const known = typeof value._id === 'string' ? seen.get(value._id) : undefined;
    if (known && equal(known, value)) return known;
    if (typeof value._id === 'string') seen.set(value._id, value);
    return value;
  };
  // The first row says which fields hold records: the others, twenty a product, are not looked at.
  const share = (rows: readonly Fields[]): void => {
    for (const field in rows[0]) {
      if (!isRecord(rows[0][field])) continue;
      const holders = rows.filter((row) => isRecord(row[field]));
      share(holders.map((row) => row[field] as Fields));
      for (const row of holders) row[field] = shared(row[field] as Fields);
    }
  };
  return (block) => {
    const rows = JSON.parse(typeof block === 'string' ? block : decoder.decode(block)) as unknown[];
    share(rows.filter(isRecord));
    return rows;
  };
}

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same fields with the same values, in the same order, as they stood in the answer. */
function equal(one: Fields, other: Fields): boolean {
  let fields = 0;
  for (const name in one) {
    if (one[name] !== other[name] || !(name in other)) return false;
    fields += 1;
  }
  for (const _ in other) fields -= 1;
  return fields === 0;
}

/** The value without its long list. */
export function shellOf(value: unknown, field: string | null): unknown {
  return field === null ? null : { ...(value as object), [field]: [] };
}

/** The value again, of its shell and its rows. */
export function joinPieces({ shell, field }: Pick<Pieces, 'shell' | 'field'>, rows: object): unknown {
  return field === null ? rows : { ...(shell as object), [field]: rows };
}
