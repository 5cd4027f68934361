/** The code of the worker for stored copies (copyWorker.ts): it encrypts a long answer and writes it to the tablet. */
import type { Block, Pieces } from '#client/reads/pieces.ts';
import { CacheTables, type KeptBlock, type OpenCopy, type SavedRow, sealBlocks, sealRow } from './cacheTables.ts';
import type { ReadsKey } from './readsKey.ts';

/** A long answer to store: the key of its user, the open part of its record, and its pieces. `over`: the blocks before `from` are stored, with this record. */
export interface CopyJob {
  key: ReadsKey;
  row: OpenCopy;
  pieces: Pieces;
  over?: { row: SavedRow; from: number } | undefined;
}

/** Messages to the worker about a copy: its description, its blocks in order, the end of the blocks; or that it is no longer wanted. */
export type CopyRequest = { id: number } & (
  | { step: 'begin'; job: Omit<CopyJob, 'pieces'>; pieces: Omit<Pieces, 'blocks'> }
  | { step: 'blocks'; blocks: Block[] }
  | { step: 'end' }
  | { step: 'drop' }
);

/** Messages of the worker: it works on a copy; the copy is stored, or a newer one was there (`row`: null); or the disk refused it. */
export type CopyReport = { id: number } & (
  | { step: 'busy' }
  | { step: 'done'; row: SavedRow | null }
  | { step: 'failed'; why: string }
);

interface Work {
  job: Omit<CopyJob, 'pieces'>;
  pieces: Omit<Pieces, 'blocks'>;
  count: number;
  /** The encrypted blocks, in order. */
  kept: Promise<KeptBlock[]>;
}

/** Returns a function that takes the worker's messages. `tell` sends an answer. */
export function copyWork(tell: (report: CopyReport) => void): (order: CopyRequest) => void {
  const under = new Map<number, Work>();
  let db: CacheTables | null = null;
  const finish = async (id: number, { job, pieces, count, kept }: Work) => {
    try {
      const row = await sealRow(job.key, job.row, pieces.shell, { ...pieces, blocks: count });
      const blocks = await kept;
      tell({ id, step: 'busy' });
      db ??= new CacheTables();
      const written = await db.write({ row, blocks, over: job.over?.row });
      tell({ id, step: 'done', row: written ? row : null });
    } catch (error) {
      tell({ id, step: 'failed', why: String(error) });
    }
  };
  return (order) => {
    const { id } = order;
    if (order.step === 'begin') {
      under.set(id, {
        job: order.job,
        pieces: order.pieces,
        count: order.job.over?.from ?? 0,
        kept: Promise.resolve([]),
      });
      return tell({ id, step: 'busy' });
    }
    const work = under.get(id);
    if (!work) return;
    if (order.step === 'blocks') {
      const from = work.count;
      work.count += order.blocks.length;
      work.kept = work.kept.then(async (before) => {
        const some = await sealBlocks(work.job.key, work.job.row.id, from, order.blocks);
        tell({ id, step: 'busy' });
        return [...before, ...some];
      });
      // The caller that awaits the last one handles the failure.
      work.kept.catch(() => undefined);
      return;
    }
    under.delete(id);
    if (order.step === 'end') void finish(id, work);
  };
}
