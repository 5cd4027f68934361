/** Which days a range takes (UI-17). */
import { OPEN } from '#domain/orderFilters.ts';
import { fromInput, showDate } from '#domain/time.ts';

/** Before this, a year is still being typed: 0002, 0020, 0202. Nothing here is older. */
const FIRST = '2000-01-01';

/**
 * What is to be done with the text of a date input: `take` it; `hold` it, because its year is not whole yet; or say this fault of a date that
 * cannot be. `min` and `max` are texts of the same kind of input, `min` may be ''.
 */
export function dateRule(text: string, min: string, max: string): 'take' | 'hold' | { fault: string } {
  if (text === '') return 'take';
  if (text < FIRST || fromInput(text) === null) return 'hold';
  if (text < min) return { fault: `Not before ${dayOf(min)}` };
  return text > max ? { fault: `Not after ${dayOf(max)}` } : 'take';
}

/**
 * What is wrong with a range, as it is said at its fields, however it came: typed, or in an address written by hand. null: it can be asked for.
 * An end that is '' or {@link OPEN} is not chosen; a start that cannot be is no bound for the end.
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
