/** The texts along the axes and in the box of a day. */
import { dayOf, moneyText } from '#domain/locale.ts';
import { showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { LAGOS_OFFSET, MONTHS, startOfDay } from '#domain/time.ts';

/** The parts of a point that its texts need. */
interface Place {
  at?: number;
  name?: string;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const lagos = (at: number) => new Date((at + LAGOS_OFFSET) * 1_000);

/** "12 Nov" */
export function axisDay(at: number): string {
  const day = lagos(at);
  return dayOf(day.getUTCDate(), MONTHS[day.getUTCMonth()]);
}

/** "Thu 12 Nov"; the year only if it is not the one of `now`. */
export function dayText(at: number, now: number): string {
  const [day, today] = [lagos(at), lagos(now)];
  const year = day.getUTCFullYear();
  const own = dayOf(day.getUTCDate(), MONTHS[day.getUTCMonth()], year === today.getUTCFullYear() ? undefined : year);
  return `${WEEKDAYS[day.getUTCDay()] ?? ''} ${own}`;
}

/** The label of a point under the axis. The last one is "Today" if its day is today. */
export const axisLabel = (point: Place, now: number, isLast: boolean): string =>
  point.at === undefined
    ? (point.name ?? '')
    : isLast && point.name === undefined && startOfDay(now) === point.at
      ? 'Today'
      : axisDay(point.at);

/** The name of a point in the box and in the table: its own, or its day. */
export const pointTitle = (point: Place, now: number): string =>
  point.name ?? (point.at === undefined ? '' : startOfDay(now) === point.at ? 'Today' : dayText(point.at, now));

/** The minus of all plots is U+2212, as wide as a plus. */
const minus = (text: string) => text.replace(/^-/, '−');

/**
 * Kobo on an axis: millions short, "₦1.5m", smaller amounts whole. All texts of an axis have the unit of its largest amount, `top`: "₦0.5m" below
 * "₦1m".
 */
export function axisNaira(kobo: number, top = kobo): string {
  const naira = Math.abs(kobo) / 100;
  const largest = Math.max(naira, Math.abs(top) / 100);
  const sign = kobo < 0 ? '−' : '';
  for (const [size, letter] of [
    [1e9, 'bn'],
    [1e6, 'm'],
  ] as const)
    if (naira > 0 && largest >= size)
      return moneyText(sign, `${showNumber(Math.round((naira / size) * 100) / 100)}${letter}`);
  return minus(showNaira(Math.round(kobo)));
}

/** Kobo in a box or a table, whole: "₦1,922,100". */
export const plotNaira = (kobo: number): string => minus(showNaira(kobo));

/** A count or cases: at most two decimals, "1,204", "−3.5". */
export function plotCount(value: number): string {
  return `${value < 0 ? '−' : ''}${showNumber(Math.round(Math.abs(value) * 100) / 100)}`;
}
