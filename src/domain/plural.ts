import { pluralForm } from './locale.ts';
import { showNumber } from './number.ts';

/**
 * The text for `n` things: `plural(3, '# case', '# cases')` is "3 cases". "#" stands for the number; forms without one are words that stand beside a number.
 * Both forms are whole texts that are written here: the catalogue of the texts holds them as one entry, and another language has as many forms as it needs.
 */
export function plural(n: number, ...forms: readonly [one: string, many: string, ...more: string[]]): string {
  return (forms[pluralForm(n)] ?? forms[0]).replace('#', showNumber(n));
}
