/**
 * What a scanner left on a transfer, kept on this tablet: the running count, the mode, and the codes nobody knew. Not in the transfer's
 * meta: an unknown code is news about this tablet's catalogue copy, a header change per beep would collide with other people's edits,
 * and a receipt takes no change, while codes are often taught after it.
 */
import type { DexieStore, OutboxDb } from '../store/dexieStore.ts';
import { watchStore } from '../store/watchStore.ts';

export interface ParkedCode {
  code: string;
  /** How often it was scanned. */
  times: number;
}

export interface ScanNotes {
  scans: number;
  /** true: scans count what came; false: they build the list; null: nobody chose. */
  counting: boolean | null;
  unknown: ParkedCode[];
}

export const NO_NOTES: ScanNotes = { scans: 0, counting: null, unknown: [] };
const KEEP_MS = 90 * 24 * 3_600_000;

const idOf = (transfer: string) => `scan:${transfer}`;

/** Changes the notes in one transaction; resolves when they are on disk. */
export async function changeNotes(
  db: OutboxDb,
  transfer: string,
  make: (notes: ScanNotes) => ScanNotes,
  now: number,
): Promise<void> {
  await db.transaction('rw!', [db.drafts], async () => {
    const notes = ((await db.drafts.get(idOf(transfer)))?.value as ScanNotes | undefined) ?? NO_NOTES;
    await db.drafts.put({ id: idOf(transfer), saved_at: now, value: make(notes) });
    await db.drafts
      .where('saved_at')
      .below(now - KEEP_MS)
      .and((draft) => draft.id.startsWith('scan:'))
      .delete();
  });
}

/**
 * What was counted is on disk first: from then on it counts, also where its note cannot be written. Told as not saved, it would be scanned once
 * more. `counted` hears of it before the note is tried (rule 4). false: the note could not be written.
 */
export async function countThenNote<T>(
  count: () => Promise<T>,
  counted: (what: T) => void,
  note: () => Promise<void>,
): Promise<boolean> {
  counted(await count());
  return note().then(
    () => true,
    () => false,
  );
}

/** One more scan of a code nobody knows. */
export function park(notes: ScanNotes, code: string): ScanNotes {
  const known = notes.unknown.find((one) => one.code === code);
  return {
    ...notes,
    unknown: known
      ? notes.unknown.map((one) => (one === known ? { code, times: one.times + 1 } : one))
      : [...notes.unknown, { code, times: 1 }],
  };
}

/** The code is known now, or was let go. */
export function unpark(notes: ScanNotes, code: string): ScanNotes {
  return { ...notes, unknown: notes.unknown.filter((one) => one.code !== code) };
}

/** How often each code was counted while its note could not be written, held in memory: the note still offers those scans. */
export type CountedUnnoted = ReadonlyMap<string, number>;

/** These scans are counted, whatever the note says: offered again, they would be booked twice. */
export function notToCount(counted: CountedUnnoted, { code, times }: ParkedCode): CountedUnnoted {
  return new Map(counted).set(code, (counted.get(code) ?? 0) + times);
}

/** What is still held against codes whose notes are on disk; where the note is gone, a later scan is news. */
export function stillParked(counted: CountedUnnoted, { unknown }: ScanNotes): CountedUnnoted {
  const left = [...counted].filter(([code]) => unknown.some((one) => one.code === code));
  return left.length === counted.size ? counted : new Map(left);
}

/** The notes without the scans that are counted already. */
export function withoutCounted(notes: ScanNotes, counted: CountedUnnoted): ScanNotes {
  if (counted.size === 0) return notes;
  const unknown = notes.unknown.map(({ code, times }) => ({ code, times: times - (counted.get(code) ?? 0) }));
  return { ...notes, unknown: unknown.filter(({ times }) => times > 0) };
}

export function watchNotes(store: DexieStore, transfer: string, tell: (notes: ScanNotes) => void): () => void {
  return watchStore(
    store,
    async (db) => (await db.drafts.get(idOf(transfer)))?.value as ScanNotes | undefined,
    (notes) => tell(notes ?? NO_NOTES),
    () => tell(NO_NOTES),
  );
}
