import { showClock, showMoment, startOfDay } from '#domain/time.ts';

/** "14:31" for today and "23 Nov, 16:53" before. `at` and `now`: epoch ms. */
export function whenText(at: number, now: number): string {
  const [seconds, today] = [Math.floor(at / 1_000), Math.floor(now / 1_000)];
  return startOfDay(seconds) === startOfDay(today) ? showClock(seconds) : showMoment(seconds, today);
}
