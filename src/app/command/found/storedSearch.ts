/** The search in the records of this device: what fits the typed words, the best first. Pure functions. */
import { PER_MODEL } from '#contract/search/searchCalls.ts';
import type { FoundRecord } from '#domain/found.ts';
import { addWords, inTwo, nearly, nearlyAmong, ranksBy } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';

/** A stored record with its folded words, so that tens of thousands of records are searched within one key press. */
export interface StoredRecord {
  record: FoundRecord;
  folded: string;
  /** When the record was last opened on this tablet, epoch milliseconds. 0: never or unknown. */
  openedAt: number;
}

/** The names of all records that the person may search (storedNames.ts), and the words of these names, each once. */
export interface StoredNames {
  records: readonly StoredRecord[];
  words: ReadonlySet<string>;
}
export const NO_NAMES: StoredNames = { records: [], words: new Set() };

/** The most products and the most warehouses for a text that names both. */
const MOST_OF_TWO = 3;

/** The words of long lists of records. To find them anew at a key press would take too long. */
const wordsOf = new WeakMap<readonly StoredRecord[], ReadonlySet<string>>();

/** The stored records, then the names of the others. */
export function withNames(stored: readonly StoredRecord[], { records, words }: StoredNames): readonly StoredRecord[] {
  const known = new Set(stored.map(({ record }) => record._id));
  const all = [...stored, ...records.filter(({ record }) => !known.has(record._id))];
  const allWords = new Set(words);
  for (const { folded } of stored) addWords(allWords, folded);
  wordsOf.set(all, allWords);
  return all;
}

/** The records that were last opened on this tablet, the latest first. Their names are stored only in the sealed saved reads. */
export const openedLast = (stored: readonly StoredRecord[]): FoundRecord[] =>
  stored
    .filter(({ openedAt }) => openedAt > 0)
    .toSorted((a, b) => b.openedAt - a.openedAt)
    .map(({ record }) => record);

/**
 * The stored records that contain every typed word, otherwise those that contain nearly the words, otherwise products and warehouses that the words name
 * together. The best come first. An empty text gives no records.
 */
export function storedFor(stored: readonly StoredRecord[], text: string): FoundRecord[] {
  const words = wordsOf.get(stored);
  const fits = fitting(stored, text, words);
  if (fits.length > 0) return ranked(bestOfEach(fits, text), text);
  const parts = inTwo(text);
  if (parts.length === 0) return [];
  const of = (model: string) => stored.filter(({ record }) => record.model === model);
  const [warehouses, products] = [of('warehouse'), of('product')];
  for (const [goods, place] of parts) {
    const places = fitting(warehouses, place, words);
    const both = places.length > 0 ? fitting(products, goods, words) : [];
    if (both.length > 0)
      return [...both.slice(0, MOST_OF_TWO), ...places.slice(0, MOST_OF_TWO)].map(({ record }) => record);
  }
  return [];
}

/** The best records of each model, as many as the server sends, with the number of all that fit. Tens of thousands may fit, so none of them is sorted. */
function bestOfEach(fits: readonly StoredRecord[], text: string): FoundRecord[] {
  const placeOf = placesBy(text);
  const models = new Map<string, { total: number; best: Placed[] }>();
  for (const { record } of fits) {
    const of = models.get(record.model) ?? { total: 0, best: [] };
    models.set(record.model, of);
    of.total += 1;
    const one = placeOf(record);
    const last = of.best.at(-1);
    if (of.best.length >= PER_MODEL && last && before(last, one) <= 0) continue;
    of.best.push(one);
    of.best.sort(before);
    if (of.best.length > PER_MODEL) of.best.pop();
  }
  return [...models.values()].flatMap(({ total, best }) =>
    best.map(({ record }) => (total > PER_MODEL ? { ...record, total } : record)),
  );
}

function fitting(stored: readonly StoredRecord[], text: string, known?: ReadonlySet<string>): readonly StoredRecord[] {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const exact = stored.filter(({ folded }) => words.every((word) => folded.includes(word)));
  if (exact.length > 0) return exact;
  const isNear = known ? nearlyAmong(known, text) : nearly(text);
  return stored.filter(({ folded }) => isNear(folded));
}

/** The models whose records go first or last among those whose titles fit equally well, wherever they come from. */
const PLACE_OF_MODEL: Readonly<Record<string, number>> = { warehouse: 0, seller: 1, area: 3, location: 4 };
const OTHER_PLACE = 2;

/** Orders and transfers come the newest first, from the server and from the saved lists. Other records of one rank are sorted by name. */
const BY_TIME = new Set(['order_group', 'purchase_order', 'claim']);

/** A record with its place among others: how well its title fits, then its model, of which the first one comes first, then its folded name. */
interface Placed {
  record: FoundRecord;
  at: number;
  model: number;
  name: string;
}

function placesBy(text: string): (record: FoundRecord) => Placed {
  const rank = ranksBy(text);
  const models = new Map<string, number>();
  return (record) => {
    const folded = searchable(record.title);
    const at = rank(folded) * 5 + (PLACE_OF_MODEL[record.model] ?? OTHER_PLACE);
    const model = models.get(record.model) ?? models.size;
    models.set(record.model, model);
    return { record, at, model, name: BY_TIME.has(record.model) ? '' : folded };
  };
}

const before = (a: Placed, b: Placed) =>
  a.at - b.at || a.model - b.model || (a.name < b.name ? -1 : Number(a.name > b.name));

/**
 * Sorts records by how well the title fits, then places before the parts of a town, then by name as the server does, so that the device and the server
 * show the same rows.
 */
export const ranked = (records: readonly FoundRecord[], text: string): FoundRecord[] =>
  records
    .map(placesBy(text))
    .toSorted(before)
    .map(({ record }) => record);
