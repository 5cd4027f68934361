/** The words about expected cash: the cash that an associate must hand in, or that a retailer owes outside orders. */
import { formatMoney, parseMoney, showNaira } from '#domain/money.ts';

/** The person whose money is expected. */
export type Payer = 'associate' | 'retailer';

/** The first values of the deposit form if `name` pays the expected amount. `expected`: kobo, above 0. */
export const handedIn = (expected: number, name: string, payer: Payer = 'associate') => ({
  tag: 'cash',
  value: formatMoney(expected).replace(/\.00$/, ''),
  description: payer === 'associate' ? `Cash handed in by ${name}` : `Cash paid by ${name}`,
});

/** Says which cash is expected, and how much the typed value differs. `expected`: kobo. `value`: the typed naira text. */
export function expectedText(expected: number, value: string, payer: Payer = 'associate'): string {
  const typed = parseMoney(value);
  const sum = showNaira(expected);
  const sumText = payer === 'associate' ? `Cash to hand in: ${sum}` : `Owed outside orders: ${sum}`;
  if (typed === null) return `${sumText}.`;
  if (typed === expected)
    return payer === 'associate' ? `${sumText}. All of it is handed in.` : `${sumText}. All of it is paid.`;
  return `${sumText}. This is ${showNaira(Math.abs(typed - expected))} ${typed < expected ? 'less' : 'more'}.`;
}

/** The second line of a deposit's toast. `value`: kobo; a negative value took money out. */
export const depositFact = (value: number, name: string): string =>
  value < 0 ? `${showNaira(0 - value)} taken out: ${name}.` : `${showNaira(value)} recorded for ${name}.`;
