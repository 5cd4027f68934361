/** Which days a range takes (UI-17). */
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

const dayOf = (input: string) => showDate(fromInput(input) ?? 0);
