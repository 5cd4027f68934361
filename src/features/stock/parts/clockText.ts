import { showClock, showDay, startOfDay } from '#domain/time.ts';

/** "14:18" for today, "23 Nov, 16:53" for earlier days. Both times in epoch seconds. */
export function clockText(at: number, now: number): string {
  const clock = showClock(at);
  return at >= startOfDay(now) ? clock : `${showDay(at, now)}, ${clock}`;
}
