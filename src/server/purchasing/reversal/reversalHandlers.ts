/** Reverses receipts, and decides reversals that wait for another person (decision 0450). */
import { sql } from 'kysely';
import { ERRORS } from '#contract/envelope.ts';
import {
  approveReversal,
  refuseReversal,
  reversalPreview,
  reverseTransfer,
} from '#contract/purchasing/reversalCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { can } from '#domain/permissions.ts';
import { needsApproval } from '#domain/reversal.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { notFound, Refusal } from '../../calls/refusal.ts';
import { mustOwnClientId } from '../../keys/clientIds.ts';
import { reversalLimit } from '../../settings/configValue.ts';
import { findParty } from '../../stock/party.ts';
import { doer } from '../../stock/stocktake/lockedStocktake.ts';
import { acceptedAmount, type LineRow, lockedLines } from '../orderLines.ts';
import { lockSides, sidesOf } from '../sides.ts';
import { readReversal } from './reversalRow.ts';
import {
  findReversible,
  linesBack,
  lockReversible,
  mirrorOf,
  notReversible,
  notThere,
  type Reversible,
} from './reversible.ts';
import { billedOf, takeBack } from './takeBack.ts';

const previewHandler = handle(reversalPreview, async ({ _id }, ctx) => {
  const receipt = await findReversible(ctx, _id, { isApproved: can(ctx.who, 'approve_reversal') });
  const lines = await lockedLines(ctx.db, _id);
  const mirror = mirrorOf(receipt);
  const sides = await sidesOf(ctx, mirror);
  const back = await linesBack(ctx, mirror, lines, sides[0]);
  const never = await notReversible(ctx, receipt, lines);
  const now = receipt.tag === 'receipt' ? await notThere(ctx, mirror, back, sides) : null;
  const limit = await reversalLimit(ctx.db);
  const amounts = new Map(lines.map((line) => [line.product_id, acceptedAmount(line)]));
  return {
    _id,
    ref: receipt.ref,
    lines: back
      .toSorted((a, b) => compareNames(a.name, b.name))
      .map((line) => ({ ...line, amount: formatMoney(amounts.get(line.product_id) ?? 0) })),
    amount: formatMoney(billedOf(lines)),
    needs_approval: needsApproval(billedOf(lines), limit),
    limit: formatMoney(limit),
    refused: [never, now].flatMap((one) => one?.message ?? []),
  };
});

const reverseHandler = handle(reverseTransfer, async (input, ctx) => {
  const { _id, reason, client_id, expect_digest } = input;
  const receipt = await lockReversible(ctx, _id, false);
  const known = client_id === undefined ? null : await requestedBefore(ctx, client_id, _id);
  if (known !== null) return readReversal(ctx.db, known);
  const lines = await lockedLines(ctx.db, _id);
  const never = await notReversible(ctx, receipt, lines);
  if (never) throw never;
  if (expect_digest !== undefined && expect_digest !== receipt.items_digest)
    throw new Refusal('items_changed', ERRORS.items_changed[1]);
  const mirror = mirrorOf(receipt);
  const sides = await checkedSides(ctx, mirror, lines);
  const value = billedOf(lines);
  const waits = needsApproval(value, await reversalLimit(ctx.db));
  const by = doer(ctx);
  const made = waits
    ? null
    : await takeBack(ctx, await withNames(ctx, mirror), lines, sides, { by, at: ctx.savedTime });
  const id = ctx.newId();
  await ctx.db
    .insertInto('reversal')
    .values({
      ...{ _id: id, created: ctx.now, modified: ctx.now, created_by: by, modified_by: by },
      ...{ client_id: client_id ?? null, receipt_id: _id, order_id: made?._id ?? null, reason },
      ...{ status: made ? 'done' : 'asked', amount_kobo: value },
      ...(made ? { decided_at: ctx.now, decided_by: by } : {}),
    })
    .execute();
  await tell(ctx, receipt, made ? 'reverse' : 'ask_reversal', { reason, value, by: made?.ref });
  ctx.setMessage(made ? 'Transfer reversed.' : 'The reversal waits for approval.');
  return readReversal(ctx.db, id);
});

/** The reversal that this client_id requested before; null: none. */
async function requestedBefore(ctx: Ctx, clientId: string, receipt: string): Promise<string | null> {
  const known = await ctx.db
    .selectFrom('reversal')
    .select(['_id', 'receipt_id', 'created_by'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!known) return null;
  mustOwnClientId(ctx, known.created_by);
  if (known.receipt_id !== receipt) throw new Refusal('duplicate_client_id');
  return known._id;
}

/** Locks the stock of both sides. Throws 409 where the goods cannot go back. */
async function checkedSides(ctx: Ctx, mirror: Reversible, lines: readonly LineRow[]) {
  const sides = await lockSides(ctx, mirror);
  const now = await notThere(ctx, mirror, await linesBack(ctx, mirror, lines, sides[0]), sides);
  if (now) throw now;
  return sides;
}

const tell = (
  ctx: Ctx,
  receipt: Pick<Reversible, '_id' | 'ref'>,
  action: string,
  { reason, value, by }: { reason: string; value: number; by?: string | undefined },
) =>
  ctx.audit({
    action,
    model: 'purchase_order',
    record_id: receipt._id,
    record_label: receipt.ref,
    after: { reason, amount: formatMoney(value), ...(by === undefined ? {} : { reversed_by: by }) },
  });

interface Waiting {
  receipt_id: string;
  status: string;
  reason: string;
  created_by: string | null;
  amount_kobo: number;
}

/** Locks the receipt and then the reversal. Throws 404, and 409 for one that is decided. */
async function lockWaiting(ctx: Ctx, id: string): Promise<{ receipt: Reversible; waiting: Waiting }> {
  const found = await sql<Pick<Waiting, 'receipt_id'>>`select receipt_id from reversal where _id = ${id}`.execute(
    ctx.db,
  );
  const receiptId = found.rows[0]?.receipt_id;
  if (receiptId === undefined) throw notFound('Reversal');
  const receipt = await lockReversible(ctx, receiptId, true);
  const { rows } = await sql<Waiting>`select receipt_id, status, reason, created_by, amount_kobo from reversal
    where _id = ${id} for update`.execute(ctx.db);
  const waiting = rows[0];
  if (!waiting) throw notFound('Reversal');
  if (waiting.status !== 'asked')
    throw new Refusal(
      'bad_transition',
      `This reversal was ${waiting.status === 'done' ? 'approved' : 'refused'} already.`,
      {
        reversal: await readReversal(ctx.db, id),
      },
    );
  return { receipt, waiting };
}

/** A receipt keeps the names of its time; its reversal gets the present names. */
async function withNames(ctx: Ctx, mirror: Reversible): Promise<Reversible> {
  const source = await findParty(ctx.db, mirror.source_type, mirror.source);
  const destination = await findParty(ctx.db, mirror.destination_type, mirror.destination);
  return { ...mirror, source_name: source.name, destination_name: destination.name };
}

const approveHandler = handle(approveReversal, async ({ reversal_id }, ctx) => {
  const { receipt, waiting } = await lockWaiting(ctx, reversal_id);
  if (waiting.created_by === ctx.who.user_id)
    throw new Refusal('forbidden', 'You asked for this reversal, so somebody else must approve it.');
  const lines = await lockedLines(ctx.db, receipt._id);
  const never = await notReversible(ctx, receipt, lines, reversal_id);
  if (never) throw never;
  const mirror = mirrorOf(receipt);
  const sides = await checkedSides(ctx, mirror, lines);
  const made = await takeBack(ctx, await withNames(ctx, mirror), lines, sides, {
    by: waiting.created_by ?? ctx.who.user_id,
    at: null,
  });
  await decide(ctx, reversal_id, 'done', { order: made._id });
  const { reason, amount_kobo: value } = waiting;
  await tell(ctx, receipt, 'approve_reversal', { reason, value, by: made.ref });
  ctx.setMessage('Transfer reversed.');
  return readReversal(ctx.db, reversal_id);
});

const refuseHandler = handle(refuseReversal, async ({ reversal_id, note }, ctx) => {
  const { receipt, waiting } = await lockWaiting(ctx, reversal_id);
  // The requester may withdraw the own request; any other refusal needs the right to approve.
  if (waiting.created_by !== ctx.who.user_id && !can(ctx.who, 'approve_reversal')) throw new Refusal('forbidden');
  await decide(ctx, reversal_id, 'refused', { note });
  await tell(ctx, receipt, 'refuse_reversal', { reason: note, value: waiting.amount_kobo });
  ctx.setMessage('Reversal refused.');
  return readReversal(ctx.db, reversal_id);
});

async function decide(
  ctx: Ctx,
  id: string,
  status: 'done' | 'refused',
  { order = null, note = '' }: { order?: string | null; note?: string },
): Promise<void> {
  await sql`update reversal set status = ${status}, order_id = ${order}, decided_at = ${ctx.now}, decided_by = ${ctx.who.user_id},
    decided_note = ${note}, modified = ${ctx.now}, modified_by = ${ctx.who.user_id}, version = version + 1 where _id = ${id}`.execute(
    ctx.db,
  );
}

export const reversalHandlers: Handler[] = [previewHandler, reverseHandler, approveHandler, refuseHandler];
