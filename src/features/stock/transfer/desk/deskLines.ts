/** The lines that the desk writes, from a typed figure. All quantities are units. */
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { formatMoney, koboOf, lineAmount, parseMoney } from '#domain/money.ts';
import { differenceKind, keptRate, USUAL_REASON } from '#domain/receiving.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { lineOf } from '../lines.ts';

/**
 * A new line of `quantity` units of a product. During a count a product without a line was not expected: it was received, but nothing was ordered.
 */
export function newLine({ product, rate }: Pickable, quantity: number, counting: boolean): TransferLine {
  const expected = counting ? 0 : quantity;
  return {
    product_id: product._id,
    quantity: expected,
    quantity_accepted: quantity,
    amount: formatMoney(lineAmount(expected, koboOf(rate), product.case_count)),
    ...(expected === 0 ? {} : { rate }),
    reason: counting ? USUAL_REASON.unexpected : null,
    note: '',
    about: { name: product.name, case_count: product.case_count },
  };
}

/** The line with another quantity, expected and accepted. `offered`: the source's price per case, naira text, undefined: not known. */
export function lineWithQuantity(line: LineView, quantity: number, offered: string | undefined): TransferLine {
  const rate = keptRate(line, parseMoney(offered ?? '') ?? line.rate ?? 0);
  return {
    ...lineOf(line),
    quantity,
    quantity_accepted: quantity,
    amount: formatMoney(lineAmount(quantity, rate, line.case_count)),
    rate: formatMoney(rate),
    reason: null,
  };
}

/** The line with a counted quantity. `reason` null: the usual reason of the difference, if there is one. */
export function countedLine(line: LineView, accepted: number | null, reason: string | null): TransferLine {
  const kind = differenceKind({ quantity: line.quantity, quantity_accepted: accepted });
  return {
    ...lineOf(line),
    quantity_accepted: accepted,
    reason: kind === null ? null : (reason ?? line.reason ?? USUAL_REASON[kind]),
  };
}

export const asExpected = (line: LineView): TransferLine => ({
  ...lineOf(line),
  quantity_accepted: line.quantity,
  reason: null,
});
