/** A range of dates in words. */
import { ALWAYS, DAY, fromInput, showDay, showMoment, startOfDay } from '#domain/time.ts';
import { dayText, momentText } from '../when.ts';

/** Days and moments with their year, because paper is read years later. */
export const paperDay = { day: (at: number) => showDay(at, 0), moment: (at: number) => showMoment(at, 0) };
const onScreen: typeof paperDay = { day: dayText, moment: momentText };

/**
 * "24 Oct to 22 Nov" for the texts of two date inputs, "24 Oct" for one day; with the hours where the inputs have some that are not whole days (a range
 * of moments may end at the first one of the next day). "Since 24 Oct" and "Until 22 Nov" for half a range,
 * "All dates" for one that begins before the first record; '' for none, and where a text is no date.
 */
export function rangeText(from: string, to: string, words = onScreen): string {
  const isAlways = from.startsWith(ALWAYS);
  const start = from === '' || isAlways ? null : fromInput(from);
  const end = to === '' ? null : fromInput(to);
  const isMoments = from.includes('T') || to.includes('T');
  const isMidnight = (at: number | null) => at === null || startOfDay(at) === at;
  const isDays = !isMoments || (isMidnight(start) && isMidnight(end));
  const text = isDays ? words.day : words.moment;
  // Midnight ends the day before it.
  const last = end !== null && isMoments && isDays ? end - DAY : end;
  if (start === null) return last !== null ? `Until ${text(last)}` : isAlways ? 'All dates' : '';
  if (last === null) return `Since ${text(start)}`;
  const [first, second] = [text(start), text(last)];
  return first === second ? first : `${first} to ${second}`;
}
