/** Search, sorting and pages (API.md 1.2, 1.5) for short lists without an index, computed in memory on the whole response. */
import type { Call } from '#contract/call.ts';
import type { Params } from '#contract/form.ts';
import { MAX_PER_PAGE } from '#domain/limits.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { Refusal } from '../calls/refusal.ts';
import { cannotSort, wholeNumber } from './list.ts';

const NAMES = ['page', 'per_page', 'search', 'sort'] as const;

/**
 * Applies page, per_page, search and sort to a POST read that returns rows and has no such fields of its own. Returns a function that reduces the
 * response to the wanted part. Throws 400 for a sort field, because none of these lists has one.
 */
export function partOfAnswer(call: Call, params: Params): (data: unknown) => unknown {
  const answersRows = call.method === 'POST' && !call.write && call.output.type === 'array';
  if (!answersRows || !isList(call)) return (data) => data;
  const values: Partial<Record<(typeof NAMES)[number], string>> = {};
  for (const name of NAMES) {
    const sent = params.get(name);
    if (!sent || call.input[name]) continue;
    if (sent.list || sent.values.length > 1) throw new Refusal('bad_request', `Field ${name} was sent more than once.`);
    params.delete(name);
    if (sent.values[0]) values[name] = sent.values[0];
  }
  if (values.sort) throw cannotSort(values.sort);
  const words = searchWords(values.search ?? '');
  const page = values.page === undefined ? null : wholeNumber(values.page, 'page', 1);
  const perPage = Math.min(MAX_PER_PAGE, wholeNumber(values.per_page ?? '30', 'per_page', 1));
  return (data) => {
    const all = data as readonly unknown[];
    const found = words.length === 0 ? all : all.filter((row) => saysAll(row, words));
    if (page === null) return found;
    return { rows: found.slice((page - 1) * perPage, page * perPage), total: found.length, page, per_page: perPage };
  };
}

/** Returns the number of rows of an unpaged list; null if the response is no list, or gives its own total. */
export function rowsIn(call: Call, data: unknown): number | null {
  return !call.write && isList(call) && Array.isArray(data) ? data.length : null;
}

/** `read_by_...` and `read_all_...` are lists; `read` is one record. */
const isList = (call: Call) => /\/read_/.test(call.path);

function saysAll(row: unknown, words: readonly string[]): boolean {
  const text = searchable(textsOf(row).join(' '));
  return words.every((word) => text.includes(word));
}

/** Returns all texts in a row, including those of shown records, but without ids. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name.endsWith('_id') ? [] : textsOf(inner)));
}
