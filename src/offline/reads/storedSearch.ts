/** Without the server: a search in the stored rows of its list, and all rows of a short list from its stored page (decision 1393). */
import type { SavedAnswer } from '#client/reads/queries.ts';
import { containsWords } from '#domain/text.ts';

interface Page {
  rows: unknown[];
  total: number;
}

type Find = (key: readonly unknown[]) => Promise<SavedAnswer<unknown> | null>;
type Input = Readonly<Record<string, unknown>>;

/** What windows make of the size of a first page (useListState.ts). */
const SIZES = [10, 20, 30, 40, 60, 90];
/** Of a longer list no more pages are searched. */
const MOST_PAGES = 20;

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPage = (data: unknown): data is Page => isObject(data) && Array.isArray(data.rows) && 'total' in data;

/** The texts of a row that a person sees. Ids and addresses of pictures are none. */
function textsOf(value: unknown, name = ''): string {
  if (typeof value === 'string') return /(^|_)(id|image|url)$/.test(name) ? '' : value;
  if (!isObject(value)) return '';
  return Object.entries(value)
    .map(([field, one]) => textsOf(one, field))
    .join(' ');
}

/** The stored rows that have all words of the search; null: none has, or the list is not stored. */
export async function fromSearch([path, input]: readonly unknown[], find: Find): Promise<SavedAnswer<unknown> | null> {
  if (!isObject(input) || typeof input.search !== 'string' || input.search === '' || input.page !== 1) return null;
  const rows: unknown[] = [];
  let first: SavedAnswer<unknown> | null = null;
  let at = Number.POSITIVE_INFINITY;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const whole = { ...input, search: undefined, page };
    // Some lists ask for no sums while somebody searches.
    const answer = (await find([path, whole])) ?? (await find([path, { ...whole, sums: '1' }]));
    if (!answer || !isPage(answer.data) || answer.data.rows.length === 0) break;
    first ??= answer;
    at = Math.min(at, answer.at);
    rows.push(...answer.data.rows);
    if (rows.length >= answer.data.total) break;
  }
  const { search } = input;
  const fit = rows.filter((row) => containsWords(textsOf(row), search));
  if (!first || !isPage(first.data) || fit.length === 0) return null;
  const { sums: _sums, ...rest } = first.data as Page & { sums?: unknown };
  const data = {
    ...rest,
    rows: fit,
    total: fit.length,
    page: 1,
    per_page: Math.max(fit.length, Number(input.per_page)),
  };
  return { data, at, copy: true, searched: { rows: rows.length, of: rest.total } };
}

/** All rows of a list for a picker, from the stored first page of the list, if that has all of them. */
export async function fromWholePage(
  [path, input]: readonly unknown[],
  find: Find,
): Promise<SavedAnswer<unknown> | null> {
  if (typeof path !== 'string' || !path.endsWith('/read_all') || !isObject(input) || Object.keys(input).length > 0)
    return null;
  for (const per_page of SIZES) {
    const answer = await find([path, { page: 1, per_page }]);
    if (answer && isPage(answer.data) && answer.data.rows.length === answer.data.total)
      return { ...answer, data: answer.data.rows };
  }
  return null;
}
