import { koboOf, showNaira } from './money.ts';

/** An amount at the head of a screen, in whole naira: the kobo stand in the rows. Takes kobo or the wire's text. */
export const wholeNaira = (amount: number | string): string =>
  showNaira(Math.round((typeof amount === 'string' ? koboOf(amount) : amount) / 100) * 100);
