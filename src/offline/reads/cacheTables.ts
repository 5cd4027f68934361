/**
 * The tables of the saved reads (IndexedDB `cache`), and how an answer is encrypted and written. It is a file of its own because the worker that stores long
 * answers (copyWorker.ts) needs this much and no more.
 */
import Dexie, { type Table } from 'dexie';
import type { Block, Pieces } from '#client/reads/pieces.ts';
import { type ReadsKey, seal, sealJson, utf8Of } from './readsKey.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The record of a saved answer. Unencrypted are the user, the path, the time and the ids of the records in the answer. */
export interface SavedRow {
  id: string;
  user_id: string;
  /** The call's path: `buyer/read_all`. */
  path: string;
  /** The id of the {@link ReadsKey} that encrypted the answer. */
  sealed_by: string;
  /** The encrypted answer. Of a long answer only its shell; its rows are in `blocks`. */
  sealed: Bytes;
  /** Epoch ms at which the answer was requested. */
  at: number;
  build: number;
  long?: LongCopy;
}

export type LongCopy = Pick<Pieces, 'field' | 'order'> & { blocks: number } & Partial<Pick<Pieces, 'ids' | 'inactive'>>;

/** Up to 250 rows of a long answer, as JSON. One record of objects would block the page for a quarter of a second. */
export interface KeptBlock {
  id: string;
  n: number;
  /** Encrypted bytes. The name is from a version that stored text. */
  text: Block;
}

/** A record that is not encrypted yet. */
export type OpenCopy = Omit<SavedRow, 'sealed' | 'sealed_by' | 'long'>;

/** An answer that is encrypted but not written yet. `over`: the stored answer whose first blocks stay. */
export interface SealedCopy {
  row: SavedRow;
  blocks: KeptBlock[];
  over?: SavedRow | undefined;
}

/** How many blocks are encrypted and written at once (a third of a megabyte). Every request to the disk's thread takes time. */
export const AT_ONCE = 4;

/** The storage location of a block. The block is encrypted for this location and can be decrypted in no other. */
export const placeOf = (id: string, n: number) => `${id} ${n}`;

/** Encrypts the rows `from` and following of the answer `id`. */
export const sealBlocks = (key: ReadsKey, id: string, from: number, blocks: readonly Block[]): Promise<KeptBlock[]> =>
  Promise.all(
    blocks.map(async (block, n) => ({
      id,
      n: from + n,
      text: await seal(key, placeOf(id, from + n), utf8Of(block)),
    })),
  );

/** Encrypts the part of a record that is not its blocks. `pieces`: null for a short answer, whose value is `shell`. */
export async function sealRow(
  key: ReadsKey,
  row: OpenCopy,
  shell: unknown,
  pieces: LongCopy | null,
): Promise<SavedRow> {
  const long = pieces && {
    field: pieces.field,
    blocks: pieces.blocks,
    ...(pieces.ids !== undefined && { ids: pieces.ids }),
    ...(pieces.inactive !== undefined && { inactive: pieces.inactive }),
    ...(pieces.order && { order: pieces.order }),
  };
  return { ...row, sealed_by: key.id, sealed: await sealJson(key, row.id, shell), ...(long && { long }) };
}

export class CacheTables extends Dexie {
  reads!: Table<SavedRow, string>;
  blocks!: Table<KeptBlock, [string, number]>;
  keys!: Table<ReadsKey, string>;

  constructor() {
    super('cache');
    this.version(1).stores({ reads: 'id, user_id, at' });
    this.version(2).stores({ reads: 'id, user_id, at', blocks: '[id+n]' });
    this.version(3).stores({ reads: 'id, user_id, at', blocks: '[id+n]', keys: 'user_id' });
  }

  blocksOf(id: string) {
    return this.blocks.where('[id+n]').between([id, Dexie.minKey], [id, Dexie.maxKey]);
  }

  /** The ids of the saved answers whose path begins with `path`, newest first, without long ones that lack the record `id`. */
  async answersOf(user_id: string, path: string, id: string): Promise<string[]> {
    const mine = await this.reads.where('user_id').equals(user_id).toArray();
    return mine
      .filter((row) => row.path.startsWith(path) && (row.long?.ids?.includes(id) ?? true))
      .sort((one, other) => other.at - one.at)
      .map((row) => row.id);
  }

  /**
   * Writes an encrypted answer over an older one, in one transaction: all of it or nothing. false: not written, because the user signed out meanwhile, a newer
   * answer is stored, or the blocks that stay are not those of `over`.
   */
  write(kept: SealedCopy): Promise<boolean> {
    const { row, over } = kept;
    return this.transaction('rw', this.reads, this.blocks, this.keys, async () => {
      // If the user signed out meanwhile, here or in another tab, nothing is stored with the deleted key.
      if ((await this.keys.get(row.user_id))?.id !== row.sealed_by) return false;
      const there = await this.reads.get(row.id);
      // A newer answer is stored already, from another tab or because this one was delayed. A time in the future comes from a clock that was set
      // back since, and does not count.
      if (there && there.at > row.at && there.at <= Date.now()) return false;
      if (over && !(there && (await this.isAsWritten(there, over)))) return false;
      if (!over) await this.blocksOf(row.id).delete();
      await this.put(kept);
      return true;
    });
  }

  /** Each encryption has a random nonce, so equal bytes mean the same record. Deleting a key deletes its records. */
  protected async isAsWritten(row: SavedRow, kept: SavedRow): Promise<boolean> {
    return indexedDB.cmp(row.sealed, kept.sealed) === 0 && (await this.isWhole(row));
  }

  protected isWhole = async ({ id, long }: SavedRow) => !long || (await this.blocksOf(id).count()) >= long.blocks;

  protected async put({ row, blocks }: SealedCopy): Promise<void> {
    await this.reads.put(row);
    for (let from = 0; from < blocks.length; from += AT_ONCE)
      await this.blocks.bulkPut(blocks.slice(from, from + AT_ONCE));
  }
}
