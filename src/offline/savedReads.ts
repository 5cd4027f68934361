/** Reads kept on this tablet (IndexedDB `cache`): one row per question, per person, with the time it was answered (SYNC rules 1, 6). */
import Dexie, { type Table } from 'dexie';
import { CallError, NoAnswer } from '#client/callError.ts';
import { takePieces } from '#client/longAnswer.ts';
import { unread } from '#client/longRows.ts';
import { nextTask } from '#client/nextTask.ts';
import { contactStore } from '#client/online.ts';
import { type Block, blockReader, cut, idsOf, listIn, type Pieces, together } from '#client/pieces.ts';
import type { Saved, SavedReads } from '#client/queries.ts';

export { askLong } from '#client/longAnswer.ts';

interface Row {
  id: string;
  user_id: string;
  key: string;
  data: unknown;
  /** Epoch ms of the server's answer. */
  at: number;
  build: number;
  /** A long answer: `data` is its shell, its rows stand in as many records of `blocks`. */
  long?: Pick<Pieces, 'field'> & { blocks: number } & Partial<Pick<Pieces, 'ids' | 'inactive'>>;
}

/** Up to 250 rows of a long answer, as JSON: one record of objects would hold the page up for a quarter of a second. */
interface KeptBlock {
  id: string;
  n: number;
  /** Named so since it was always text. */
  text: Block;
}

/** Blocks that are written in one go, a third of a megabyte, and read in one go: each question to the disk's thread takes its time. */
const AT_ONCE = 4;
const READ_AT_ONCE = 40;
/** How long blocks are read before whatever else waits goes first, ms. */
const SLICE_MS = 8;

/** Raised when an answer's shape changes: a row of an older build is asked anew, never shown (DESIGN pitfall 15). */
const BUILD = 1;
/** Rows older than this are let go. */
const KEEP_MS = 30 * 24 * 3_600_000;

/** How long a read may take before the saved copy is shown; a tenth of it once a line hangs. */
const PATIENCE_MS = 3_500;

class CacheDb extends Dexie {
  reads!: Table<Row, string>;
  blocks!: Table<KeptBlock, [string, number]>;
  constructor() {
    super('cache');
    this.version(1).stores({ reads: 'id, user_id, at' });
    this.version(2).stores({ reads: 'id, user_id, at', blocks: '[id+n]' });
  }

  blocksOf(id: string) {
    return this.blocks.where('[id+n]').between([id, Dexie.minKey], [id, Dexie.maxKey]);
  }

  /** Writes an answer, in place of one that was asked for before it, unless it is `wanted` no more once it is cut. */
  async keep(row: Row, wanted: () => boolean): Promise<void> {
    const pieces = takePieces(row.data) ?? (await cut(row.data));
    if (!wanted()) return;
    await this.transaction('rw', this.reads, this.blocks, async () => {
      const there = await this.reads.get(row.id);
      // On a line that hangs, or from another tab. One of the future is of a clock that was put back since.
      if (there && there.at > row.at && there.at <= Date.now()) return;
      await this.blocksOf(row.id).delete();
      if (!pieces) return void (await this.reads.put(row));
      const { shell, field, blocks, ids, inactive } = pieces;
      await this.reads.put({ ...row, data: shell, long: { field, blocks: blocks.length, ids, inactive } });
      for (let from = 0; from < blocks.length; from += AT_ONCE)
        await this.blocks.bulkPut(
          blocks.slice(from, from + AT_ONCE).map((text, more) => ({ id: row.id, n: from + more, text })),
        );
    });
  }

  /** A row and its answer as of one moment. `asLooked`: the rows of a long one are read when they are looked at. */
  async find(id: string, asLooked = false): Promise<Row | undefined> {
    const found = await this.transaction('r', this.reads, this.blocks, async () => {
      const row = await this.reads.get(id);
      return row?.build === BUILD ? { row, texts: await this.textsOf(row) } : undefined;
    });
    return found && { ...found.row, data: await wholeOf(found.row, found.texts, asLooked) };
  }

  /** The blocks of a row, all asked for at once. */
  private async textsOf({ id, long }: Row): Promise<Block[]> {
    const from = Array.from({ length: Math.ceil((long?.blocks ?? 0) / READ_AT_ONCE) }, (_, n) => n * READ_AT_ONCE);
    const some = (n: number) =>
      this.blocks
        .where('[id+n]')
        .between([id, n], [id, n + READ_AT_ONCE])
        .toArray();
    return (await Promise.all(from.map(some))).flat().map(({ text }) => text);
  }

  /** What a row holds, without reading its blocks. undefined: it is not there, or not whole. */
  async outline(id: string): Promise<Outline | undefined> {
    const row = await this.transaction('r', this.reads, this.blocks, async () => {
      const row = await this.reads.get(id);
      if (row?.build !== BUILD) return undefined;
      return row.long && (await this.blocksOf(id).count()) < row.long.blocks ? undefined : row;
    });
    if (!row) return undefined;
    const ids = row.long?.ids?.split(' ');
    if (ids) return { at: row.at, ids };
    // A row of the version before holds no ids: its rows are read once more.
    const whole = row.long ? await this.find(id) : row;
    return whole && { at: whole.at, ids: idsOf(listIn(whole.data)) };
  }

  clear(): Promise<void> {
    return this.transaction('rw', this.reads, this.blocks, async () => {
      await Promise.all([this.reads.clear(), this.blocks.clear()]);
    });
  }
}

/** The answer of a row; its blocks are read a few at a time, or as they are looked at. Throws where they are not all there. */
async function wholeOf({ data, long }: Row, texts: Block[], asLooked: boolean): Promise<unknown> {
  if (!long) return data;
  if (texts.length !== long.blocks) throw new Error('Some of this answer is gone.');
  // Versions before kept no such lists.
  const { field, ids, inactive } = long;
  const listed = asLooked && ids !== undefined && inactive !== undefined && unread({ ids, inactive, blocks: texts });
  if (listed) return together({ shell: data, field }, listed);
  const read = blockReader();
  const rows: unknown[] = [];
  let since = performance.now();
  for (const text of texts) {
    if (performance.now() - since > SLICE_MS) {
      await nextTask();
      since = performance.now();
    }
    for (const row of read(text)) rows.push(row);
  }
  return together({ shell: data, field }, rows);
}

/** When an answer was given (epoch ms), and the ids of the records in its list, in order. */
export interface Outline {
  at: number;
  ids: string[];
}

export interface SavedReadsOf extends SavedReads {
  /** Whether a question's answer is held, and of which records: cheap, however long it is. */
  outline(key: readonly unknown[]): Promise<Outline | null>;
  /** When each of these questions was last answered, by path prefix. */
  ages(prefix: string): Promise<{ key: string; at: number }[]>;
  peek<T>(key: readonly unknown[], asLooked?: boolean): Promise<Saved<T> | null>;
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
  const idOf = (key: readonly unknown[]) => `${userId() ?? ''}|${JSON.stringify(key)}`;
  // How often all was forgotten: an answer to a question from before is not kept.
  let cleared = 0;
  // How often everything became stale: an answer to a question from before does not take the place of what is shown.
  let staled = 0;
  // Whether the last read that was waited for got its copy instead: what a screen reads one after the other waits the whole time once.
  let hangs = false;
  const peek = async <T>(key: readonly unknown[], asLooked = false): Promise<Saved<T> | null> => {
    const row = await db.find(idOf(key), asLooked).catch(() => undefined);
    return row ? { data: row.data as T, at: row.at, copy: true } : null;
  };
  return {
    peek,
    outline: async (key) => (await db.outline(idOf(key)).catch(() => undefined)) ?? null,
    async through<T>(
      key: readonly unknown[],
      read: () => Promise<T>,
      late?: (answer: Saved<T>) => void,
      asLooked = false,
      patient = false,
    ): Promise<Saved<T>> {
      const user_id = userId();
      const id = idOf(key);
      const since = cleared;
      const fresh = staled;
      // The last call got no answer: the copy is looked up beside this one, for it will probably get none either.
      const early = silent() ? peek<T>(key, asLooked) : null;
      // As of the question: what this tablet sent while the answer was under way may not be in it, and is laid over it (overlay.ts).
      const at = Date.now();
      const asked = read().then(async (data): Promise<Saved<T>> => {
        // The cache may be full or gone; the answer stands all the same.
        if (user_id)
          await db
            .keep({ id, user_id, key: JSON.stringify(key), data, at, build: BUILD }, () => since === cleared)
            .catch(() => undefined);
        return { data, at, copy: false };
      });
      const heard = () => {
        hangs = false;
      };
      // A read that was given up heard nothing.
      asked.then(heard, (error) => error instanceof CallError && heard());
      // A line that hangs is worse than none: after a while the copy is shown, and the answer takes its place when it comes.
      let waited: ReturnType<typeof setTimeout> | undefined;
      const slow = new Promise<Saved<T> | null>((resolve) => {
        if (!patient)
          waited = setTimeout(() => resolve(early ?? peek<T>(key, asLooked)), hangs ? patience / 10 : patience);
      });
      try {
        const first = (await Promise.race([asked, slow])) ?? (await asked);
        if (first.copy) hangs = true;
        if (first.copy && late)
          void asked.then(
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
      const kept = await db.reads
        .where('user_id')
        .equals(userId() ?? '')
        .toArray();
      const seen = new Map<string, { model: string; row: Record<string, unknown> }>();
      // The newest answer speaks last.
      for (const kind of kept.sort((a, b) => a.at - b.at)) {
        const model = /^\["([a-z_]+)\/read/.exec(kind.key)?.[1];
        if (!model || kind.build !== BUILD) continue;
        for (const row of rowsIn((await db.find(kind.id).catch(() => undefined))?.data))
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
  await db.clear().catch(() => undefined);
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
