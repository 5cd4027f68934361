/** Compares a sum with that of the previous period, in words. An arrow alone says nothing. */

import { showNumber } from './number.ts';
import { plural } from './plural.ts';

/** Above this percentage the previous sum was close to nothing, so the previous sum is shown instead. */
const MOST_PERCENT = 999;

/** "↑ 12%", "↓ 4%", "as much"; "↑" alone for more than 999%; null if there was nothing before. Takes two sums of one kind. */
export function trendOf(now: number, before: number): string | null {
  if (before <= 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return now === before ? 'as much' : 'about as much';
  if (percent > MOST_PERCENT) return '↑';
  return `${percent > 0 ? '↑' : '↓'} ${showNumber(Math.abs(percent))}%`;
}

/** The previous period in words for people: "the 30 days before". */
export const daysBefore = (count: number): string => plural(count, 'the day before', 'the # days before');

/** "↑ 12% from ₦5,213 in the 30 days before". `shown`: the text of the previous period's sum. `when`: the words of {@link daysBefore}. */
export function trendWords(now: number, before: number, shown: string, when: string): string {
  const trend = trendOf(now, before);
  if (trend === null) return `none in ${when}`;
  return trend.startsWith('as') || trend.startsWith('about')
    ? `${trend} as in ${when}`
    : `${trend} from ${shown} in ${when}`;
}
