/** Checks that a transfer is still what the person confirmed: the parties, the business date and the lines (B3.21, SYNC rule 33, K40). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ERRORS } from '#contract/envelope.ts';
import { lotsDigestText } from '#domain/lots.ts';
import { headerText, type PartyType } from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { digestOf, type LineRow } from './orderLines.ts';

interface OrderHeader {
  _id: string;
  timestamp: number;
  /** The date that was sent, where the server stored another one (B3.3), in epoch seconds. Null for orders from before this column existed. */
  asked_timestamp: number | null;
  source_type: PartyType;
  source: string;
  source_name: string;
  destination_type: PartyType;
  destination: string;
  destination_name: string;
}

/** The digests that the request expects, SHA-256 hex. An absent digest is not checked. */
interface Expected {
  commit: boolean;
  expect_digest?: string | undefined;
  expect_header?: string | undefined;
  expect_lots?: string | undefined;
}

/**
 * Throws 409 `items_changed` when something changed. The error carries the current `order`, and `items` when the lines differ. The order must be
 * locked.
 */
export async function mustBeAsConfirmed(
  ctx: Ctx,
  order: OrderHeader,
  lines: readonly LineRow[],
  expected: Expected,
): Promise<void> {
  const { expect_digest, expect_header, expect_lots } = expected;
  const otherLots = expect_lots !== undefined && expect_lots !== sha256(lotsDigestText(lines));
  const otherLines = otherLots || (expect_digest !== undefined && expect_digest !== digestOf(lines));
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

/** A date that the server itself corrected is no change, so the date that was sent also matches. */
export function isHeader(order: OrderHeader, digest: string): boolean {
  const dates = [order.timestamp, order.asked_timestamp ?? order.timestamp];
  return dates.some((timestamp) => sha256(headerText({ ...order, timestamp })) === digest);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Old app versions confirm only the lines (SYNC rule 46), so their digest does not cover the header. Such a confirmation moves stock only if nobody
 * else ever changed the header. Clients that send no app version are checked only against what they send.
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

/** A line as the error shows it. Quantities are units, `amount` is kobo. */
function itemOf(line: LineRow) {
  const { product_id, product_name: name, case_count, quantity, quantity_accepted, amount_kobo: amount, lots } = line;
  return { product_id, name, case_count, quantity, quantity_accepted, amount, ...(lots === null ? {} : { lots }) };
}
