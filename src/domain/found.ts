import { isPhone, shownPhone } from './phone.ts';

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

/** The search result for a row of any model; null for a row without an id or a name. */
export function foundOf(model: string, row: Row): FoundRecord | null {
  if (typeof row._id !== 'string') return null;
  const title = word(row.name) || word(row.ref) || named(row.parent) || word(row.title) || word(row.key);
  if (title === '') return null;
  const between =
    named(row.source_obj) && named(row.destination_obj)
      ? `${named(row.source_obj)} to ${named(row.destination_obj)}`
      : '';
  const parts = [between, word(row.phone), word(row.email), word(row.sku_id), named(row.buyer), word(row.address)];
  const found = { model, _id: row._id, title, note: parts.filter(Boolean).slice(0, 2).join(', ') };
  return model === 'product' ? { ...found, pictured: { brand: named(row.brand), path: pathIn(row.upload) } } : found;
}
