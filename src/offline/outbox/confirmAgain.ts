/**
 * Replaces a confirmation that the server refused for lack of stock, or will refuse, by one with smaller quantities. One transaction removes the old
 * confirmation, changes the lines and adds the new confirmation. A tablet that dies in between keeps the refusal and its reason (P1).
 */

import { sha256Hex } from '#client/session/sha256.ts';
import { lotsDigestText, lotsWithin } from '#domain/lots.ts';
import { formatMoney, koboOf, lineAmount, parseMoney, rateOf, typedKobo } from '#domain/money.ts';
import { writtenReason } from '#domain/receiving.ts';
import { digestText, goesBack, movedQuantity } from '#domain/transfer.ts';
import type { Tx } from '../store/ports.ts';
import { lineChain } from './chains.ts';
import { currentLine, type SeenLine } from './currentLine.ts';
import { type ConfirmedLine, isSettledHere, type Op, type Payloads, refusalOfOp, type TransferLine } from './op.ts';

/** A product whose stock is below the confirmed quantity. */
export interface ShortLine {
  /** The line as the stored copy of the transfer shows it; `line` is null when this tablet has no copy. */
  seen: SeenLine;
  /** Units in stock; 0: the transfer is confirmed without this product. */
  available: number;
}

/** A line that the new confirmation changes, with the state of the row that it is based on. */
interface LessOf {
  line: TransferLine;
  /** true: none is in stock, so the line is removed. */
  isGone: boolean;
  at: SeenLine['at'];
}

/** Whether the confirmation was refused for good. Its key gives the same answer for ever, so the op can be discarded without a request (rules 29, 34). */
export const isRefusedForGood = (op: Op | undefined): op is Op<'execute'> =>
  op?.type === 'execute' && op.schema === 1 && op.state === 'attention' && refusalOfOp(op)?.stored === true;

/**
 * Whether a confirmation with smaller quantities may replace this one: either it was refused for good, or it waits and was never tried, so the server cannot
 * have executed it.
 */
export const mayConfirmWithLess = (op: Op | undefined): op is Op<'execute'> =>
  isRefusedForGood(op) ||
  (op?.type === 'execute' && op.schema === 1 && op.state === 'queued' && op.attempts === 0 && isSettledHere(op));

/**
 * The lines that the new confirmation changes. null: this tablet does not know a line exactly as it was confirmed, so the new confirmation could overwrite a
 * change that nobody has seen (rule 19). null as well if no line would be left.
 */
export async function linesWithLess(tx: Tx, op: Op<'execute'>, short: readonly ShortLine[]): Promise<LessOf[] | null> {
  const less: LessOf[] = [];
  const isBack = op.payload.confirmed !== undefined && goesBack(op.payload.confirmed.header);
  for (const { seen, available } of short) {
    const was = op.payload.confirmed?.lines.find((line) => line.product_id === seen.product_id);
    const now = await currentLine(tx, lineChain(op.transfer, seen.product_id), seen, op.user_id);
    if (!was || !now || !isSame(now, was)) return null;
    const isGone = available <= 0;
    less.push({ line: isGone ? now : lessOf(now, available, isBack), isGone, at: seen.at });
  }
  const gone = less.filter((one) => one.isGone).length;
  return gone > 0 && gone === op.payload.confirmed?.lines.length ? null : less;
}

const isSame = (now: TransferLine, was: ConfirmedLine): boolean =>
  now.quantity === was.quantity &&
  now.quantity_accepted === was.quantity_accepted &&
  typedKobo(now.amount) === was.amount &&
  (now.lots ?? '') === (was.lots ?? '');

/**
 * The line reduced to `available` units. If the accepted quantity differs from the expected one, only the accepted quantity changes; otherwise both change. The
 * price per case and the reason of a return (`isBack`) stay. Of the lots, those that still fit stay.
 */
export function lessOf(line: TransferLine, available: number, isBack: boolean): TransferLine {
  const { quantity, quantity_accepted, about } = line;
  const lots = line.lots ? { lots: lotsWithin(line.lots, movedQuantity(line), available) } : {};
  if (quantity_accepted !== null && quantity_accepted !== quantity) {
    const less = { ...line, ...lots, quantity_accepted: available };
    return { ...less, reason: writtenReason(less, line.reason, isBack) };
  }
  const rate = parseMoney(line.rate ?? '') ?? rateOf(koboOf(line.amount), quantity, about.case_count) ?? 0;
  return {
    ...line,
    ...lots,
    quantity: available,
    quantity_accepted: quantity_accepted === null ? null : available,
    amount: formatMoney(lineAmount(available, rate, about.case_count)),
  };
}

/** The confirmation of the same transfer with these lines instead of the confirmed ones. The parties and the date stay as confirmed. */
export function confirmationWith(before: Payloads['execute'], less: readonly LessOf[]): Payloads['execute'] {
  const changed = new Map(less.map((one) => [one.line.product_id, one]));
  const lines = (before.confirmed?.lines ?? []).flatMap((line) => {
    const now = changed.get(line.product_id);
    if (!now) return line;
    if (now.isGone) return [];
    const { quantity, quantity_accepted, amount, lots } = now.line;
    const { lots: _lots, ...bare } = line;
    return { ...bare, quantity, quantity_accepted, amount: koboOf(amount), ...(lots ? { lots } : {}) };
  });
  const confirmed = before.confirmed && { ...before.confirmed, lines };
  const expect_digest = sha256Hex(digestText(lines));
  const expect_lots = before.expect_lots === undefined ? {} : { expect_lots: sha256Hex(lotsDigestText(lines)) };
  return { ...before, expect_digest, ...expect_lots, lines: lines.length, ...(confirmed && { confirmed }) };
}
