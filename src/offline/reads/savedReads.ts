/** Reads kept on this tablet (IndexedDB `cache`): one row per question, per person, with the time it was answered (SYNC rules 1, 6), sealed (S8). */
import { CallError, NoAnswer } from '#client/callError.ts';
import { contactStore } from '#client/online.ts';
import type { ReadStore, SavedAnswer } from '#client/reads/queries.ts';
import { CacheDb, type Outline } from './cacheDb.ts';

export { requestLong } from '#client/reads/longAnswer.ts';

/** Rows older than this are let go. */
const KEEP_MS = 30 * 24 * 3_600_000;

/** How long a read may take before the saved copy is shown; a tenth of it once a line hangs. */
const PATIENCE_MS = 3_500;

export interface SavedReadsOf extends ReadStore {
  /** Whether a question's answer is held, and of which records: cheap, however long it is. */
  outline(key: readonly unknown[]): Promise<Outline | null>;
  peek<T>(key: readonly unknown[], asLooked?: boolean): Promise<SavedAnswer<T> | null>;
  /** Every record that stands in a saved answer of a model's own reads, each once. */
  held(): Promise<{ model: string; row: Record<string, unknown> }[]>;
}

/** `silent`: whether the last call got no answer. `patience`: how long (ms) the network is waited for before the copy is shown. */
export function savedReads(
  userId: () => string | null,
  silent: () => boolean = () => false,
  patience = PATIENCE_MS,
): SavedReadsOf {
  const db = new CacheDb();
  // Now, beside whatever comes first, and not with the first read. Where it cannot be opened every read does without it.
  db.open().catch(() => undefined);
  const asked = (key: readonly unknown[]) => ({ user_id: userId() ?? '', key });
  // How often all was forgotten: an answer to a question from before is not kept.
  let cleared = 0;
  // How often everything became stale: an answer to a question from before does not take the place of what is shown.
  let staled = 0;
  // Whether the last read that was waited for got its copy instead: what a screen reads one after the other waits the whole time once.
  let hangs = false;
  const peek = async <T>(key: readonly unknown[], asLooked = false): Promise<SavedAnswer<T> | null> => {
    const row = await db.find(asked(key), asLooked).catch(() => undefined);
    return row ? { data: row.data as T, at: row.at, copy: true } : null;
  };
  return {
    peek,
    outline: async (key) => (await db.outline(asked(key)).catch(() => undefined)) ?? null,
    async through<T>(
      key: readonly unknown[],
      read: () => Promise<T>,
      late?: (answer: SavedAnswer<T>) => void,
      asLooked = false,
      patient = false,
    ): Promise<SavedAnswer<T>> {
      const user_id = userId();
      const since = cleared;
      const fresh = staled;
      // The last call got no answer: the copy is looked up beside this one, for it will probably get none either.
      const early = silent() ? peek<T>(key, asLooked) : null;
      // As of the question: what this tablet sent while the answer was under way may not be in it, and is laid over it (overlay.ts).
      const at = Date.now();
      const reading = read().then(async (data): Promise<SavedAnswer<T>> => {
        // The cache may be full or gone; the answer stands all the same.
        if (user_id) await db.keep({ user_id, key }, data, at, () => since === cleared).catch(() => undefined);
        return { data, at, copy: false };
      });
      const heard = () => {
        hangs = false;
      };
      // A read that was given up heard nothing.
      reading.then(heard, (error) => error instanceof CallError && heard());
      // A line that hangs is worse than none: after a while the copy is shown, and the answer takes its place when it comes.
      let waited: ReturnType<typeof setTimeout> | undefined;
      const slow = new Promise<SavedAnswer<T> | null>((resolve) => {
        if (!patient)
          waited = setTimeout(() => resolve(early ?? peek<T>(key, asLooked)), hangs ? patience / 10 : patience);
      });
      try {
        const first = (await Promise.race([reading, slow])) ?? (await reading);
        if (first.copy) hangs = true;
        if (first.copy && late)
          void reading.then(
            // Nobody is shown what another person asked for.
            (answer) => since === cleared && fresh === staled && user_id === userId() && late(answer),
            () => undefined,
          );
        return first;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        const saved = await (early ?? peek<T>(key, asLooked));
        if (saved) return saved;
        throw error;
      } finally {
        // A copy that nobody waits for any more is not read: a long one takes a slow tablet a fifth of a second.
        clearTimeout(waited);
      }
    },
    // The network is asked at every read that is not fresh in memory, so nothing has to be aged here; nothing is deleted (rule 6).
    async stale() {
      staled += 1;
      // A write was answered: the line does not hang.
      hangs = false;
    },
    async clear() {
      cleared += 1;
      await db.clear().catch(() => undefined);
    },
    async held() {
      const id = userId() ?? '';
      const kept = await db.reads.where('user_id').equals(id).toArray();
      const seen = new Map<string, { model: string; row: Record<string, unknown> }>();
      // The newest answer speaks last.
      for (const kind of kept.sort((a, b) => a.at - b.at)) {
        const model = /^([a-z_]+)\/read/.exec(kind.path)?.[1];
        if (!model) continue;
        for (const row of rowsIn((await db.findById(kind.id, id).catch(() => undefined))?.data))
          if (typeof row._id === 'string') seen.set(`${model} ${row._id}`, { model, row });
      }
      return [...seen.values()];
    },
  };
}

/** Storage is short: every read that can be asked for again goes (SYNC rule 48). */
export async function forgetAllReads(): Promise<void> {
  const db = new CacheDb();
  await db.empty().catch(() => undefined);
  db.close();
}

/** Lets old reads go, when there is time: by the server's clock once this page heard it, and by no clock of this tablet that runs ahead (rules 6, 10). */
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
