import { parseMoney } from './money.ts';
import { isPhone, shownPhone } from './phone.ts';
import { fitsNearly } from './slips.ts';
import { searchable, searchWords } from './text.ts';

/** Names a record in a list of search results, in the same way on the server and for rows saved on a tablet. */
export interface FoundRecord {
  model: string;
  _id: string;
  /** The name, owner or reference of the record. */
  title: string;
  /** The text that distinguishes it from similar records: phone in its stored form, SKU, or its two parties. {@link shownNote} is for screens. */
  note: string;
  /** The data for the picture of a product. */
  pictured?: { brand: string; path: string | null };
  /** What a retailer owes, in kobo. Absent: nothing, or the reader may not see it. */
  owes?: number;
  /** How many records of this model fit the words, where not all of them are in the results. */
  total?: number;
}

type Row = Readonly<Record<string, unknown>>;

const named = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' ? value.name : '';
const pathIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string' ? value.path : null;
const word = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The note as screens show it. The code of a product may look like a phone number, and stays. */
export const shownNote = ({ model, note }: Pick<FoundRecord, 'model' | 'note'>): string =>
  model === 'product'
    ? note
    : note
        .split(', ')
        .map((part) => (isPhone(part) ? shownPhone(part) : part))
        .join(', ');

/** The names in a field and in the records that it names: a brand has the name of its manufacturer. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return [named(value), ...Object.values(value).map(named)].filter(Boolean);
}

/** The fields that say where a record is. */
const PLACES = new Set(['address', 'area', 'location', 'seller', 'warehouse']);

/** The first field that has a typed word which `shown` lacks: "in Bódìjà". Without it nobody sees why the record was found. */
function hiddenMatch(row: Row, shown: string, wanted: string): string {
  const holds = (text: string, word: string) => text.includes(word) || fitsNearly(text, word);
  const folded = searchable(shown);
  const missing = searchWords(wanted).filter((word) => !holds(folded, word));
  if (missing.length === 0) return '';
  for (const [key, value] of Object.entries(row)) {
    if (key.endsWith('_id')) continue;
    const text = textsOf(value).find((one) => missing.some((word) => holds(searchable(one), word)));
    if (text !== undefined) return PLACES.has(key) ? `in ${text}` : text;
  }
  return '';
}

/** The search result for a row of any model; null for a row without an id or a name. `wanted`: the words that found the row. */
export function foundOf(model: string, row: Row, wanted = ''): FoundRecord | null {
  if (typeof row._id !== 'string') return null;
  const title = word(row.name) || word(row.ref) || named(row.parent) || word(row.title) || word(row.key);
  if (title === '') return null;
  const between =
    named(row.source_obj) && named(row.destination_obj)
      ? `${named(row.source_obj)} to ${named(row.destination_obj)}`
      : '';
  const parts = [between, word(row.phone), word(row.email), word(row.sku_id), named(row.buyer), word(row.address)];
  const shown = parts.filter(Boolean).slice(0, 2);
  const hidden = hiddenMatch(row, [title, ...shown].join(' '), wanted);
  // Minus means that the retailer owes. An empty text is hidden from this reader.
  const owes = model === 'buyer' ? -(parseMoney(word(row.outstanding)) ?? 0) : 0;
  const found = {
    ...{ model, _id: row._id, title, note: [...shown, hidden].filter(Boolean).join(', ') },
    ...(owes > 0 ? { owes } : {}),
  };
  return model === 'product' ? { ...found, pictured: { brand: named(row.brand), path: pathIn(row.upload) } } : found;
}
