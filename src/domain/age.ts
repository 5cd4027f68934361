/** The one scale for the age of orders: every list and the home colour the same age alike. */
import { DAY } from './time.ts';

/** Seconds after which an age is amber, and after which it is red. Pending orders have theirs from the documents (B5.10). */
export const AGES = {
  pending: [DAY, 2 * DAY],
  owing: [3 * DAY, 7 * DAY],
} as const;
export type Ages = (typeof AGES)[keyof typeof AGES];
export type AgeTone = 'neutral' | 'wait' | 'bad';

export const ageTone = (seconds: number, [wait, late]: Ages): AgeTone =>
  seconds > late ? 'bad' : seconds > wait ? 'wait' : 'neutral';
