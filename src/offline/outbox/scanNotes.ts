/**
 * The scan notes of a transfer, kept on this tablet: the number of scans, the mode and the unknown codes.
 * The notes are not in the transfer's meta: an unknown code only says that this tablet's copy of the catalogue lacks it, a header change per beep
 * would conflict with other users' edits, and a receipt takes no change although codes are often taught after it.
 */
import type { DexieStore, OutboxDb } from '../store/dexieStore.ts';
import { watchStore } from '../store/watchStore.ts';

/** A figure that was typed behind a scan which could not be counted. */
export interface ScanFigure {
  /** Differs for each scan. */
  id: string;
  n: number;
  in: 'case' | 'unit';
}

export interface ParkedCode {
  code: string;
  /** How many times the code was scanned. */
  times: number;
  /** The figures of those of these scans that have one: each is in place of what its scan would have added. */
  figures?: readonly ScanFigure[];
}

export interface ScanNotes {
  scans: number;
  /** true: scans count goods that arrived. false: scans add lines to the list. null: the person has not chosen. */
  counting: boolean | null;
  unknown: ParkedCode[];
}

export const NO_NOTES: ScanNotes = { scans: 0, counting: null, unknown: [] };
const KEEP_MS = 90 * 24 * 3_600_000;

const idOf = (transfer: string) => `scan:${transfer}`;

/** Changes the notes in one transaction. Resolves when they are on disk. */
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
 * Writes the count first and its note afterwards. The count holds also when the note cannot be written; if the screen said "not saved", the person would scan
 * the goods again. `counted` is called before the note is written (rule 4). false: the note could not be written.
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

/** Adds one scan of an unknown code. */
export function park(notes: ScanNotes, code: string): ScanNotes {
  const known = notes.unknown.find((one) => one.code === code);
  return {
    ...notes,
    unknown: known
      ? notes.unknown.map((one) => (one === known ? { ...one, times: one.times + 1 } : one))
      : [...notes.unknown, { code, times: 1 }],
  };
}

/** The figure of one scan of a code that waits, in place of its earlier one. `n` 0: it has none any more. */
export function withFigure(notes: ScanNotes, code: string, figure: ScanFigure): ScanNotes {
  const changed = (one: ParkedCode): ParkedCode => {
    const others = (one.figures ?? []).filter(({ id }) => id !== figure.id);
    const figures = figure.n > 0 ? [...others, figure] : others;
    return { code: one.code, times: one.times, ...(figures.length > 0 && { figures }) };
  };
  return { ...notes, unknown: notes.unknown.map((one) => (one.code === code ? changed(one) : one)) };
}

/** The units that the scans of a code are, once its product is known. `units`: of one scan without a figure. */
export function unitsOfParked({ times, figures = [] }: ParkedCode, units: number, caseCount: number): number {
  const typed = figures.reduce((sum, figure) => sum + figure.n * (figure.in === 'case' ? caseCount : 1), 0);
  return Math.max(0, times - figures.length) * units + typed;
}

/** Removes a code that is known now or was discarded. */
export function unpark(notes: ScanNotes, code: string): ScanNotes {
  return { ...notes, unknown: notes.unknown.filter((one) => one.code !== code) };
}

/** Scans that were counted while their note could not be written, by code. In memory only: the note on disk still offers those scans. */
export type CountedUnnoted = ReadonlyMap<string, number>;

/** Remembers that these scans are counted. If the note offered them again, they would be booked twice. */
export function notToCount(counted: CountedUnnoted, { code, times }: ParkedCode): CountedUnnoted {
  return new Map(counted).set(code, (counted.get(code) ?? 0) + times);
}

/** The remembered scans whose notes are still on disk. When a note is gone, a later scan of its code is a new one. */
export function stillParked(counted: CountedUnnoted, { unknown }: ScanNotes): CountedUnnoted {
  const left = [...counted].filter(([code]) => unknown.some((one) => one.code === code));
  return left.length === counted.size ? counted : new Map(left);
}

/** The notes without scans that are counted already. */
export function withoutCounted(notes: ScanNotes, counted: CountedUnnoted): ScanNotes {
  if (counted.size === 0) return notes;
  const unknown = notes.unknown.map(({ code, times }) => ({ code, times: times - (counted.get(code) ?? 0) }));
  return { ...notes, unknown: unknown.filter(({ times }) => times > 0) };
}

/** Calls `tell` with the notes of the transfer now and after each change; without notes if the store cannot be read. Returns the function that ends it. */
export function watchNotes(store: DexieStore, transfer: string, tell: (notes: ScanNotes) => void): () => void {
  return watchStore(
    store,
    async (db) => (await db.drafts.get(idOf(transfer)))?.value as ScanNotes | undefined,
    (notes) => tell(notes ?? NO_NOTES),
    () => tell(NO_NOTES),
  );
}
