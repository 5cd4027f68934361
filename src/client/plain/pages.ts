/** Searches, filters, sorts and pages a complete list, as our server does for one page. */
import type { Model } from '#contract/model.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { BILLED_TAGS, COUNTED_TAGS, PENCOM } from '#domain/order.ts';
import { containsWords } from '#domain/text.ts';

type Row = Readonly<Record<string, unknown>>;
type Question = Readonly<Record<string, unknown>>;

/** Search words, filters and sort columns of the contract that have another path in a row. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  owner: 'parent',
  hub: 'seller',
  retailer: 'buyer',
  source: 'source_obj',
  destination: 'destination_obj',
  age: 'created',
};

/** Filters whose field has another name in the rows. */
const FILTERED: Readonly<Record<string, string>> = {
  manufacturers: 'manufacturer_id',
  sellers: 'seller_id',
  sources: 'source',
  destinations: 'destination',
  states: 'state',
  lgas: 'lga',
};

/** Fields of a page request that are no filters. */
const NO_FILTER = ['page', 'per_page', 'search', 'sort', 'sums', 'since', 'after', 'starter', 'warehouse_id'];

export interface PageOfRows {
  rows: Row[];
  total: number;
  page: number;
  per_page: number;
}

/** The page that `input` requests. A filter on a field that no row has lets all rows through. */
export function pageOf(
  rows: readonly Row[],
  input: Question,
  model?: Pick<Model, 'name' | 'search' | 'defaultSort'>,
): PageOfRows {
  const search = String(input.search ?? '').trim();
  const found = rows.filter(
    (row) =>
      (search === '' || containsWords(wordsOf(row, model?.search ?? ['words']), search)) &&
      Object.entries(input).every(([name, wanted]) => NO_FILTER.includes(name) || passes(row, name, wanted)) &&
      isUsual(row, input, model?.name),
  );
  const sort = String(input.sort ?? model?.defaultSort ?? '');
  const sorted = sort === '' ? found : inOrder(found, sort);
  const per_page = Math.max(1, Number(input.per_page) || 10);
  const page = Math.max(1, Number(input.page) || 1);
  return { rows: sorted.slice((page - 1) * per_page, page * per_page), total: found.length, page, per_page };
}

/** The documents leave out carts and deleted orders unless they are requested. */
const isUsual = ({ tag }: Row, input: Question, name: string | undefined) =>
  name !== 'order_group' || input.tag !== undefined || (tag !== 'draft' && tag !== 'deleted');

function wordsOf(row: Row, names: readonly string[]): string {
  if (!names.includes('words')) return names.map((name) => textIn(row, name)).join(' ');
  return Object.values(row)
    .map((value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : nameIn(value)))
    .join(' ');
}

/** The text of a field: its value, or the name of the record that it contains. */
function textIn(row: Row, name: string): string {
  const value = row[ELSEWHERE[name] ?? name] ?? row[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : nameIn(value);
}

const nameIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? String(value.name ?? '') : '';

const idIn = (value: unknown) =>
  typeof value === 'object' && value !== null && '_id' in value ? String(value._id ?? '') : String(value ?? '');

function passes(row: Row, name: string, wanted: unknown): boolean {
  const all = (Array.isArray(wanted) ? wanted : String(wanted ?? '').split(',')).map(String).filter(Boolean);
  if (all.length === 0 || all.includes('all') || all.includes('*')) return true;
  const [first = ''] = all;
  if (name === 'payment') return isPaidAs(row, first);
  if (name === 'timestamp_min') return Number(row.created) >= Number(first);
  if (name === 'timestamp_max') return Number(row.created) <= Number(first);
  if (name === 'from_timestamp') return Number(row.timestamp) >= Number(first);
  if (name === 'to_timestamp') return Number(row.timestamp) <= Number(first);
  const field = FILTERED[name] ?? name;
  const value = row[field] ?? row[field.replace(/_id$/, '')];
  if (value === undefined || value === '') return true;
  return all.flatMap((one) => TAG_WORDS[one] ?? [one]).includes(idIn(value));
}

/** The tags that one word stands for: the documents' `pencom` and ours. */
const TAG_WORDS: Readonly<Record<string, readonly string[]>> = {
  pencom: PENCOM,
  counted: COUNTED_TAGS,
  billed: BILLED_TAGS,
};

/** The documents' payment filter: paid, owing (completed and not paid), unpaid. */
function isPaidAs({ outstanding, tag }: Row, wanted: string): boolean {
  const left = Number(outstanding);
  if (wanted === 'paid') return left >= 0;
  return left < 0 && (wanted !== 'owing' || tag === 'completed');
}

function inOrder(rows: readonly Row[], sort: string): Row[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const name = sort.replace(/^-/, '');
  const keyed = rows.map((row) => ({ row, key: textIn(row, name) }));
  const isNumber = keyed.every(({ key }) => key === '' || Number.isFinite(Number(key)));
  keyed.sort(
    (one, other) => sign * (isNumber ? Number(one.key) - Number(other.key) : compareNames(one.key, other.key)),
  );
  return keyed.map(({ row }) => row);
}
