/** Periods of days, from 00:00 in Lagos. */
import { DAY, fromInput, startOfDay } from './time.ts';

/** Lengths of periods in seconds (CONST-12). */
export const PERIODS = { day: 86_400, week: 604_800, biweek: 1_209_600, month: 2_592_000, quarter: 7_776_000 } as const;

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
