/** The rows of the list that this person opened a record from: the record leads to the one before and after it (decision 0405). */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Address } from '../paths.ts';

/** A row of a list: its record and where it opens. */
export interface LeftRow {
  id: string;
  to: Address;
  search?: Readonly<Record<string, string>> | undefined;
}

/** A part of a list. */
export interface ListPart {
  rows: readonly LeftRow[];
  /** The number of rows of the list before these. */
  before: number;
  /** All rows of the list. */
  total: number;
  /** Reads another page of the same list. Rejects without a connection. */
  read: (page: { page: number; per_page: number }) => Promise<readonly LeftRow[]>;
}

interface Left extends ListPart {
  /** The record that was opened from it. */
  at: string;
}

let left: Left | null = null;
const readers = new Set<() => void>();
function leave(next: Left): void {
  left = next;
  for (const reader of readers) reader();
}
function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => void readers.delete(reader);
}

/** Keeps the rows of a list when the person opens one of their records. `part`: null while there are no rows. */
export function useLeftList(part: ListPart | null): void {
  const latest = useRef(part);
  useEffect(() => {
    latest.current = part;
  });
  // When the list is unmounted, the address is already the next screen's.
  useLayoutEffect(
    () => () => {
      const address = window.location.pathname.split('/');
      const of = latest.current;
      const row = of?.rows.find(({ id }) => address.includes(id));
      if (of && row) leave({ ...of, at: row.id });
    },
    [],
  );
}

/** The rows that are read at once beyond those that were shown. */
const PART = 50;

/** The place of a record in the list that it was opened from, from 1; null: it was opened from elsewhere. */
export function useListPlace(id: string): { place: number; total: number } | null {
  const now = useSyncExternalStore(subscribe, () => left);
  if (!now || now.at !== id) return null;
  return { place: now.before + now.rows.findIndex((row) => row.id === id) + 1, total: now.total };
}

/** Goes on to the row beside the record that is open; null at the ends of the list. Rejects if the row cannot be read. */
export async function stepInList(step: 1 | -1): Promise<LeftRow | null> {
  const now = left;
  if (!now) return null;
  const place = now.before + now.rows.findIndex((row) => row.id === now.at) + step;
  if (place < 0 || place >= now.total) return null;
  let part: ListPart = now;
  if (place < now.before || place >= now.before + now.rows.length) {
    const page = Math.floor(place / PART);
    part = { ...now, rows: await now.read({ page: page + 1, per_page: PART }), before: page * PART };
  }
  const next = part.rows[place - part.before];
  if (!next) return null;
  leave({ ...part, at: next.id });
  return next;
}
