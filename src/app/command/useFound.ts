import { useEffect, useMemo, useState } from 'react';
import { sessionStore } from '#client/session/state.ts';
import { callApi } from '#client/transport.ts';
import { searchEverywhere } from '#contract/search/searchCalls.ts';
import { useContact } from '#crud/query/useSession.ts';
import { type FoundRecord, foundOf } from '#domain/found.ts';
import { AUTOCOMPLETE_PAUSE_MS } from '#domain/limits.ts';
import { fitsNearly, inTwo, nearly, rankOf } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { savedReads } from '#offline/reads/savedReads.ts';

/** A stored record with its folded words, so that tens of thousands of records are searched within one key press. */
export interface StoredRecord {
  record: FoundRecord;
  folded: string;
  /** When the record was last opened on this tablet, epoch milliseconds. 0: never or unknown. */
  openedAt: number;
}

/** The most records of the tablet that are shown. */
const MOST = 30;
/** The most products and the most warehouses for a text that names both. */
const MOST_OF_TWO = 3;

/** The records in this person's saved reads on this tablet, without repeats. Null until they are read. */
export function useStoredRecords(): readonly StoredRecord[] | null {
  const [stored, setHeld] = useState<readonly StoredRecord[] | null>(null);
  useEffect(() => {
    let gone = false;
    savedReads(() => sessionStore.read().profile?.user_id ?? null)
      .held()
      .then((rows) => {
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
        if (!gone) setHeld([...records.values()]);
      })
      .catch(() => {
        if (!gone) setHeld([]);
      });
    return () => {
      gone = true;
    };
  }, []);
  return stored;
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
  const fits = fitting(stored, text);
  if (fits.length > 0)
    return ranked(
      fits.map(({ record }) => record),
      text,
    ).slice(0, MOST);
  const parts = inTwo(text);
  if (parts.length === 0) return [];
  const of = (model: string) => stored.filter(({ record }) => record.model === model);
  const [warehouses, products] = [of('warehouse'), of('product')];
  for (const [goods, place] of parts) {
    const places = fitting(warehouses, place);
    const both = places.length > 0 ? fitting(products, goods) : [];
    if (both.length > 0)
      return [...both.slice(0, MOST_OF_TWO), ...places.slice(0, MOST_OF_TWO)].map(({ record }) => record);
  }
  return [];
}

function fitting(stored: readonly StoredRecord[], text: string): readonly StoredRecord[] {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const exact = stored.filter(({ folded }) => words.every((word) => folded.includes(word)));
  if (exact.length > 0) return exact;
  const isNear = nearly(text);
  return stored.filter(({ folded }) => isNear(folded));
}

/** The models whose records go first or last among those whose titles fit equally well, wherever they come from. */
const PLACE_OF_MODEL: Readonly<Record<string, number>> = { warehouse: 0, seller: 1, area: 3, location: 4 };
const OTHER_PLACE = 2;

/** Sorts records by how well the title fits, and places before the parts of a town. Equal ones keep their order. */
export const ranked = (records: readonly FoundRecord[], text: string): FoundRecord[] =>
  records
    .map((record) => ({ record, at: rankOf(record.title, text) * 5 + (PLACE_OF_MODEL[record.model] ?? OTHER_PLACE) }))
    .toSorted((a, b) => a.at - b.at)
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
  const found = answer.found.filter(({ title, note }) => {
    const folded = searchable(`${title} ${note}`);
    return searchWords(wanted).every((word) => folded.includes(word)) || fitsNearly(folded, wanted);
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
