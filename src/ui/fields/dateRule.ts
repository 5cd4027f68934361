/** Rules for the dates of a range (UI-17). */

import { showDate } from '#domain/longTime.ts';
import { OPEN } from '#domain/orderFilters.ts';
import { fromInput } from '#domain/time.ts';

/** A date before this one has a year that is still being typed: 0002, 0020, 0202. No data is older. */
const FIRST = '2000-01-01';

/**
 * The rule for the text of a date input: `take` it, `hold` it because its year is incomplete, or the `fault` of a date that is not allowed. `min`
 * and `max` are texts of the same kind of input; `min` may be ''.
 */
export function dateRule(text: string, min: string, max: string): 'take' | 'hold' | { fault: string } {
  if (text === '') return 'take';
  if (text < FIRST || fromInput(text) === null) return 'hold';
  if (text < min) return { fault: `Not before ${dayOf(min)}` };
  return text > max ? { fault: `Not after ${dayOf(max)}` } : 'take';
}

/**
 * The errors of a range, with texts for its fields; the range may be typed or come from an address. null if the range is valid. An end that is '' or
 * {@link OPEN} is not chosen. An invalid start does not limit the end.
 */
export function rangeFault(from: string, to: string, max: string): { from?: string; to?: string } | null {
  const [start, end] = [from, to].map((one) => (one === OPEN ? '' : one)) as [string, string];
  const first = dateRule(start, '', max);
  const last = dateRule(end, first === 'take' ? start : '', max);
  const faults = {
    ...(typeof first === 'object' ? { from: first.fault } : {}),
    ...(typeof last === 'object' ? { to: last.fault } : {}),
  };
  return Object.keys(faults).length > 0 ? faults : null;
}

const dayOf = (input: string) => showDate(fromInput(input) ?? 0);
