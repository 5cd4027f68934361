/**
 * Times are epoch seconds. Every shown date and every day border is in Africa/Lagos, UTC+1 without summer time, whatever the device's time zone
 * (DECISIONS "Words").
 */
import { dayOf } from './locale.ts';

export const LAGOS_OFFSET = 3_600;
export const DAY = 86_400;
/** Before the first record of any site, as a date input writes it: the beginning of a range of all time. */
export const ALWAYS = '2020-01-01';

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const two = (value: number) => String(value).padStart(2, '0');

/** The same moment as a Date whose UTC is the time in Lagos. */
export function lagos(epoch: number): Date {
  return new Date((epoch + LAGOS_OFFSET) * 1_000);
}

/** "5 Nov", or "5 Nov 2025" if the year is another one than that of `now`. */
export function showDay(epoch: number, now: number): string {
  const [at, year] = [lagos(epoch), lagos(now).getUTCFullYear()];
  const own = at.getUTCFullYear();
  return dayOf(at.getUTCDate(), MONTHS[at.getUTCMonth()], own === year ? undefined : own);
}

/** "5 Nov, 17:55", or "5 Nov 2025, 17:55" if the year is another one than that of `now`. */
export function showMoment(epoch: number, now: number): string {
  return `${showDay(epoch, now)}, ${showClock(epoch)}`;
}

/** "5 Nov, 17:55" without a year: for what has just happened, such as somebody else's change. */
export function showShort(epoch: number): string {
  return showMoment(epoch, epoch);
}

/** "HH:mm", the only way to write an hour on a screen. */
export function showClock(epoch: number): string {
  const at = lagos(epoch);
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
}

/** The text of a date input, yyyy-MM-dd. */
export function dateInput(epoch: number): string {
  return lagos(epoch).toISOString().slice(0, 10);
}

/** The text of a datetime-local input, yyyy-MM-ddTHH:mm. */
export function dateTimeInput(epoch: number): string {
  return lagos(epoch).toISOString().slice(0, 16);
}

/** The epoch seconds in a URL parameter; null when they are not a time of the years 1970 to 9999. */
export function epochOf(text: string | undefined): number | null {
  return text && /^\d{1,12}$/.test(text) && Number(text) < 253_402_300_800 - DAY ? Number(text) : null;
}

/** The epoch seconds of a date or datetime-local input (seconds allowed), read as Lagos time; null when it is no real date or time. */
export function fromInput(text: string): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!found) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = found;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  if (new Date(at).toISOString().slice(0, 10) !== text.slice(0, 10)) return null;
  return at / 1_000 - LAGOS_OFFSET;
}

/** The start (00:00:00 in Lagos) of the day that contains `epoch`. */
export function startOfDay(epoch: number): number {
  return Math.floor((epoch + LAGOS_OFFSET) / DAY) * DAY - LAGOS_OFFSET;
}
