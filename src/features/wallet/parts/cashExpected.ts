/** The cash that a delivery associate has to hand in, beside the deposit that records it. */
import { formatMoney, parseMoney, showNaira } from '#domain/money.ts';

/** What the form of a deposit begins with when the cash of `name` is handed in. `expected` in kobo, above 0. */
export const handedIn = (expected: number, name: string) => ({
  tag: 'cash',
  value: formatMoney(expected).replace(/\.00$/, ''),
  description: `Cash handed in by ${name}`,
});

/** What is expected, and by how much the typed value differs from it. `expected` in kobo. */
export function expectedText(expected: number, value: string): string {
  const typed = parseMoney(value);
  const said = `Cash to hand in: ${showNaira(expected)}`;
  if (typed === null) return `${said}.`;
  if (typed === expected) return `${said}. All of it is handed in.`;
  return `${said}. This is ${showNaira(Math.abs(typed - expected))} ${typed < expected ? 'less' : 'more'}.`;
}

/** The fact behind the toast of a deposit. `value` in kobo; below 0 it took money out. */
export const depositFact = (value: number, name: string): string =>
  value < 0 ? `${showNaira(0 - value)} taken out: ${name}.` : `${showNaira(value)} recorded for ${name}.`;
