/** The documents' long forms of a time, and lengths of time. A file of its own, because no screen needs them at the start. */
import { dayOf, longMoment } from './locale.ts';
import { plural } from './plural.ts';
import { DAY, lagos, MONTHS, showClock, startOfDay, two } from './time.ts';

/** "dd MMM yyyy", the documents' form of a date (CONST-11): in exports and in hints. Screens say `showDay`. */
export function showDate(epoch: number): string {
  const at = lagos(epoch);
  return dayOf(two(at.getUTCDate()), MONTHS[at.getUTCMonth()], at.getUTCFullYear());
}

/** "MMM dd, yyyy - h:mm aa", the documents' form of a time (CONST-11): in exports and in hints. Screens say `showMoment`, paper `showPaperTime`. */
export function showDateTime(epoch: number): string {
  const at = lagos(epoch);
  const day = two(at.getUTCDate());
  return longMoment(day, MONTHS[at.getUTCMonth()], at.getUTCFullYear(), at.getUTCHours(), two(at.getUTCMinutes()));
}

/** "5 Nov 2026, 17:55": the form of the screens, always with the year, because paper is read years later. */
export function showPaperTime(epoch: number): string {
  const at = lagos(epoch);
  return `${dayOf(at.getUTCDate(), MONTHS[at.getUTCMonth()], at.getUTCFullYear())}, ${showClock(epoch)}`;
}

/** The short text of an order's waiting time: "12 min", "3 h", "2 days" (B5.10). */
export function waitText(seconds: number): string {
  if (seconds < 3_600) return plural(Math.floor(Math.max(0, seconds) / 60), '# min', '# min');
  if (seconds < DAY) return plural(Math.floor(seconds / 3_600), '# h', '# h');
  return plural(Math.floor(seconds / DAY), '# day', '# days');
}

/** How long ago a day was: "today", "3 days ago", "4 months ago". */
export function daysAgo(then: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(then)) / DAY);
  if (days < 2) return days < 1 ? 'today' : 'yesterday';
  return days < 61 ? `${days} days ago` : `${Math.round(days / 30)} months ago`;
}
