/**
 * Executes a transfer, the only operation that moves its stock: all lines or none, once, and only what was confirmed (B3.10 to B3.25, SYNC rule 33).
 */
import { sql } from 'kysely';
import { type Executed, type ExecuteError, execute } from '#contract/purchasing/purchasingCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { comesBack, movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { type Ctx, handle } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { NOT_MOVED } from '../keys/idempotency.ts';
import { mustBeAsConfirmed } from './confirmed.ts';
import { lockPurchaseOrder } from './lockedOrder.ts';
import { type MovedOrder, moveStock, type Side } from './moveStock.ts';
import { acceptedAmount, type LineRow, lockedLines } from './orderLines.ts';
import { inactiveEnds, lockSides } from './sides.ts';

export const executeHandler = handle(
  execute,
  async ({ _id, commit = false, error_on_empty = true, expect_digest, expect_header, expect_lots }, ctx) => {
    await lockPurchaseOrder(ctx, _id, 'execute');
    const order = await readOrder(ctx, _id);
    if (order.tag === 'receipt') {
      throw new Refusal('already_executed', undefined, {
        receipt: { _id: order._id, ref: order.ref, tag: order.tag, executed_at: order.executed_at },
      });
    }
    const [source, destination] = await lockSides(ctx, order);
    const lines = await lockedLines(ctx.db, _id);
    await mustBeAsConfirmed(ctx, order, lines, { commit, expect_digest, expect_header, expect_lots });
    const { errors, warnings } = await check(ctx, order, lines, source, destination, error_on_empty);
    const head = {
      _id: order._id,
      ref: order.ref,
      amount: formatMoney(order.amount_kobo),
      amount_accepted: formatMoney(lines.reduce((sum, line) => sum + acceptedAmount(line), 0)),
    };
    const moving = lines.filter((line) => movedQuantity(line) > 0);
    const moved = {
      moved_lines: moving.length,
      moved_units: moving.reduce((sum, line) => sum + movedQuantity(line), 0),
    };
    if (errors.length > 0) {
      ctx.setMessage(NOT_MOVED);
      return { ...head, ...NOTHING, errors, warnings };
    }
    if (!commit) {
      ctx.setMessage('Transfer can be completed.');
      return {
        ...head,
        ...NOTHING,
        ...moved,
        warnings,
        errors: [],
        lines: moving.map((line) => lineAfter(line, source, destination)),
      };
    }
    return moveStock(ctx, order, lines, source, destination, { ...head, ...moved, warnings });
  },
  { dry: (input) => input.commit !== true },
);

const NOTHING = {
  tag: 'purchase_order',
  committed: false,
  moved_lines: 0,
  moved_units: 0,
  executed_at: null,
  source_warehouse: null,
  destination_warehouse: null,
  lines: [],
};

async function readOrder(ctx: Ctx, id: string): Promise<MovedOrder & { asked_timestamp: number | null }> {
  const { rows } = await sql<
    MovedOrder & { asked_timestamp: number | null }
  >`select _id, ref, tag, kind, timestamp, asked_timestamp, source_type, source, source_name, destination_type, destination,
    destination_name, amount_kobo, amount_accepted_kobo, executed_at from purchase_order where _id = ${id}`.execute(
    ctx.db,
  );
  return rows[0] as MovedOrder & { asked_timestamp: number | null };
}

async function check(
  ctx: Ctx,
  order: MovedOrder,
  lines: LineRow[],
  source: Side,
  destination: Side,
  errorOnEmpty: boolean,
) {
  const errors: ExecuteError[] = [];
  const warnings: ExecuteError[] = [];
  errors.push(...(await inactiveEnds(ctx, order, source, destination)));
  const moving = lines.filter((line) => movedQuantity(line) > 0);
  if (moving.length === 0 && errorOnEmpty) errors.push({ code: 'empty', message: 'No products to transfer.' });
  for (const line of moving) {
    const about = { item_id: line._id, product_id: line.product_id, product: line.product_name };
    const requested = movedQuantity(line);
    const available = source.holdings.get(line.product_id)?.quantity ?? 0;
    if (line.product_status !== 'active') {
      const note = { code: 'product_inactive', message: `${line.product_name} is inactive.`, ...about };
      (comesBack(order.kind) ? warnings : errors).push(note);
    }
    if (requested > line.quantity) {
      warnings.push({
        code: 'over_delivery',
        message: `${line.product_name}: ${casesText(requested, line.case_count)} accepted, ${casesText(line.quantity, line.case_count)} expected.`,
        ...about,
      });
    }
    if (available >= requested) continue;
    const shortage = { requested, available, ...about };
    if (order.source_type === 'distributor') {
      warnings.push({
        code: 'opening_booked',
        message: `${line.product_name}: ${casesText(requested - available, line.case_count)} booked as opening stock.`,
        ...shortage,
      });
    } else {
      errors.push({
        code: 'short_stock',
        message: `${line.product_name}: ${casesText(requested, line.case_count)} needed, ${casesText(available, line.case_count)} available.`,
        ...shortage,
      });
    }
  }
  return { errors, warnings };
}

function lineAfter(line: LineRow, source: Side, destination: Side): Executed['lines'][number] {
  const moved = movedQuantity(line);
  const held = source.holdings.get(line.product_id)?.quantity ?? 0;
  return {
    item_id: line._id,
    product_id: line.product_id,
    quantity: line.quantity,
    moved,
    source_after: Math.max(0, held - moved),
    destination_after: (destination.holdings.get(line.product_id)?.quantity ?? 0) + moved,
  };
}
