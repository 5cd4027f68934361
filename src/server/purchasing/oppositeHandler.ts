/** "Create opposite transfer": a receipt cannot be reversed, so a second order with swapped parties brings the goods back (B3.23, F10). */
import { sql } from 'kysely';
import { createOpposite } from '#contract/purchasing/purchasingCalls.ts';
import { linePrice, standingPrice } from '#domain/linePrice.ts';
import { kindOf, lockedReturnDate, mayTransfer, movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { type Ctx, handle } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';
import type { Row } from '../db/tables.ts';
import { createRow } from '../resources/write.ts';
import { acceptedAmount, type LineRow, lockedLines, refreshTotals } from './orderLines.ts';
import { purchaseOrderResource } from './purchaseOrderResource.ts';

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
    from purchase_order where _id = ${_id} and deleted_at is null`.execute(ctx.db);
  const receipt = rows[0];
  if (!receipt) throw notFound('Purchase order');
  const kind = kindOf(receipt.destination_type, receipt.source_type);
  if (!mayTransfer(kind, 'create', ctx.who)) throw new Refusal('forbidden');
  if (receipt.tag !== 'receipt')
    throw new Refusal('bad_transition', 'Only a completed transfer can have an opposite transfer.');
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

/** Copies the moved quantities at the value they moved at. An order has at most 2,000 lines (B13), so one statement holds them all. */
async function copyLines(ctx: Ctx, orderId: string, lines: readonly LineRow[]): Promise<void> {
  const ids = lines.map(() => ctx.newId());
  if (lines.length > 0) {
    const values = lines.map((line, at) => {
      const moved = movedQuantity(line);
      const { extra_rate, case_count, product_price } = line;
      const rate = standingPrice({ ...line, amount: line.amount_kobo, rate: line.rate_kobo }, case_count);
      const price = linePrice({
        quantity: moved,
        caseCount: case_count,
        rate: rate ?? undefined,
        amount: acceptedAmount(line),
        line: null,
        usual: extra_rate ?? product_price,
      });
      return sql`(${ids[at]}, ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id}, ${orderId}, ${line.product_id}, ${moved}, ${moved},
        ${price.amount}, ${price.rate}, ${price.about})`;
    });
    await sql`insert into purchase_order_item (_id, created, modified, created_by, modified_by, purchase_order_id, product_id, quantity,
      quantity_accepted, amount_kobo, rate_kobo, rate_about) values ${sql.join(values)}`.execute(ctx.db);
  }
  await refreshTotals(ctx.db, orderId, ctx.now, ids);
}
