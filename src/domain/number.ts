import { GROUP, MINUS, POINT } from './locale.ts';

/** Digits in groups of three: "12,500". Written by hand, because creating an Intl.NumberFormat costs a tablet 40 ms at start. */
export function withThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, GROUP);
}

/** What is wrong with a text in a field of whole numbers. */
export const wholeNumberError = (text: string, label: string): string =>
  /^\s*-?\d*[.,]\d+\s*$/.test(text) ? `${label} must be a whole number.` : `${label} must be a number.`;

/** "1,204", "9.5": at most three decimals. The only way to write a number on a screen; `showFixed` of units.ts has a fixed number of decimals. */
export function showNumber(n: number): string {
  const [whole = '', part] = `${Math.round(n * 1_000) / 1_000}`.replace('-', MINUS).split('.');
  return withThousands(whole) + (part ? POINT + part : '');
}
