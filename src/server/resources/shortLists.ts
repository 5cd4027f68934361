/** What every list read takes and says (API.md 1.2, 1.5), for those that are short and that no index pages: worked here, on the whole answer. */
import type { Call } from '#contract/call.ts';
import type { Params } from '#contract/form.ts';
import { MAX_PER_PAGE } from '#domain/limits.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { Refusal } from '../calls/refusal.ts';
import { cannotSort, wholeNumber } from './list.ts';

const NAMES = ['page', 'per_page', 'search', 'sort'] as const;

/**
 * Takes page, per_page, search and sort of a POST read that answers rows and has no such fields of its own. Answers what makes the part
 * that was asked for. Throws 400: none of these lists names a field to sort by.
 */
export function partAsked(call: Call, params: Params): (data: unknown) => unknown {
  const answersRows = call.method === 'POST' && !call.write && call.output.type === 'array';
  if (!answersRows || !isList(call)) return (data) => data;
  const asked: Partial<Record<(typeof NAMES)[number], string>> = {};
  for (const name of NAMES) {
    const sent = params.get(name);
    if (!sent || call.input[name]) continue;
    if (sent.list || sent.values.length > 1) throw new Refusal('bad_request', `Field ${name} was sent more than once.`);
    params.delete(name);
    if (sent.values[0]) asked[name] = sent.values[0];
  }
  if (asked.sort) throw cannotSort(asked.sort);
  const words = searchWords(asked.search ?? '');
  const page = asked.page === undefined ? null : wholeNumber(asked.page, 'page', 1);
  const perPage = Math.min(MAX_PER_PAGE, wholeNumber(asked.per_page ?? '30', 'per_page', 1));
  return (data) => {
    const all = data as readonly unknown[];
    const found = words.length === 0 ? all : all.filter((row) => saysAll(row, words));
    if (page === null) return found;
    return { rows: found.slice((page - 1) * perPage, page * perPage), total: found.length, page, per_page: perPage };
  };
}

/** How many rows an unpaged list has; null: it is none, or says so itself. */
export function rowsIn(call: Call, data: unknown): number | null {
  return !call.write && isList(call) && Array.isArray(data) ? data.length : null;
}

/** `read_by_...`, `read_all_...`; `read` is one record. */
const isList = (call: Call) => /\/read_/.test(call.path);

function saysAll(row: unknown, words: readonly string[]): boolean {
  const text = searchable(textsOf(row).join(' '));
  return words.every((word) => text.includes(word));
}

/** The texts that stand in a row, also inside what it shows of others; ids are no words. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name.endsWith('_id') ? [] : textsOf(inner)));
}
