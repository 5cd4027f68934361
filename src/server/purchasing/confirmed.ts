/** Whether a transfer still is what was confirmed: who, from where, to where, when and what (B3.21, SYNC rule 33, K40). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ERRORS } from '#contract/envelope.ts';
import { headerText, type PartyType } from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { digestOf, type LineRow } from './orderLines.ts';

interface OrderHeader {
  _id: string;
  timestamp: number;
  /** As it was sent, where the server dated it otherwise (B3.3); null: of an order from before this was kept. */
  asked_timestamp: number | null;
  source_type: PartyType;
  source: string;
  source_name: string;
  destination_type: PartyType;
  destination: string;
  destination_name: string;
}

/** SHA-256 hex of the lines and of the details; absent: not asked for. */
interface Expected {
  commit: boolean;
  expect_digest?: string | undefined;
  expect_header?: string | undefined;
}

/** Throws 409 `items_changed` with what stands by now: `order` always, `items` where the lines are others. The order must be locked. */
export async function mustBeAsConfirmed(
  ctx: Ctx,
  order: OrderHeader,
  lines: readonly LineRow[],
  expected: Expected,
): Promise<void> {
  const { expect_digest, expect_header } = expected;
  const otherLines = expect_digest !== undefined && expect_digest !== digestOf(lines);
  const otherHeader =
    expect_header === undefined ? await mayBeAnother(ctx, order, expected) : !isHeader(order, expect_header);
  if (!otherLines && !otherHeader) return;
  const details = otherLines
    ? 'The details and the products of this transfer changed since you confirmed. Please review.'
    : 'The details of this transfer changed since you confirmed. Please review.';
  throw new Refusal('items_changed', otherHeader ? details : ERRORS.items_changed[1], {
    order: headerOf(order),
    ...(otherLines ? { items: lines.map(itemOf) } : {}),
  });
}

/** A date that the server set by itself is no change: what was sent counts as well. */
function isHeader(order: OrderHeader, digest: string): boolean {
  const dates = [order.timestamp, order.asked_timestamp ?? order.timestamp];
  return dates.some(
    (timestamp) =>
      createHash('sha256')
        .update(headerText({ ...order, timestamp }))
        .digest('hex') === digest,
  );
}

/**
 * A confirmation by a release that kept the lines alone (SYNC rule 46) says nothing of the details: it moves stock only where nobody but its own
 * sender ever changed them. Other clients, which send no app version, are held to what they ask for.
 */
async function mayBeAnother(ctx: Ctx, order: OrderHeader, { commit, expect_digest }: Expected): Promise<boolean> {
  if (!commit || expect_digest === undefined || ctx.appVersion === null) return false;
  const { rows } = await sql`select 1 from audit_log where model = 'purchase_order' and record_id = ${order._id}
    and action = 'update' and user_id is distinct from ${ctx.who.user_id}
    and after ?| array['source', 'source_type', 'destination', 'destination_type', 'timestamp'] limit 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

function headerOf(order: OrderHeader) {
  const { timestamp, asked_timestamp, source_type, source, source_name } = order;
  const { destination_type, destination, destination_name } = order;
  return {
    timestamp,
    asked_timestamp: asked_timestamp ?? timestamp,
    source_type,
    source,
    source_name,
    destination_type,
    destination,
    destination_name,
  };
}

/** Units; `amount` in kobo. */
function itemOf(line: LineRow) {
  const { product_id, product_name: name, case_count, quantity, quantity_accepted, amount_kobo: amount } = line;
  return { product_id, name, case_count, quantity, quantity_accepted, amount };
}
