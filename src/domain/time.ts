/**
 * Times are epoch seconds. Every shown date and every day border is in Africa/Lagos, UTC+1 without summer time, whatever the device's time zone
 * (DECISIONS "Words").
 */
export const LAGOS_OFFSET = 3_600;
export const DAY = 86_400;
/** Lengths of periods in seconds (CONST-12). */
export const PERIODS = { day: 86_400, week: 604_800, biweek: 1_209_600, month: 2_592_000, quarter: 7_776_000 } as const;

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

function lagos(epoch: number): Date {
  return new Date((epoch + LAGOS_OFFSET) * 1_000);
}

/** "dd MMM yyyy", the documents' form of a date (CONST-11): on paper, in exports and in hints. Screens say `showDay`. */
export function showDate(epoch: number): string {
  const at = lagos(epoch);
  return `${two(at.getUTCDate())} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** "MMM dd, yyyy - h:mm aa", the documents' form of a time (CONST-11): on paper, in exports and in hints. Screens say `showMoment`. */
export function showDateTime(epoch: number): string {
  const at = lagos(epoch);
  const clock = `${at.getUTCHours() % 12 || 12}:${two(at.getUTCMinutes())} ${at.getUTCHours() < 12 ? 'AM' : 'PM'}`;
  return `${MONTHS[at.getUTCMonth()]} ${two(at.getUTCDate())}, ${at.getUTCFullYear()} - ${clock}`;
}

/** "5 Nov", or "5 Nov 2025" if the year is another one than that of `now`. */
export function showDay(epoch: number, now: number): string {
  const [at, year] = [lagos(epoch), lagos(now).getUTCFullYear()];
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`;
  return at.getUTCFullYear() === year ? day : `${day} ${at.getUTCFullYear()}`;
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

/** The range from 00:00:00 of the first day to 23:59:00 of the last (REP-08). Both are yyyy-MM-dd; null when one is no date or they are reversed. */
export function dayRange(first: string, last: string): { from: number; to: number } | null {
  const from = fromInput(first.slice(0, 10));
  const to = fromInput(last.slice(0, 10));
  if (from === null || to === null || from > to) return null;
  return { from, to: to + DAY - 60 };
}

/** The default range of orders: from four days before today to the end of today, exclusive (CONST-28). */
export function defaultOrderRange(now: number): { from: number; to: number } {
  const today = startOfDay(now);
  return { from: today - 4 * DAY, to: today + DAY };
}

/** The short text of an order's waiting time: "12 min", "3 h", "2 days" (B5.10). */
export function waitText(seconds: number): string {
  if (seconds < 3_600) return `${Math.floor(Math.max(0, seconds) / 60)} min`;
  if (seconds < DAY) return `${Math.floor(seconds / 3_600)} h`;
  return counted(Math.floor(seconds / DAY), 'day');
}

function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}
