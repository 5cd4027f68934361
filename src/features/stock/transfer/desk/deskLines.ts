/** The lines that the desk writes, from a typed figure. All quantities are units. */
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { formatMoney, koboOf, lineAmount, parseMoney } from '#domain/money.ts';
import { differenceKind, keptRate, USUAL_REASON } from '#domain/receiving.ts';
import { lineWords } from '#domain/syncWords.ts';
import { casesText, evaluateTyped, unitsFromCases } from '#domain/units.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import type { Counting } from '#ui/fields/useQuantity.ts';
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

/** The lines that "The rest as expected" fills: not counted, and no figure typed for them a moment ago. */
export const restOf = (lines: readonly LineView[], typed: string | null): LineView[] =>
  lines.filter((line) => line.quantity_accepted === null && line.product_id !== typed);

/** The units of a figure that a person typed and that counts in the other measure from now on. Null: there is no whole number of units. */
export function recounted(text: string, to: Counting, caseCount: number): number | null {
  const figure = evaluateTyped(text);
  if (figure === null || figure < 0) return null;
  return unitsFromCases(figure, to === 'case' ? caseCount : 1);
}

/** From this number of cases on the desk asks quietly: more is rather a slip than a truck. */
const MANY_CASES = 500;

/** "6,737 cases: is that right?" for a figure that is rather a slip; null: nothing to ask. */
export const doubtOf = (units: number | null, expected: number | undefined, caseCount: number): string | null =>
  units === null || units <= MANY_CASES * caseCount || units === expected
    ? null
    : `${casesText(units, caseCount)}: is that right?`;

/** The state of a line in words. A line that waits for its own earlier change waits to be sent. */
export function stateWords(line: Pick<LineView, 'state' | 'waitingFor' | 'name'>): { short: string; long: string } {
  const waitsForItself = line.state === 'blocked' && line.waitingFor === line.name;
  return lineWords(waitsForItself ? 'queued' : line.state, line.waitingFor ?? undefined);
}
