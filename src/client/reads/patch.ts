/**
 * Lays the changes since an earlier answer over its rows (decision 1160): the changed rows are added to its blocks, and the order of the list says which rows count.
 * The other rows stay where they are, so nothing of them is read, compared or stored again.
 */
import { searchable } from '#domain/text.ts';
import { nextTask } from '../nextTask.ts';
import type { LongRows } from './longRows.ts';
import { BLOCK_ROWS, blockOfLines, linesOf, noteIds, type Pieces } from './pieces.ts';

/** What an answer with `gone` says about an earlier one. */
export interface RowChanges {
  /** The answer without its rows. */
  shell: object;
  rows: LongRows<unknown>;
  gone: readonly string[];
}

export interface Patch {
  pieces: Pieces;
  /** The first block that differs from the ones before. */
  from: number;
}

/** How long rows are worked on before other tasks of the page get a turn, ms. */
const SLICE_MS = 5;
/** The number of rows between two looks at the clock. */
const STEP = 1_024;

/** Whether most rows in the blocks do not count any more, so that the whole answer costs less than a further change. */
export const isWorn = ({ blocks }: Pieces, { length }: LongRows<unknown>): boolean =>
  blocks.length > 2 * Math.ceil(length / BLOCK_ROWS) + 4;

/** The pieces with the changes; null: all rows are as they were. Throws where the rows are not bytes. */
export async function patched(
  old: Pieces,
  rows: LongRows<unknown>,
  { shell, ...changes }: RowChanges,
): Promise<Patch | null> {
  const turn = turns();
  const news = await newsIn(rows, changes, turn);
  if (news.in.length === 0 && news.out.size === 0 && news.over.size === 0) return null;
  // Every row that is added, in the order of the list.
  const added = [...news.over.values(), ...news.in.map(({ line }) => line)];
  const from = Math.max(0, old.blocks.length - 1);
  const last = old.blocks[from];
  if (last === undefined || typeof last === 'string') throw new TypeError('The rows are not bytes.');
  const lines = [...linesOf(last), ...added];
  const blocks = old.blocks.slice(0, from);
  for (let at = 0; at < lines.length; at += BLOCK_ROWS) blocks.push(blockOfLines(lines.slice(at, at + BLOCK_ROWS)));
  const first = from * BLOCK_ROWS + lines.length - added.length;
  const { ids, order } = await inOrder(old, rows, news, first, turn);
  const touched = new Set([...changes.rows.ids, ...changes.gone]);
  const inactive = [...rows.inactive].filter((id) => !touched.has(id)).concat(...changes.rows.inactive);
  return {
    pieces: {
      shell: { ...(old.shell as object), ...shell },
      field: old.field,
      ids,
      inactive: inactive.join(' '),
      blocks,
      order,
    },
    from,
  };
}

interface Incoming {
  id: string;
  line: Uint8Array;
  /** The place in the earlier list before which it stands. */
  at: number;
}

interface News {
  /** Rows that stay where they were, by their place in the earlier list. */
  over: Map<number, Uint8Array>;
  /** The places in the earlier list that are no more. */
  out: Set<number>;
  in: Incoming[];
}

async function newsIn(
  rows: LongRows<unknown>,
  changes: Omit<RowChanges, 'shell'>,
  turn: () => Promise<void>,
): Promise<News> {
  const touched = new Set([...changes.rows.ids, ...changes.gone]);
  const places = new Map<string, number>();
  for (let place = 0; place < rows.length; place += 1) {
    if (place % STEP === 0) await turn();
    const id = rows.ids[place] ?? '';
    if (touched.has(id)) places.set(id, place);
  }
  const news: News = { over: new Map(), out: new Set(), in: [] };
  const keyAt = keysOf(rows);
  const newKeyAt = keysOf(changes.rows);
  const placeFor = finding(rows, keyAt);
  for (const [n, id] of changes.rows.ids.entries()) {
    await turn();
    const line = bytesOf(changes.rows, n);
    const place = places.get(id);
    if (place !== undefined && isEqual(line, bytesOf(rows, place))) continue;
    const key = newKeyAt(n);
    if (place !== undefined && keyAt(place) === key) news.over.set(place, line);
    else {
      if (place !== undefined) news.out.add(place);
      news.in.push({ id, line, at: placeFor(key, id) });
    }
  }
  for (const id of changes.gone) {
    const place = places.get(id);
    if (place !== undefined) news.out.add(place);
  }
  return news;
}

/** The ids of the list with the changes, and where each row stands. The added rows stand from `first` on. Rows between two changes are copied together. */
async function inOrder(old: Pieces, rows: LongRows<unknown>, news: News, first: number, turn: () => Promise<void>) {
  const before = old.order?.slice() ?? Uint32Array.from(rows.ids.keys());
  for (const [n, place] of [...news.over.keys()].entries()) before[place] = first + n;
  const order = new Uint32Array(rows.length - news.out.size + news.in.length);
  const ids: string[] = [];
  let from = 0;
  const copyTo = (place: number) => {
    if (place <= from) return;
    order.set(before.subarray(from, place), ids.length);
    for (; from < place; from += 1) ids.push(rows.ids[from] ?? '');
  };
  const out = [...news.out].sort((one, other) => one - other);
  let left = 0;
  const leaveOut = (until: number) => {
    for (let place = out[left]; place !== undefined && place < until; place = out[left]) {
      copyTo(place);
      from = place + 1;
      left += 1;
    }
  };
  for (const [n, { id, at }] of news.in.entries()) {
    leaveOut(at);
    copyTo(at);
    order[ids.length] = first + news.over.size + n;
    ids.push(id);
  }
  leaveOut(rows.length);
  copyTo(rows.length);
  await turn();
  const texts: string[] = [];
  for (let at = 0; at < ids.length; at += STEP) {
    await turn();
    texts.push(ids.slice(at, at + STEP).join(' '));
  }
  const text = texts.join(' ');
  noteIds(text, ids);
  return { ids: text, order };
}

/** Finds where a row belongs among rows that are sorted by {@link keysOf}, then by id, as the server sorts them. */
function finding(rows: LongRows<unknown>, keyAt: (place: number) => string): (key: string, id: string) => number {
  return (key, id) => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const there = keyAt(middle);
      if (there < key || (there === key && inOrderOfCharacters(rows.ids[middle] ?? '') < inOrderOfCharacters(id)))
        low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const decoder = new TextDecoder();
/** The beginning of the name in the JSON of a row, which the server sorts by. To parse a whole row takes five times as long. */
const NAME = new TextEncoder().encode('"name":"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isNameAt(line: Uint8Array, at: number): boolean {
  for (let n = 0; n < NAME.length; n += 1) if (line[at + n] !== NAME[n]) return false;
  return true;
}

/** The first name in the JSON of a row. */
function nameIn(line: Uint8Array): string {
  for (let at = line.indexOf(QUOTE); at >= 0; at = line.indexOf(QUOTE, at + 1)) {
    if (line[at + 1] !== NAME[1] || !isNameAt(line, at)) continue;
    const from = at + NAME.length;
    let to = from;
    let isPlain = true;
    for (; to < line.length && line[to] !== QUOTE; to += 1)
      if (line[to] === BACKSLASH) {
        isPlain = false;
        to += 1;
      }
    const text = decoder.decode(line.subarray(from, to));
    return isPlain ? text : (JSON.parse(`"${text}"`) as string);
  }
  return '';
}

/** What the server sorts the rows by (`name_key`), in a form that JavaScript compares as the database does. */
function keysOf(rows: LongRows<unknown>): (place: number) => string {
  const keys = new Map<number, string>();
  return (place) => {
    const known = keys.get(place);
    if (known !== undefined) return known;
    const key = inOrderOfCharacters(searchable(nameIn(bytesOf(rows, place))));
    keys.set(place, key);
    return key;
  };
}

/**
 * The database compares texts by their characters (collation "C"). JavaScript compares halves of characters beyond 65,535, which come before U+E000 and following: here they
 * change places.
 */
const inOrderOfCharacters = (text: string): string =>
  HALVES.test(text)
    ? text.replace(ALL_HALVES, (one) => {
        const code = one.charCodeAt(0);
        return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000);
      })
    : text;
const HALVES = /[\ud800-\uffff]/;
const ALL_HALVES = /[\ud800-\uffff]/g;

function bytesOf(rows: LongRows<unknown>, place: number): Uint8Array {
  const bytes = rows.bytes?.(place);
  if (!bytes) throw new TypeError('The rows are not bytes.');
  return bytes;
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** Resolves at once, or after other tasks had a turn if a slice is over. */
function turns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await nextTask();
    since = performance.now();
  };
}
