/** Reads kept on this tablet (IndexedDB `cache`): one row per question, per person, with the time it was answered (SYNC rules 1, 6). */
import Dexie, { type Table } from 'dexie';
import { NoAnswer } from '#client/callError.ts';
import type { Saved, SavedReads } from '#client/queries.ts';

interface Row {
  id: string;
  user_id: string;
  key: string;
  data: unknown;
  /** Epoch ms of the server's answer. */
  at: number;
  build: number;
}

/** Raised when an answer's shape changes: a row of an older build is asked anew, never shown (DESIGN pitfall 15). */
const BUILD = 1;
/** Rows older than this are let go. */
const KEEP_MS = 30 * 24 * 3_600_000;

/** How long a read may take before the saved copy is shown. */
const PATIENCE_MS = 3_500;

class CacheDb extends Dexie {
  reads!: Table<Row, string>;
  constructor() {
    super('cache');
    this.version(1).stores({ reads: 'id, user_id, at' });
  }
}

export interface SavedReadsOf extends SavedReads {
  /** When each of these questions was last answered, by path prefix. */
  ages(prefix: string): Promise<{ key: string; at: number }[]>;
  peek<T>(key: readonly unknown[]): Promise<Saved<T> | null>;
  /** Every record that stands in a saved answer of a model's own reads, each once. */
  held(): Promise<{ model: string; row: Record<string, unknown> }[]>;
}

export function savedReads(userId: () => string | null): SavedReadsOf {
  const db = new CacheDb();
  const idOf = (key: readonly unknown[]) => `${userId() ?? ''}|${JSON.stringify(key)}`;
  const peek = async <T>(key: readonly unknown[]): Promise<Saved<T> | null> => {
    const row = await db.reads.get(idOf(key)).catch(() => undefined);
    return row && row.build === BUILD ? { data: row.data as T, at: row.at, copy: true } : null;
  };
  return {
    peek,
    async through<T>(key: readonly unknown[], read: () => Promise<T>): Promise<Saved<T>> {
      const user_id = userId();
      const asked = read().then(async (data): Promise<Saved<T>> => {
        const at = Date.now();
        // The cache may be full or gone; the answer stands all the same.
        if (user_id)
          await db.reads
            .put({ id: idOf(key), user_id, key: JSON.stringify(key), data, at, build: BUILD })
            .catch(() => undefined);
        return { data, at, copy: false };
      });
      // A line that hangs is worse than none: after a while the copy is shown, and the answer is kept when it comes.
      const slow = new Promise<Saved<T> | null>((resolve) => setTimeout(() => resolve(peek<T>(key)), PATIENCE_MS));
      try {
        return (await Promise.race([asked, slow])) ?? (await asked);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        const saved = await peek<T>(key);
        if (saved) return saved;
        throw error;
      }
    },
    // The network is asked at every read that is not fresh in memory, so nothing has to be aged here; nothing is deleted (rule 6).
    stale: async () => undefined,
    async clear() {
      await db.reads.clear().catch(() => undefined);
    },
    async held() {
      const kept = await db.reads
        .where('user_id')
        .equals(userId() ?? '')
        .toArray();
      const seen = new Map<string, { model: string; row: Record<string, unknown> }>();
      // The newest answer speaks last.
      for (const { key, data, build } of kept.sort((a, b) => a.at - b.at)) {
        const model = /^\["([a-z_]+)\/read/.exec(key)?.[1];
        if (!model || build !== BUILD) continue;
        for (const row of rowsIn(data))
          if (typeof row._id === 'string') seen.set(`${model} ${row._id}`, { model, row });
      }
      return [...seen.values()];
    },
    async ages(prefix) {
      const id = userId() ?? '';
      const rows = await db.reads.where('user_id').equals(id).toArray();
      return rows.filter((row) => row.key.startsWith(`["${prefix}`)).map(({ key, at }) => ({ key, at }));
    },
  };
}

/** Storage is short: every read that can be asked for again goes (SYNC rule 48). */
export async function forgetAllReads(): Promise<void> {
  const db = new CacheDb();
  await db.reads.clear().catch(() => undefined);
  db.close();
}

/** Lets old reads go, when there is time. */
export async function forgetOldReads(): Promise<void> {
  const db = new CacheDb();
  await db.reads
    .where('at')
    .below(Date.now() - KEEP_MS)
    .delete()
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
