/** The database of the saved reads (IndexedDB `cache`). Each answer is encrypted with its user's key (readsKey.ts), long answers in blocks. */
import { nextTask } from '#client/nextTask.ts';
import { lookedAt, takeBase, takePieces } from '#client/reads/longAnswer.ts';
import {
  type Block,
  blockReader,
  cut,
  firstListIn,
  idsIn,
  idsOf,
  joinPieces,
  type Pieces,
} from '#client/reads/pieces.ts';
import { sha256Hex } from '#client/session/sha256.ts';
import {
  AT_ONCE,
  CacheTables,
  type LongCopy,
  type OpenCopy,
  placeOf,
  type SavedRow,
  type SealedCopy,
  sealBlocks,
  sealRow,
} from './cacheTables.ts';
import { copyInWorker } from './copyMaker.ts';
import type { CopyJob } from './copyWork.ts';
import { canSeal, newReadsKey, type ReadsKey, unseal, unsealJson, utf8Of } from './readsKey.ts';

/** A read of a user. Its input may hold a name or a phone number, so only a hash of the key is stored unencrypted. */
export interface SavedReadKey {
  user_id: string;
  key: readonly unknown[];
}

/** A record that an earlier version stored unencrypted. */
interface OpenRow extends Pick<SavedRow, 'id' | 'user_id' | 'at' | 'build' | 'long'> {
  key: string;
  data: unknown;
}

/** When an answer was requested (epoch ms), and the ids of the records in its list, in order. */
export interface Outline {
  at: number;
  ids: readonly string[];
}

/** How many blocks are read at once. Every request to the disk's thread takes time. */
const READ_AT_ONCE = 40;
/** How long blocks are parsed before other tasks of the page get a turn, ms. */
const SLICE_MS = 8;

/** Raised when the shape of an answer changes. A record of an older build is requested again, never shown (DESIGN pitfall 15). */
const BUILD = 2;
const CHANGED_BUILD = 3; // With changes ({@link Pieces.order}), which an earlier release would show in a wrong order.
const OPEN_BUILD = 1; // The last build that stored answers unencrypted.

const idOf = ({ user_id, key }: SavedReadKey) => `${user_id}|${sha256Hex(JSON.stringify(key))}`;

export class CacheDb extends CacheTables {
  private making: Promise<boolean> | null = null;
  /** The record of a long value that this page stored or read. */
  private readonly stored = new WeakMap<object, SavedRow>();
  /** The storing of a value that is under way, or was. */
  private readonly keeping = new WeakMap<object, Promise<void>>();

  /** Stores an answer in place of an older one, unless `wanted` returns false by the time it is encrypted. `at`: epoch ms of the request. */
  keep(question: SavedReadKey, data: unknown, at: number, wanted: () => boolean): Promise<void> {
    const base = takeBase(data);
    const now = () => this.keepNow(base, question, data, at, wanted);
    if (!isObject(data)) return now();
    // The value itself, or the one that changes were laid over, may still be on its way to the disk.
    const kept = (this.keeping.get(base?.base ?? data) ?? Promise.resolve()).then(now, now);
    this.keeping.set(data, kept);
    return kept;
  }

  private async keepNow(
    base: ReturnType<typeof takeBase>,
    ...[question, data, at, wanted]: Parameters<CacheDb['keep']>
  ): Promise<void> {
    const id = idOf(question);
    // The same bytes were read again (longAnswer.ts): only the time of the record changes.
    const before = isObject(data) ? this.stored.get(data) : undefined;
    if (before?.id === id && (await this.touch(before, at))) return;
    const pieces = takePieces(data) ?? (await cut(data));
    const key = await this.keyOf(question.user_id);
    if (!key || !wanted()) return;
    const build = pieces?.order ? CHANGED_BUILD : BUILD;
    const row = { id, user_id: question.user_id, path: String(question.key[0]), at, build };
    const under = base && this.stored.get(base.base);
    const over = under?.id === id && { row: under, from: base?.from ?? 0 };
    const kept = pieces
      ? (over && (await this.keepLong({ key, row, pieces, over }, wanted))) ||
        (await this.keepLong({ key, row, pieces }, wanted))
      : await this.keepHere({ key, row }, data, null, wanted);
    if (isObject(data) && pieces && kept) this.stored.set(data, kept);
  }

  /** Stores a long answer in a worker; where none does it, on this thread. null: it is not stored. */
  private async keepLong(job: CopyJob, wanted: () => boolean): Promise<SavedRow | null> {
    const outcome = await copyInWorker(job, wanted);
    return outcome === 'nobody' ? this.keepHere(job, job.pieces.shell, job.pieces, wanted) : outcome;
  }

  private async keepHere(
    { key, row, over }: Omit<CopyJob, 'pieces'>,
    shell: unknown,
    pieces: Pieces | null,
    wanted: () => boolean,
  ): Promise<SavedRow | null> {
    const kept = { ...(await sealed(key, row, shell, pieces, over?.from)), over: over?.row };
    return wanted() && (await this.write(kept)) ? kept.row : null;
  }

  /** Sets a newer time on a stored answer. false: the record was deleted or replaced. */
  private touch(kept: SavedRow, at: number): Promise<boolean> {
    return this.transaction('rw', this.reads, this.blocks, async () => {
      const row = await this.reads.get(kept.id);
      if (!row || !(await this.isAsWritten(row, kept))) return false;
      if (row.at < at || row.at > Date.now()) await this.reads.put({ ...row, at });
      return true;
    });
  }

  /** A saved answer, read in one transaction. `asLooked`: the rows of a long answer are parsed only when they are used. */
  async find(question: SavedReadKey, asLooked = false): Promise<{ at: number; data: unknown } | undefined> {
    return this.findById(idOf(question), question.user_id, asLooked);
  }

  async findById(id: string, user_id: string, asLooked = false): Promise<{ at: number; data: unknown } | undefined> {
    const look = () =>
      this.transaction('r', this.reads, this.blocks, this.keys, async () => {
        const [key, row] = await Promise.all([this.keys.get(user_id), this.reads.get(id)]);
        const mine = key && row && isMine(row, key);
        return { key, found: mine ? { key, row, texts: await this.textsOf(row) } : undefined };
      });
    let { key, found } = await look();
    if (!key && (await this.sealOld(user_id))) ({ found } = await look());
    if (!found) return undefined;
    const data = await wholeOf(found.key, found.row, found.texts, asLooked);
    if (isObject(data) && asLooked && found.row.long) this.stored.set(data, found.row);
    return { at: found.row.at, data };
  }

  /** The blocks of a record, read in parallel. */
  private async textsOf({ id, long }: Pick<SavedRow, 'id' | 'long'>): Promise<Block[]> {
    const from = Array.from({ length: Math.ceil((long?.blocks ?? 0) / READ_AT_ONCE) }, (_, n) => n * READ_AT_ONCE);
    const some = (n: number) =>
      this.blocks
        .where('[id+n]')
        .between([id, n], [id, n + READ_AT_ONCE])
        .toArray();
    return (await Promise.all(from.map(some))).flat().map(({ text }) => text);
  }

  /** When a saved answer was requested, epoch ms. undefined: there is no such answer that this user can open. */
  savedAt({ user_id, key: readKey }: SavedReadKey): Promise<number | undefined> {
    return this.transaction('r', this.reads, this.keys, async () => {
      const [key, row] = await Promise.all([this.keys.get(user_id), this.reads.get(idOf({ user_id, key: readKey }))]);
      return key && row && isMine(row, key) ? row.at : undefined;
    });
  }

  /** The time and ids of a saved answer, without reading its blocks. undefined: there is no such answer, or it is incomplete. */
  async outline(question: SavedReadKey): Promise<Outline | undefined> {
    const id = idOf(question);
    const look = () =>
      this.transaction('r', this.reads, this.blocks, this.keys, async () => {
        const [key, row] = await Promise.all([this.keys.get(question.user_id), this.reads.get(id)]);
        const mine = key && row && isMine(row, key);
        return { key, row: mine && (await this.isWhole(row)) ? row : undefined };
      });
    let { key, row } = await look();
    if (!key && (await this.sealOld(question.user_id))) ({ row } = await look());
    if (!row) return undefined;
    if (row.long?.ids !== undefined) return { at: row.at, ids: idsIn(row.long.ids) };
    const whole = await this.find(question);
    return whole && { at: whole.at, ids: idsOf(firstListIn(whole.data)) };
  }

  /** If the user has no key, an earlier version may have left unencrypted answers: the first read encrypts them. */
  private async sealOld(user_id: string): Promise<boolean> {
    return (await this.openRows(user_id)).length > 0 && this.firstKey(user_id);
  }

  private async keyOf(user_id: string): Promise<ReadsKey | undefined> {
    return (await this.keys.get(user_id)) ?? ((await this.firstKey(user_id)) ? this.keys.get(user_id) : undefined);
  }

  /** Makes the user's key. false: no key can be made. */
  private firstKey(user_id: string): Promise<boolean> {
    this.making ??= this.makeKey(user_id).finally(() => {
      this.making = null;
    });
    return this.making;
  }

  /** Makes the user's key, encrypts the answers that an earlier version stored unencrypted, and deletes those of other users, in one transaction. */
  private async makeKey(user_id: string): Promise<boolean> {
    if (user_id === '') return false;
    if (!canSeal()) {
      await this.clear();
      return false;
    }
    const key = await newReadsKey(user_id);
    const old = await this.openRows(user_id);
    const kept: SealedCopy[] = [];
    for (const { row, texts } of old) kept.push(await sealedAnew(key, row, texts));
    await this.transaction('rw', this.reads, this.blocks, this.keys, async () => {
      if (await this.keys.get(user_id)) return;
      await Promise.all([this.reads.clear(), this.blocks.clear(), this.keys.clear()]);
      await this.keys.put(key);
      for (const one of kept) await this.put(one);
    });
    return true;
  }

  private async openRows(user_id: string): Promise<{ row: OpenRow; texts: Block[] }[]> {
    return this.transaction('r', this.reads, this.blocks, async () => {
      // Rows of older builds have another shape. The next line leaves them out.
      const rows = (await this.reads.where('user_id').equals(user_id).toArray()) as unknown as OpenRow[];
      const open = rows.filter((row) => row.build === OPEN_BUILD && typeof row.key === 'string');
      const all = await Promise.all(open.map(async (row) => ({ row, texts: await this.textsOf(row) })));
      return all.filter(({ row, texts }) => texts.length === (row.long?.blocks ?? 0));
    });
  }

  /** Frees storage: deletes all answers and keeps the key. */
  async empty(): Promise<void> {
    await this.transaction('rw', this.reads, this.blocks, async () => {
      await Promise.all([this.reads.clear(), this.blocks.clear()]);
    });
  }

  /** Deletes everything at sign-out. The keys go first, so that any bytes left on disk cannot be read. */
  async clear(): Promise<void> {
    await this.keys.clear();
    await this.empty();
  }
}

const isMine = ({ build, sealed_by }: SavedRow, { id }: ReadsKey) =>
  (build === BUILD || build === CHANGED_BUILD) && sealed_by === id;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Encrypts a record and its blocks, those before `first` apart. */
async function sealed(
  key: ReadsKey,
  row: OpenCopy,
  shell: unknown,
  pieces: (Omit<LongCopy, 'blocks'> & { blocks: readonly Block[] }) | null,
  first = 0,
): Promise<SealedCopy> {
  const blocks: SealedCopy['blocks'] = [];
  const texts = pieces?.blocks ?? [];
  // A few blocks at a time, because the bytes passed to WebCrypto are copied on the page's thread.
  for (let from = first; from < texts.length; from += AT_ONCE)
    blocks.push(...(await sealBlocks(key, row.id, from, texts.slice(from, from + AT_ONCE))));
  return { row: await sealRow(key, row, shell, pieces && { ...pieces, blocks: texts.length }), blocks };
}

function sealedAnew(
  key: ReadsKey,
  { key: readKey, data, at, long, user_id }: OpenRow,
  texts: Block[],
): Promise<SealedCopy> {
  const question = { user_id, key: JSON.parse(readKey) as unknown[] };
  const row = { id: idOf(question), user_id, path: String(question.key[0]), at, build: BUILD };
  return sealed(key, row, data, long ? { ...long, blocks: texts } : null);
}

/** The answer of a record. Its blocks are parsed in slices, or with `asLooked` when they are used. Throws when blocks are missing. */
async function wholeOf(key: ReadsKey, row: SavedRow, texts: Block[], asLooked: boolean): Promise<unknown> {
  const { long, id } = row;
  if (long && texts.length !== long.blocks) throw new Error('Part of this result has expired.');
  const [data, ...blocks] = await Promise.all([
    unsealJson(key, id, row.sealed),
    ...texts.map((text, n) => unseal(key, placeOf(id, n), utf8Of(text))),
  ]);
  if (!long) return data;
  // Earlier versions stored no `ids` and `inactive`.
  const { field, ids, inactive, order } = long;
  const looked = asLooked && ids !== undefined && inactive !== undefined;
  const value = looked ? lookedAt({ shell: data, field, ids, inactive, blocks, ...(order && { order }) }) : null;
  if (value) return value;
  const read = blockReader();
  const rows: unknown[] = [];
  let since = performance.now();
  for (const block of blocks) {
    if (performance.now() - since > SLICE_MS) {
      await nextTask();
      since = performance.now();
    }
    for (const one of read(block)) rows.push(one);
  }
  return joinPieces({ shell: data, field }, order ? Array.from(order, (stands) => rows[stands]) : rows);
}
