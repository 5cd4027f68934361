/** What a record is called in a list of things found, told alike by the server and over the rows that a tablet holds. */
export interface FoundRecord {
  model: string;
  _id: string;
  /** Name, owner or reference. */
  title: string;
  /** What tells it from its like: phone, SKU, from whom to whom. */
  note: string;
}

type Row = Readonly<Record<string, unknown>>;

const named = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' ? value.name : '';
const word = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Names a row of any model; a row without an id is none. */
export function foundOf(model: string, row: Row): FoundRecord | null {
  if (typeof row._id !== 'string') return null;
  const title = word(row.name) || word(row.ref) || named(row.parent) || word(row.title) || word(row.key);
  if (title === '') return null;
  const between =
    named(row.source_obj) && named(row.destination_obj)
      ? `${named(row.source_obj)} to ${named(row.destination_obj)}`
      : '';
  const parts = [between, word(row.phone), word(row.email), word(row.sku_id), named(row.buyer), word(row.address)];
  return { model, _id: row._id, title, note: parts.filter(Boolean).slice(0, 2).join(', ') };
}
