/** Times: epoch seconds; every day border and shown time is Africa/Lagos, which is UTC+1 all year, whatever the device says. */

const OFFSET = 3600;

/** CONST-12, in seconds. */
export const PERIODS = { day: 86_400, week: 604_800, biweek: 1_209_600, month: 2_592_000, quarter: 7_776_000 } as const;

/** "dd MMM yyyy": 05 Nov 2026 (CONST-11). */
export function showDate(at: number): string {
  const t = lagos(at);
  return `${two(t.day)} ${t.monthName} ${t.year}`;
}

/** "MMM dd, yyyy - h:mm aa": Nov 05, 2026 - 2:07 PM (CONST-11). */
export function showDateTime(at: number): string {
  const t = lagos(at);
  return `${t.monthName} ${two(t.day)}, ${t.year} - ${showClock12(at)}`;
}

/** "hh:mm" on the 24-hour clock: 14:07 ("Last contact {hh:mm}", "as of 14:02"). */
export function showClock(at: number): string {
  const t = lagos(at);
  return `${two(t.hour)}:${two(t.minute)}`;
}

/** "h:mm aa": 2:07 PM ("Last sent {h:mm aa}"). */
export function showClock12(at: number): string {
  const t = lagos(at);
  return `${t.hour % 12 || 12}:${two(t.minute)} ${t.hour < 12 ? 'AM' : 'PM'}`;
}

/** "dd MMM, h:mm aa": 05 Nov, 2:07 PM; conflict messages (API 1.4) and "Stored copy from ..." (B11). */
export function conflictTime(at: number): string {
  const t = lagos(at);
  return `${two(t.day)} ${t.monthName}, ${showClock12(at)}`;
}

/** 00:00:00 of the day, from an epoch second or a yyyy-mm-dd of a date input; null for a text that is no date. */
export function startOfDay(day: number): number;
export function startOfDay(day: number | string): number | null;
export function startOfDay(day: number | string): number | null {
  if (typeof day === 'number') return Math.floor((day + OFFSET) / PERIODS.day) * PERIODS.day - OFFSET;
  return parseDateInput(day);
}

/** REP-08: first day 00:00:00 .. last day 23:59:00; null when a day is no date or the first lies after the last. */
export function dayRange(
  from: number | string,
  to: number | string,
): { from_timestamp: number; to_timestamp: number } | null {
  const first = startOfDay(from);
  const last = startOfDay(to);
  if (first === null || last === null || first > last) return null;
  return { from_timestamp: first, to_timestamp: last + PERIODS.day - 60 };
}

/** CONST-28: default range of orders, from four days before today; the end is exclusive (end day + 86400). */
export function defaultOrderRange(now: number): { timestamp_min: number; timestamp_max: number } {
  const today = startOfDay(now);
  return { timestamp_min: today - 4 * PERIODS.day, timestamp_max: today + PERIODS.day };
}

/** yyyy-mm-dd for a date input. */
export function dateInputValue(at: number): string {
  const t = lagos(at);
  return `${String(t.year).padStart(4, '0')}-${two(t.month)}-${two(t.day)}`;
}

/** yyyy-mm-ddThh:mm for a date-and-time input. */
export function dateTimeInputValue(at: number): string {
  return `${dateInputValue(at)}T${showClock(at)}`;
}

/** Epoch seconds of what a date or date-and-time input holds (yyyy-mm-dd, optionally Thh:mm or Thh:mm:ss); null if no real date. */
export function parseDateInput(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return null;
  const at = Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - OFFSET;
  return dateInputValue(at) === text.slice(0, 10) ? at : null;
}

/** Age in words: "less than a minute", "1 minute", "5 hours", "3 days" ("prices {age} old"). A negative age counts as none. */
export function ageText(seconds: number): string {
  if (seconds < 60) return 'less than a minute';
  if (seconds < 3600) return plural(Math.floor(seconds / 60), 'minute');
  if (seconds < PERIODS.day) return plural(Math.floor(seconds / 3600), 'hour');
  return plural(Math.floor(seconds / PERIODS.day), 'day');
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// Shifted UTC instead of Intl time zones: the answer cannot depend on the zone data or the setting of a tablet.
function lagos(at: number) {
  const t = new Date((at + OFFSET) * 1000);
  return {
    year: t.getUTCFullYear(),
    month: t.getUTCMonth() + 1,
    monthName: MONTHS[t.getUTCMonth()] ?? '',
    day: t.getUTCDate(),
    hour: t.getUTCHours(),
    minute: t.getUTCMinutes(),
  };
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}

function plural(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}
