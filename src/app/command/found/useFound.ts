import { useEffect, useMemo, useState } from 'react';
import { sessionStore } from '#client/session/state.ts';
import { callApi } from '#client/transport.ts';
import { searchEverywhere } from '#contract/search/searchCalls.ts';
import { useContact } from '#crud/query/useSession.ts';
import { type FoundRecord, foundOf } from '#domain/found.ts';
import { AUTOCOMPLETE_PAUSE_MS } from '#domain/limits.ts';
import { fitsNearly } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { type SavedReadsOf, savedReads } from '#offline/reads/savedReads.ts';
import { storedNames } from './storedNames.ts';
import { NO_NAMES, type StoredNames, type StoredRecord, withNames } from './storedSearch.ts';

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
