import { useEffect, useMemo, useState } from 'react';
import { sessionStore } from '#client/session/state.ts';
import { callApi } from '#client/transport.ts';
import { PER_MODEL, searchEverywhere } from '#contract/search/searchCalls.ts';
import { useContact } from '#crud/query/useSession.ts';
import { type FoundRecord, foundOf } from '#domain/found.ts';
import { AUTOCOMPLETE_PAUSE_MS } from '#domain/limits.ts';
import { addWords, fitsNearly, inTwo, nearly, nearlyAmong, ranksBy } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { type SavedReadsOf, savedReads } from '#offline/reads/savedReads.ts';
import { NO_NAMES, type StoredNames, storedNames } from './storedNames.ts';

/** A stored record with its folded words, so that tens of thousands of records are searched within one key press. */
export interface StoredRecord {
  record: FoundRecord;
  folded: string;
  /** When the record was last opened on this tablet, epoch milliseconds. 0: never or unknown. */
  openedAt: number;
}

/** The most products and the most warehouses for a text that names both. */
const MOST_OF_TWO = 3;

/**
 * The records in this person's saved reads on this device, without repeats; without the server also the stored names of all others. Null until they are
 * read.
 */
export function useStoredRecords(): readonly StoredRecord[] | null {
  const [stored, setHeld] = useState<readonly StoredRecord[] | null>(null);
  const [names, setNames] = useState<StoredNames | null>(null);
  const { online } = useContact();
  useEffect(() => {
    let gone = false;
    const saved = savedReads(() => sessionStore.read().profile?.user_id ?? null);
    const take = <T>(coming: Promise<T>, set: (found: T) => void, none: T) =>
      coming.then(
        (found) => !gone && set(found),
        () => !gone && set(none),
      );
    void take(saved.held().then(recordsOf), setHeld, []);
    // With the server its own answer has all names, and newer ones.
    if (!online) void take(storedNames(saved), setNames, NO_NAMES);
    return () => {
      gone = true;
    };
  }, [online]);
  return useMemo(() => {
    if (online || stored === null) return stored;
    return names && withNames(stored, names);
  }, [online, stored, names]);
}

function recordsOf(rows: Awaited<ReturnType<SavedReadsOf['held']>>): StoredRecord[] {
  const records = new Map<string, StoredRecord>();
  for (const { model, row, at } of rows) {
    const record = foundOf(model, row);
    if (record)
      records.set(`${model} ${record._id}`, {
        record,
        folded: searchable(`${record.title} ${record.note}`),
        openedAt: at,
      });
  }
  return [...records.values()];
}

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

/** The server's last answer: its words, its records, and whether the server was reached. */
export interface ServerAnswer {
  of: string;
  found: readonly FoundRecord[];
  isReached: boolean;
}

/** The state of the server's answer to the typed words. */
export interface ServerFound {
  found: readonly FoundRecord[];
  /** The answer is awaited, so the bar cannot say that nothing exists. */
  isOnTheWay: boolean;
  /** The server gave no answer, so all rows come from this device. */
  isFromDevice: boolean;
}

/** The least length of a text that is sent, as the call demands. */
const LEAST = 2;

/**
 * The records to show for a text. Until its own answer arrives, records of the last answer stay if they also fit the new text. So rows do not disappear
 * and return with each letter.
 */
export function serverFound(answer: ServerAnswer, wanted: string, isOnline: boolean): ServerFound {
  if (wanted.length < LEAST) return { found: [], isOnTheWay: false, isFromDevice: !isOnline };
  if (answer.of === wanted)
    return { found: answer.found, isOnTheWay: false, isFromDevice: !isOnline || !answer.isReached };
  const found = answer.found.flatMap(({ total: _, ...record }) => {
    const folded = searchable(`${record.title} ${record.note}`);
    const isFit = searchWords(wanted).every((word) => folded.includes(word)) || fitsNearly(folded, wanted);
    return isFit ? [record] : [];
  });
  return { found, isOnTheWay: isOnline, isFromDevice: !isOnline };
}

const NO_ANSWER: ServerAnswer = { of: '', found: [], isReached: true };

/** The server's records for a text, searched after a pause in typing. Without a server there are only the stored records. */
export function useServerRecords(text: string): ServerFound {
  const [answer, setAnswer] = useState(NO_ANSWER);
  const { online } = useContact();
  const wanted = text.trim().slice(0, 100);
  useEffect(() => {
    if (wanted.length < LEAST || !online) return;
    const leave = new AbortController();
    const timer = setTimeout(() => {
      callApi(searchEverywhere, { query: wanted }, { signal: leave.signal })
        .then((found) => setAnswer({ of: wanted, found, isReached: true }))
        .catch(() => {
          if (!leave.signal.aborted) setAnswer({ of: wanted, found: [], isReached: false });
        });
    }, AUTOCOMPLETE_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [wanted, online]);
  return useMemo(() => serverFound(answer, wanted, online), [answer, wanted, online]);
}
