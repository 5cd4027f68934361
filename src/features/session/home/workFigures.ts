/** How much a row of work is about: its lines, its goods and its money. */
import type { WorkRow } from '#contract/home/workCalls.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { sizeText } from '#domain/units.ts';

/** `goods` say nothing where a stored answer has none, or a transfer no line. */
export function sizeOf({ lines, goods }: WorkRow): string {
  const said = lines === null ? [] : lines === 0 ? ['No lines yet'] : [plural(lines, '# line', '# lines')];
  return [...said, ...(goods && lines ? [sizeText(goods)] : [])].join(', ');
}

/** Whole naira. Owed money never has a minus: the title says who owes. */
export const amountOf = ({ amount }: WorkRow) =>
  amount === null ? '' : showNaira(Math.round(Math.abs(koboOf(amount)) / 100) * 100);
