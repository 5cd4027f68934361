/**
 * Decides between both versions of a confirmed transfer whose lines a colleague changed since. The choice ends at the dialog that confirms the
 * transfer again.
 */
import { queryClient } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { formatMoney, lineAmount, parseMoney } from '#domain/money.ts';
import { writtenReason } from '#domain/receiving.ts';
import { goesBack } from '#domain/transfer.ts';
import type { DifferingLine } from '#offline/outbox/confirmed.ts';
import type { DiscardOutcome } from '#offline/outbox/decisions.ts';
import type { Op, TransferLine } from '#offline/outbox/op.ts';
import type { LineRevision } from '#offline/outbox/revisions.ts';
import { theQueue } from '#offline/queue.ts';
import { applyDecision } from '../applyDecision.ts';
import { recordOf } from '../recordOf.ts';
import { writtenLine } from '../repair.ts';

type Row = RowOf<typeof purchaseOrder>;

/** A line of the record as it was confirmed. Null: the confirmation did not have the line, so it is removed. */
interface MineAgain {
  line: TransferLine | null;
  about: Pick<TransferLine, 'product_id' | 'about'>;
  at: LineRevision;
}

/** The lines to write over `row`, so that it is again what this person confirmed. */
export function mineAgain(op: Op<'execute'>, differing: readonly DifferingLine[], row: Row): MineAgain[] {
  const items = (row.items ?? []) as PurchaseOrderItem[];
  const { confirmed } = op.payload;
  const isBack = confirmed !== undefined && goesBack(confirmed.header);
  return differing.flatMap(({ product_id, name, case_count, mine }): MineAgain[] => {
    const item = items.find((one) => one.product_id === product_id);
    const about = { product_id, about: { name, case_count } };
    const at = { item_id: item?._id ?? null, version: item?.version ?? null, revision: row.items_revision };
    if (!mine) return item ? [{ line: null, about, at }] : [];
    const { rate, ...seen } = item ? writtenLine(item) : { ...about, reason: null, note: '', rate: undefined };
    const amount = formatMoney(mine.amount);
    // A price is sent only if the amount follows from it.
    const isOfRate = rate !== undefined && lineAmount(mine.quantity, parseMoney(rate) ?? 0, case_count) === mine.amount;
    const line = {
      ...seen,
      ...{ quantity: mine.quantity, quantity_accepted: mine.quantity_accepted, amount },
      ...(isOfRate && { rate }),
      ...(mine.lots !== undefined && { lots: mine.lots }),
    };
    return [{ line: { ...line, reason: writtenReason(line, seen.reason, isBack) }, about, at }];
  });
}

/**
 * Whether the confirmation was discarded. If it took effect meanwhile, or if discarding needs the server, a message says so and the result is false.
 */
async function isGivenUp(choice: Promise<DiscardOutcome>): Promise<boolean> {
  let outcome: DiscardOutcome | null = null;
  const noted = choice.then((found) => {
    outcome = found;
    return found;
  });
  return (await applyDecision(noted)) && outcome === 'discarded';
}

/** Discards this person's confirmation and reads the server's version, so that the confirmation dialog shows no old figure. */
export async function takeTheirs({ seq, transfer }: Op): Promise<boolean> {
  if (!(await isGivenUp(theQueue().outbox.keepTheirs(seq)))) return false;
  await readAgain(transfer);
  return true;
}

/** Writes the confirmed lines over `row`. No goods move before the person confirms the transfer again. */
export async function putMine(op: Op<'execute'>, differing: readonly DifferingLine[], row: Row): Promise<boolean> {
  const { outbox, flusher } = theQueue();
  const again = mineAgain(op, differing, row);
  if (!(await isGivenUp(outbox.discard(op.seq)))) return false;
  const saved = again.flatMap(({ line, at }) => (line ? [{ line, at }] : []));
  if (saved.length > 0) await outbox.saveLines(op.transfer, saved);
  for (const { line, about, at } of again) if (!line) await outbox.removeLine(op.transfer, about, at);
  void flusher.flush({ forced: true });
  return true;
}

async function readAgain(transfer: string): Promise<void> {
  await recordOf(transfer, true);
  await queryClient.invalidateQueries({ queryKey: ['record of a transfer of the outbox', transfer] });
}
