/** "Create opposite transfer": a receipt cannot be reversed, so a second order with swapped parties brings the goods back (B3.23, F10). */
import { sql } from 'kysely';
import { createOpposite } from '#contract/purchasing/purchasingCalls.ts';
import { kindOf, lockedReturnDate, mayTransfer, movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { handle } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';
import type { Row } from '../db/tables.ts';
import { createRow } from '../resources/write.ts';
import { copyLines } from './copyLines.ts';
import { lockedLines } from './orderLines.ts';
import { purchaseOrderResource } from './purchaseOrderResource.ts';
import { mustNotBeReversed } from './reversal/reversible.ts';

interface Receipt {
  ref: string;
  tag: string;
  source_type: string;
  source: string;
  destination_type: string;
  destination: string;
}

export const oppositeHandler = handle(createOpposite, async ({ _id }, ctx) => {
  const { rows } = await sql<Receipt>`select ref, tag, source_type, source, destination_type, destination
    from purchase_order where _id = ${_id} and deleted_at is null for update`.execute(ctx.db);
  const receipt = rows[0];
  if (!receipt) throw notFound('Purchase order');
  const kind = kindOf(receipt.destination_type, receipt.source_type);
  if (!mayTransfer(kind, 'create', ctx.who)) throw new Refusal('forbidden');
  if (receipt.tag !== 'receipt')
    throw new Refusal('bad_transition', 'Only a completed transfer can have an opposite transfer.');
  await mustNotBeReversed(ctx, { _id, ref: receipt.ref });
  const id = String(await createRow(purchaseOrderResource, headerOf(_id, receipt, kind, ctx.now), ctx));
  const moved = (await lockedLines(ctx.db, _id)).filter((line) => movedQuantity(line) > 0);
  await copyLines(ctx, id, moved);
  const made = await sql<Pick<Row<'purchase_order'>, 'ref'>>`select ref from purchase_order where _id = ${id}`.execute(
    ctx.db,
  );
  const ref = made.rows[0]?.ref ?? '';
  await ctx.audit({
    action: 'create',
    model: 'purchase_order_item',
    record_id: id,
    record_label: `${ref}: opposite of ${receipt.ref}`,
    after: { lines: moved.length },
  });
  ctx.setMessage('Purchase order successfully created.');
  return { _id: id, ref };
});

function headerOf(_id: string, receipt: Receipt, kind: TransferKind, now: number) {
  return {
    ref: '*',
    timestamp: kind === 'stock_in' ? lockedReturnDate(now) : now,
    tag: 'purchase_order',
    meta: JSON.stringify({ reverses: _id }),
    source_type: receipt.destination_type,
    source: receipt.destination,
    destination_type: receipt.source_type,
    destination: receipt.source,
  };
}
