/**
 * A page of a list from stored pages of another size. A window of another height shows another number of rows at once (useListState.ts), so the same list has
 * other requests there: what was read in one window is stored for the other, too (decision 1011).
 */
import type { SavedAnswer } from '#client/reads/queries.ts';
import { MAX_PER_PAGE } from '#domain/limits.ts';

interface Rows {
  rows: unknown[];
  total: number;
}

type Find = (key: readonly unknown[]) => Promise<SavedAnswer<unknown> | null>;

/** What other windows make of the size of a page: one, two or three pages of the list at once. */
const OTHER_SIZES = [1 / 3, 1 / 2, 2 / 3, 3 / 2, 2, 3];
/** A short list is stored whole as one page of this size (app/keepLists.ts). */
const WHOLE = MAX_PER_PAGE;

const isRows = (data: unknown): data is Rows =>
  typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows) && 'total' in data;

/** The rows that are stored of this page, from its first row on; null: the key is no page, or its first row is not stored. As old as the oldest page. */
export async function fromOtherPages(key: readonly unknown[], find: Find): Promise<SavedAnswer<unknown> | null> {
  const [path, input] = key;
  if (typeof input !== 'object' || input === null || !('page' in input) || !('per_page' in input)) return null;
  const [page, size] = [Number(input.page), Number(input.per_page)];
  const start = (page - 1) * size;
  let best: SavedAnswer<unknown> | null = null;
  let most = -1;
  for (const other of [WHOLE, ...OTHER_SIZES.map((part) => size * part).filter(Number.isInteger)]) {
    const pageOf = (number: number) => find([path, { ...input, page: number, per_page: other }]);
    const found = await gathered(start, size, other, pageOf);
    if (!found || !isRows(found.data) || found.data.rows.length <= most) continue;
    most = found.data.rows.length;
    best = { ...found, data: { ...found.data, page, per_page: size } };
  }
  return best;
}

/** The rows `start` and following, `size` at most, of pages of `other` rows. */
async function gathered(
  start: number,
  size: number,
  other: number,
  pageOf: (number: number) => Promise<SavedAnswer<unknown> | null>,
): Promise<SavedAnswer<unknown> | null> {
  const first = Math.floor(start / other);
  const rows: unknown[] = [];
  const read: { data: Rows; at: number }[] = [];
  for (let at = first; at * other < start + size; at += 1) {
    const answer = await pageOf(at + 1);
    if (!answer || !isRows(answer.data)) break;
    rows.push(...answer.data.rows.slice(Math.max(0, start - at * other)));
    read.push({ data: answer.data, at: answer.at });
    if (answer.data.rows.length < other) break;
  }
  // An empty page beyond the end is no copy of this page.
  const [begin] = read;
  if (!begin || (rows.length === 0 && start > 0)) return null;
  const at = Math.min(...read.map((one) => one.at));
  return { data: { ...begin.data, rows: rows.slice(0, size) }, at, copy: true };
}
