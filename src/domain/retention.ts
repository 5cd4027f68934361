/**
 * Buyer retention (B7.5 to B7.7): cuts a range into periods backwards from its end, and counts the buyers who came back in each. Times in epoch
 * seconds.
 */
import { showDate } from './longTime.ts';
import { PERIODS } from './periods.ts';

export const RETENTION_KINDS = ['day', 'week', 'biweek', 'month', 'quarter'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];
export const RETENTION_LABEL: Record<RetentionKind, string> = {
  day: 'Day',
  week: 'Week',
  biweek: '2 weeks',
  month: 'Month (30 days)',
  quarter: 'Quarter (90 days)',
};
/** The most periods of a report (B7.5). */
export const MAX_PERIODS = 60;

export interface Period {
  from: number;
  /** Exclusive. */
  to: number;
  label: string;
}

/** The periods, oldest first. Every period has full length, so that rates compare; the oldest may begin before the range does. */
export function periodsOf(kind: RetentionKind, from: number, to: number): Period[] {
  const length = PERIODS[kind];
  const count = Math.min(MAX_PERIODS, Math.max(1, Math.ceil((to - from) / length)));
  return Array.from({ length: count }, (_, index) => {
    const end = to - (count - 1 - index) * length;
    const begin = end - length;
    return {
      from: begin,
      to: end,
      label: kind === 'day' ? showDate(begin) : `${showDate(begin)} - ${showDate(end - 1)}`,
    };
  });
}

export interface Activity {
  /** Time of the buyer's first counted order ever, epoch seconds. */
  first: number;
  /** Indexes of the periods with a counted order; -1 is the period before the first shown one. */
  active: ReadonlySet<number>;
}

export interface Retained {
  active: number;
  new: number;
  returning: number;
  retained: number;
  /** `retained` divided by `active` of the previous period, 4 decimals; null when nobody was active then. */
  retention_rate: number | null;
}

/** The retention figures of each period (B7.7). */
export function retentionOf(periods: readonly Period[], buyers: readonly Activity[]): Retained[] {
  const activeIn = (place: number) => buyers.filter((buyer) => buyer.active.has(place));
  return periods.map((period, place) => {
    const active = activeIn(place);
    const before = activeIn(place - 1).length;
    const retained = active.filter((buyer) => buyer.active.has(place - 1)).length;
    const fresh = active.filter((buyer) => buyer.first >= period.from && buyer.first < period.to).length;
    const returning = active.filter((buyer) => !buyer.active.has(place - 1) && buyer.first < period.from).length;
    return {
      active: active.length,
      new: fresh,
      returning,
      retained,
      retention_rate: before === 0 ? null : Math.round((retained / before) * 10_000) / 10_000,
    };
  });
}
