import { dateInput, MONTHS, showClock, startOfDay } from '#domain/time.ts';

/** "14:31" for today and "23 Nov, 16:53" before. `at` and `now`: epoch ms. */
export function whenText(at: number, now: number): string {
  const [seconds, today] = [Math.floor(at / 1_000), startOfDay(Math.floor(now / 1_000))];
  if (startOfDay(seconds) === today) return showClock(seconds);
  const [, month = '', day = ''] = dateInput(seconds).split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]}, ${showClock(seconds)}`;
}
