/** Cuts a long answer into pieces and joins them, in the worker, in the page and in the tablet's store. */
import { nextTask } from '../nextTask.ts';

/** The rows of one block: parsed in about 1 ms, 4 ms on a slow tablet. */
export const BLOCK_ROWS = 250;

/** A value without its one long list. `field`: the field of the list; null: the value itself was the list. */
export interface Pieces {
  shell: unknown;
  field: string | null;
  /** The ids of the rows' records, in order, joined by spaces ({@link idsOf}), so that they are known without parsing blocks. */
  ids: string;
  /** The ids of records that are not active, joined by spaces ({@link inactiveOf}). */
  inactive: string;
  /** JSON of up to {@link BLOCK_ROWS} rows each. */
  blocks: Block[];
  /** The place of each row of the list among the rows of all blocks, which include earlier states of rows (patch.ts). Without it both have one order. */
  order?: Uint32Array<ArrayBuffer>;
}

/**
 * JSON in UTF-8, one row per line. Bytes are outside the JavaScript heap, so garbage collection does not copy a catalogue, and each row can be
 * parsed alone (goals 6, 12). Tablets may still hold text of an earlier version.
 */
export type Block = Uint8Array<ArrayBuffer> | string;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** JSON of a value never contains a line feed, so each row is one line. */
export const blockOf = (rows: readonly unknown[]): Uint8Array<ArrayBuffer> =>
  encoder.encode(`[${rows.map((row) => JSON.stringify(row)).join(',\n')}]`);

/** A block of rows that are JSON already. */
export function blockOfLines(lines: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(lines.reduce((sum, line) => sum + line.length + 2, 0));
  let at = 1;
  for (const line of lines) {
    if (at > 1) block.set(BETWEEN, at - BETWEEN.length);
    block.set(line, at);
    at += line.length + BETWEEN.length;
  }
  block[0] = OPENS;
  block[block.length - 1] = CLOSES;
  return block;
}

/** The JSON of each row of a block that {@link blockOf} or {@link blockOfLines} made. */
export function linesOf(block: Uint8Array): Uint8Array[] {
  const starts = startsIn(block);
  return starts.slice(1).map((to, n) => block.subarray(starts[n], to - 2));
}

/** The number of rows of a block with a row a line. */
export const countIn = (block: Block): number =>
  typeof block === 'string' ? block.split('\n').length : startsIn(block).length - 1;

/** The JSON of a block. */
export const textOf = (block: Block): string => (typeof block === 'string' ? block : decoder.decode(block));

const LINE_END = 0x0a;

interface LineReader {
  row(place: number): unknown;
  /** The JSON of a row in UTF-8. null: the block does not have one row per line. */
  bytes(place: number): Uint8Array | null;
}

/** Parses single rows of a block with `count` rows (null: unknown) and keeps none. If a block does not have one row per line, `read` parses all of it, and the rows are kept. */
export function rowReader(block: Block, count: number | null, read: (block: Block) => unknown[]): LineReader {
  /** The start of each row, and of one more row after the last. */
  let starts: readonly number[] | undefined;
  let rows: unknown[] | undefined;
  let left: Block = block;
  const bytes = (place: number) => {
    if (typeof left === 'string') return null;
    starts ??= startsIn(left);
    const [from, to] = [starts[place], starts[place + 1]];
    // Without the two bytes between rows: a comma and a line feed, or the final bracket.
    return (count === null || starts.length === count + 1) && from && to ? left.subarray(from, to - 2) : null;
  };
  return {
    bytes,
    row(place) {
      const own = bytes(place);
      if (own) return JSON.parse(decoder.decode(own));
      if (count !== null && place >= count) return undefined;
      rows ??= read(left);
      // The block is released, because its rows are parsed.
      left = '';
      return rows[place];
    },
  };
}

/** The starts of rows by block. A list with changes has the blocks of the one before. */
const knownStarts = new WeakMap<Uint8Array, readonly number[]>();

function startsIn(block: Uint8Array): readonly number[] {
  const known = knownStarts.get(block);
  if (known) return known;
  const starts = [1];
  for (let at = block.indexOf(LINE_END); at >= 0; at = block.indexOf(LINE_END, at + 1)) starts.push(at + 1);
  // As if a comma and a line feed followed the last row instead of the bracket.
  starts.push(block.length + 1);
  knownStarts.set(block, starts);
  return starts;
}

/** true: the block looks complete, judged without parsing it. */
export function isWhole(block: Block): boolean {
  if (typeof block === 'string') return block.startsWith('[') && block.endsWith(']');
  return block.at(0) === OPENS && block.at(-1) === CLOSES;
}
const OPENS = 0x5b;
const CLOSES = 0x5d;
const BETWEEN = [0x2c, LINE_END];

/** The long list of a value: the value itself, or one of its fields. null: it has no long list. */
export function longList(value: unknown): { field: string | null; rows: readonly unknown[] } | null {
  if (Array.isArray(value)) return value.length > BLOCK_ROWS ? { field: null, rows: value } : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [field, rows] of Object.entries(value))
    if (Array.isArray(rows) && rows.length > BLOCK_ROWS) return { field, rows };
  return null;
}

/** The list of a value of any length: the value itself, or its first field that is a list. */
export function firstListIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return Object.values((value ?? {}) as object).find(Array.isArray) ?? [];
}

/** The id of each row's record: the product of the row, even if the row has its own id (K29), or the row itself; empty if there is none. */
export function idsOf(rows: readonly unknown[]): string[] {
  return rows.map((row) => {
    const { _id, product } = (row ?? {}) as { _id?: unknown; product?: { _id?: unknown } };
    return String(product?._id ?? _id ?? '');
  });
}

let lastText = '';
let lastIds: readonly string[] = [];
/** The ids of {@link Pieces.ids}, in order. Two answers about the same records in a row share one list: each holds ten thousand texts (goal 12). */
export function idsIn(text: string): readonly string[] {
  if (text !== lastText) {
    lastIds = text.split(' ');
    lastText = text;
  }
  return lastIds;
}

/** Saves {@link idsIn} the work for a list whose text was just made. */
export function noteIds(text: string, ids: readonly string[]): void {
  lastText = text;
  lastIds = ids;
}

/** The ids of rows that are not active or whose product is not active. */
export function inactiveOf(rows: readonly unknown[]): string[] {
  return idsOf(
    rows.filter((row) => {
      const { status, product } = (row ?? {}) as { status?: unknown; product?: { status?: unknown } };
      return (status ?? product?.status ?? 'active') !== 'active';
    }),
  );
}

/** Cuts a value into blocks, one block per task; null: the value has no long list. */
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
 * Returns a function that parses the blocks of one answer. Equal records inside its rows become one object (ten thousand products have five hundred
 * brands), which makes a catalogue in memory a quarter smaller.
 */
export function blockReader(): (block: Block) => unknown[] {
  const seen = new Map<string, Fields>();
  const shared = (value: Fields): Fields => {
    const known = typeof value._id === 'string' ? seen.get(value._id) : undefined;
    if (known && equal(known, value)) return known;
    if (typeof value._id === 'string') seen.set(value._id, value);
    return value;
  };
  // The first row shows which fields hold records; the other fields, twenty per product, are skipped.
  const share = (rows: readonly Fields[]): void => {
    for (const field in rows[0]) {
      if (!isRecord(rows[0][field])) continue;
      const holders = rows.filter((row) => isRecord(row[field]));
      share(holders.map((row) => row[field] as Fields));
      for (const row of holders) row[field] = shared(row[field] as Fields);
    }
  };
  return (block) => {
    const rows = JSON.parse(textOf(block)) as unknown[];
    share(rows.filter(isRecord));
    return rows;
  };
}

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** true: the same fields with the same values. */
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

/** Joins a shell and its rows to the value again. */
export function joinPieces({ shell, field }: Pick<Pieces, 'shell' | 'field'>, rows: object): unknown {
  return field === null ? rows : { ...(shell as object), [field]: rows };
}
