/** How a sum stands beside the one of the days before, in words: a bare arrow says nothing. */

/** "↑ 12%", "↓ 4%", "as much"; null if there was nothing before. Takes two sums of one kind. */
export function trendOf(now: number, before: number): string | null {
  if (before <= 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return now === before ? 'as much' : 'about as much';
  return `${percent > 0 ? '↑' : '↓'} ${Math.abs(percent).toLocaleString('en-NG')}%`;
}

/** "the 30 days before" */
export const daysBefore = (count: number): string => (count === 1 ? 'the day before' : `the ${count} days before`);

/** "↑ 12% from ₦5,213 in the 30 days before". `shown`: the text of the sum before. */
export function trendWords(now: number, before: number, shown: string, when: string): string {
  const trend = trendOf(now, before);
  if (trend === null) return `none in ${when}`;
  return trend.startsWith('as') || trend.startsWith('about')
    ? `${trend} as in ${when}`
    : `${trend} from ${shown} in ${when}`;
}
