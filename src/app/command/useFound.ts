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

/** A stored record with its folded words, so that tens of thousands are searched within a key press. */
export interface StoredRecord {
  record: FoundRecord;
  folded: string;
  /** When the record was last opened on this tablet, epoch milliseconds; 0: never, as far as is known. */
  openedAt: number;
}

/** As many records of the tablet as are shown. */
const MOST = 30;
/** The most products and the most warehouses for words that name one of each. */
const MOST_OF_TWO = 3;

/** The records in this person's saved reads on this tablet, each once; null until they are read. */
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

/** The records that were opened last on this tablet, the latest first. Their names lie in the sealed saved reads alone. */
export const openedLast = (stored: readonly StoredRecord[]): FoundRecord[] =>
  stored
    .filter(({ openedAt }) => openedAt > 0)
    .toSorted((a, b) => b.openedAt - a.openedAt)
    .map(({ record }) => record);

/**
 * The stored records that hold every word; where there are none, those that hold nearly; where there are none either, a product and a warehouse that the
 * words name together. The best come first. [] for an empty text.
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

/** Sorted by how the title fits, else in their order. */
export const ranked = (records: readonly FoundRecord[], text: string): FoundRecord[] =>
  records.toSorted((a, b) => rankOf(a.title, text) - rankOf(b.title, text));

/** The server's last answer: its words, its records, and whether the server was reached. */
export interface ServerAnswer {
  of: string;
  found: readonly FoundRecord[];
  isReached: boolean;
}

/** What the bar knows of the server's answer to the words that stand there. */
export interface ServerFound {
  found: readonly FoundRecord[];
  /** The answer to these words is still on its way, so that nothing can be said about what there is not. */
  isOnTheWay: boolean;
  /** The server gave no answer: what is shown comes from this device alone. */
  isFromDevice: boolean;
}

/** A shorter text is not sent (the least of the call). */
const LEAST = 2;

/**
 * The records to show for a text. Until its own answer is there, those of the last answer stay that fit the new text as well, so that the rows under a
 * person's eyes do not come and go with each letter.
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

/** The server's records for a text, looked for after a pause in typing. Without a server the stored records are all there is. */
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
