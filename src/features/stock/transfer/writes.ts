/** The writes of a transfer. Every write goes through the queue and shows its result (SYNC section 11). */
import type { QueryObserverResult } from '@tanstack/react-query';
import { syncWords } from '#domain/syncWords.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { TransferHeader, TransferLine } from '#offline/outbox/op.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { atOf, type LineView, type TransferView } from '#offline/outbox/overlay.ts';
import type { LineRevision } from '#offline/outbox/revisions.ts';
import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { lineOf } from './lines.ts';
import { tellNotSaved, tellVerdict } from './tell.ts';

/** A line to save, and the state of the server's row that the person saw. */
export interface LineToSave {
  line: TransferLine;
  at: LineRevision;
}

export interface TransferWrites {
  /** Resolves with true if the details are saved. `version`: the version of the order that the person saw. */
  saveHeader(header: TransferHeader, version: number | null): Promise<boolean>;
  saveLine(line: TransferLine, at: LineRevision): Promise<boolean>;
  /** Saves several lines in one step. Resolves with true if they are saved. */
  saveAll(lines: readonly LineToSave[]): Promise<boolean>;
  /** Resolves with true if the removal is saved. */
  removeLine(line: LineView): Promise<boolean>;
  /** Saves the line that `make` returns for the current line (null: there is none). Rejects if it was not saved, or with the error of `make`. */
  changeLine(productId: string, make: (now: TransferLine | null) => TransferLine): Promise<TransferLine>;
  /** Saves the reasons of differing lines (by product id) and confirms the transfer. */
  complete(reasons: ReadonlyMap<string, string>): Promise<void>;
  /** Discards a refused confirmation, whose answer is final, so that the transfer can be changed. Resolves with true if it is discarded. */
  release(): Promise<boolean>;
  /** Discards a refused confirmation and reads the transfer again. */
  review(): Promise<void>;
}

/**
 * The writes of `view`. `again` reads the transfer from the server. `onSent` is called with the server's id if the server took a change directly. A
 * saved or removed line shows no message, because the list shows it; a refusal shows one.
 */
export function transferWrites(
  view: TransferView,
  again: () => Promise<QueryObserverResult>,
  onSent: (id: string) => void,
): TransferWrites {
  const { transfer } = view;
  const { outbox, flusher, save } = theQueue();
  const run = async (work: (to: Outbox) => Promise<string | null>, success: string | null) => {
    try {
      const saved = await save(transfer, work);
      if (saved.sent !== null) onSent(saved.sent);
      if (saved.sent === null && saved.value) void tellVerdict(saved.value, success);
      else if (success !== null) toast('good', success);
      return true;
    } catch (error) {
      tellNotSaved(error);
      return false;
    }
  };
  const saveLine = (line: TransferLine, at: LineRevision) => run((to) => to.saveLine(transfer, line, at), null);
  const saveAll = async (lines: readonly LineToSave[]) => {
    try {
      const saved = await save(transfer, (to) => to.saveLines(transfer, lines));
      if (saved.sent !== null) onSent(saved.sent);
      else void flusher.flush();
      return true;
    } catch (error) {
      tellNotSaved(error);
      return false;
    }
  };
  // A refusal is the final answer of its key, so the confirmation is discarded and a retry is a new one.
  const release = async () => {
    try {
      const result = view.completing ? await outbox.discard(view.completing.seq) : null;
      if (result === 'needs_connection') toast('bad', syncWords.needsConnection);
      return result !== 'needs_connection';
    } catch (error) {
      tellNotSaved(error);
      return false;
    }
  };
  return {
    saveHeader: (header, version) =>
      run((to) => to.saveHeader(transfer, header, version), 'Purchase order successfully updated.'),
    saveLine,
    saveAll,
    removeLine: (line) => {
      const about = { name: line.name, case_count: line.case_count };
      return run((to) => to.removeLine(transfer, { product_id: line.product_id, about }, atOf(line)), null);
    },
    async changeLine(productId, make) {
      const shown = view.lines.find((line) => line.product_id === productId);
      const seen = {
        product_id: productId,
        line: shown ? lineOf(shown) : null,
        at: shown ? atOf(shown) : { item_id: null, version: null, revision: view.revision },
      };
      return (await outbox.changeLine(transfer, seen, make)).line;
    },
    async complete(reasons) {
      const explained = explainedLines(view.lines, reasons);
      if (explained.length > 0 && !(await saveAll(explained))) return;
      // The last step shows the result of the confirmation.
      try {
        const saved = await save(transfer, (to) => to.complete(transfer, confirmationOf(view)));
        if (saved.sent === null) void flusher.flush();
      } catch (error) {
        tellNotSaved(error);
      }
    },
    release,
    async review() {
      await release();
      await again();
    },
  };
}

/** The lines whose reason the person changed, with the new reason. */
const explainedLines = (lines: readonly LineView[], reasons: ReadonlyMap<string, string>): LineToSave[] =>
  lines
    .filter((line) => reasons.has(line.product_id) && reasons.get(line.product_id) !== line.reason)
    .map((line) => ({
      line: { ...lineOf(line), reason: reasons.get(line.product_id) ?? null },
      at: atOf(line),
    }));

/** The writes of a transfer whose confirmation was refused. The first write discards the confirmation. Until then the refusal and its reason stay. */
export const afterRelease = (writes: TransferWrites): TransferWrites => ({
  ...writes,
  saveHeader: async (...given) => (await writes.release()) && writes.saveHeader(...given),
  saveLine: async (...given) => (await writes.release()) && writes.saveLine(...given),
  saveAll: async (...given) => (await writes.release()) && writes.saveAll(...given),
  removeLine: async (...given) => (await writes.release()) && writes.removeLine(...given),
  async changeLine(...given) {
    await writes.release();
    return writes.changeLine(...given);
  },
  async complete(...given) {
    if (await writes.release()) await writes.complete(...given);
  },
});
