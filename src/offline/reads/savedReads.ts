/** The reads saved on this tablet (IndexedDB `cache`): one record per query and user, with its time (SYNC rules 1, 6), encrypted (S8). */
import { CallError, NoAnswer } from '#client/callError.ts';
import { contactStore } from '#client/online.ts';
import { holdsAnswer, isPatched, offerAnswer } from '#client/reads/longAnswer.ts';
import type { ReadStore, ReadWays, SavedAnswer } from '#client/reads/queries.ts';
import { CacheDb, type Outline } from './cacheDb.ts';
import { fromLists } from './listedRow.ts';
import { fromOtherPages } from './otherPages.ts';
import { forgetPictures } from './pictures.ts';
import { fromSearch, fromWholePage } from './storedSearch.ts';

export { requestLong } from '#client/reads/longAnswer.ts';

/** Records older than this are deleted, ms. */
const KEEP_MS = 30 * 24 * 3_600_000;

/** How long a read waits for its saved copy, of which it fetches the changes alone, ms. */
const BASE_MS = 2_000;

/** How long a read may take before the saved copy is shown, ms. A tenth of it after a read has timed out. */
const PATIENCE_MS = 3_500;

export interface SavedReadsOf extends ReadStore {
  /** The time and record ids of a saved answer, or null. Cheap, however long the answer is. */
  outline(key: readonly unknown[]): Promise<Outline | null>;
  /** When a saved answer was requested, epoch ms, without opening it; null: there is none. */
  savedAt(key: readonly unknown[]): Promise<number | null>;
  savedCopy<T>(key: readonly unknown[], asLooked?: boolean): Promise<SavedAnswer<T> | null>;
  /** Every record in the saved answers of the models' own reads, each record once. `at`: when it was last read by itself, epoch milliseconds; else 0. */
  held(): Promise<{ model: string; row: Record<string, unknown>; at: number }[]>;
}

/**
 * Makes the saved reads. `silent`: true when the last call got no answer. `patience`: how long (ms) the network may take before the saved copy is
 * shown.
 */
export function savedReads(
  userId: () => string | null,
  silent: () => boolean = () => false,
  patience = PATIENCE_MS,
): SavedReadsOf {
  const db = new CacheDb();
  // The database is opened now, in parallel with other work, and not by the first read. If it cannot be opened, every read works without it.
  db.open().catch(() => undefined);
  const readOf = (key: readonly unknown[]) => ({ user_id: userId() ?? '', key });
  // Counts the calls of `clear`: an answer requested before the last one is not saved.
  let cleared = 0;
  // Counts the calls of `stale`: an answer requested before the last one does not replace the data on the screen.
  let staled = 0;
  // true: the last read showed its saved copy after the whole waiting time. Later reads of the screen then wait only a tenth of it.
  let hangs = false;
  const exactCopy = async <T>(key: readonly unknown[], asLooked = false): Promise<SavedAnswer<T> | null> => {
    const row = await db.find(readOf(key), asLooked).catch(() => undefined);
    return row ? { data: row.data as T, at: row.at, copy: true } : null;
  };
  const pageCopy = async (key: readonly unknown[]) => (await exactCopy(key)) ?? fromOtherPages(key, exactCopy);
  const savedCopy = async <T>(key: readonly unknown[], asLooked = false): Promise<SavedAnswer<T> | null> =>
    (await exactCopy<T>(key, asLooked)) ??
    (((await fromOtherPages(key, exactCopy)) ??
      (await fromWholePage(key, exactCopy)) ??
      // With contact the answer comes soon, and has all rows.
      (silent() ? await fromSearch(key, pageCopy) : null) ??
      (await fromLists(db, userId() ?? '', key).catch(() => null))) as SavedAnswer<T> | null);
  /** Reads with the saved copy at hand, so that the changes alone are fetched (longAnswer.ts), if the page holds no answer. */
  const withBase = async <T>(
    key: readonly unknown[],
    asLooked: boolean,
    early: Promise<SavedAnswer<T> | null> | null,
    read: () => Promise<T>,
  ): Promise<T> => {
    if (!asLooked || silent() || holdsAnswer(key)) return read();
    const late = new Promise<null>((resolve) => setTimeout(resolve, BASE_MS, null));
    const base = await Promise.race([early ?? exactCopy<T>(key, true), late]);
    offerAnswer(key, base?.data ?? null);
    return read().finally(() => offerAnswer(key, null));
  };
  return {
    savedCopy,
    outline: async (key) => (await db.outline(readOf(key)).catch(() => undefined)) ?? null,
    savedAt: async (key) => (await db.savedAt(readOf(key)).catch(() => undefined)) ?? null,
    async through<T>(
      key: readonly unknown[],
      read: () => Promise<T>,
      { late, refused, asLooked = false, patient = false, copyFirst = false }: ReadWays<T> = {},
    ): Promise<SavedAnswer<T>> {
      const user_id = userId();
      const since = cleared;
      const fresh = staled;
      // The last call got no answer, and this one will probably get none either, so the copy is read in parallel.
      const early = silent() || copyFirst ? savedCopy<T>(key, asLooked) : null;
      // The time of the request counts: changes that this tablet sends while the answer is under way may be missing in it, and are laid over it
      // (overlay.ts).
      const at = Date.now();
      const reading = withBase(key, asLooked, early, read).then(async (data): Promise<SavedAnswer<T>> => {
        // Changes are shown before they are stored: without them the copy is older, and the next read fetches them again.
        const isWaiting = patient || !isPatched(data);
        // If the cache is full or missing, the answer is still returned.
        const kept = user_id
          ? db.keep({ user_id, key }, data, at, () => since === cleared).catch(() => undefined)
          : undefined;
        if (isWaiting) await kept;
        return { data, at, copy: false };
      });
      const heard = () => {
        hangs = false;
      };
      // An aborted read says nothing about the network.
      reading.then(heard, (error) => error instanceof CallError && heard());
      // A connection that hangs is worse than none: after a while the copy is shown, and the answer replaces it when it comes.
      let waited: ReturnType<typeof setTimeout> | undefined;
      const slow = new Promise<SavedAnswer<T> | null>((resolve) => {
        if (patient) return;
        const show = () => resolve(early ?? savedCopy<T>(key, asLooked));
        waited = setTimeout(
          () => {
            hangs = true;
            show();
          },
          hangs ? patience / 10 : patience,
        );
        if (copyFirst) void early?.then((copy) => copy && resolve(copy));
      });
      // A user is never shown an answer that another user requested, and none that is older than a write or a sign-out.
      const isWanted = () => since === cleared && fresh === staled && user_id === userId();
      try {
        const first = (await Promise.race([reading, slow])) ?? (await reading);
        if (first.copy)
          void reading.then(
            (answer) => isWanted() && late?.(answer),
            (error) => error instanceof CallError && isWanted() && refused?.(),
          );
        return first;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        const saved = await (early ?? savedCopy<T>(key, asLooked));
        if (saved) return saved;
        throw error;
      } finally {
        // A copy that is no longer needed is not read: a long one takes a slow tablet a fifth of a second.
        clearTimeout(waited);
      }
    },
    // Every read that is not fresh in memory goes to the network, so no saved read must be marked as stale here, and none is deleted.
    async stale() {
      staled += 1;
      // A write was answered, so the connection does not hang.
      hangs = false;
    },
    async clear() {
      cleared += 1;
      await Promise.all([db.clear().catch(() => undefined), forgetPictures()]);
    },
    async held() {
      const id = userId() ?? '';
      const kept = await db.reads.where('user_id').equals(id).toArray();
      const seen = new Map<string, { model: string; row: Record<string, unknown>; at: number }>();
      // The newest answer comes last and wins.
      for (const kind of kept.sort((a, b) => a.at - b.at)) {
        const model = /^([a-z_]+)\/read/.exec(kind.path)?.[1];
        if (!model) continue;
        for (const row of rowsIn((await db.findById(kind.id, id).catch(() => undefined))?.data))
          if (typeof row._id === 'string') {
            const name = `${model} ${row._id}`;
            seen.set(name, { model, row, at: kind.path.endsWith('/read') ? kind.at : (seen.get(name)?.at ?? 0) });
          }
      }
      return [...seen.values()];
    },
  };
}

/** Deletes all saved reads and pictures when storage is short (SYNC rule 48). */
export async function forgetAllReads(): Promise<void> {
  const db = new CacheDb();
  await Promise.all([db.empty().catch(() => undefined), forgetPictures()]);
  db.close();
}

/**
 * Deletes old reads when the page is idle, once this page has heard the server's clock. A clock of this tablet that runs ahead cannot delete any
 * (rules 6, 10).
 */
export async function forgetOldReads(): Promise<void> {
  const { serverTime } = contactStore.read();
  if (serverTime === null) return;
  const db = new CacheDb();
  const now = Math.min(serverTime, Date.now());
  await db
    .transaction('rw', db.reads, db.blocks, async () => {
      const ripe = db.reads.where('at').below(now - KEEP_MS);
      const old = await ripe.primaryKeys();
      for (const id of old) await db.blocksOf(id).delete();
      await db.reads.bulkDelete(old);
    })
    .catch(() => undefined);
  db.close();
}

/** The rows of an answer: a list, a page of a list, or one record. */
function rowsIn(data: unknown): Record<string, unknown>[] {
  const isRow = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (Array.isArray(data)) return data.filter(isRow);
  if (!isRow(data)) return [];
  return Array.isArray(data.rows) ? data.rows.filter(isRow) : [data];
}
