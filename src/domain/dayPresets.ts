/** The periods that every chip of dates offers. */
import { chipRange, DAY_CHIPS } from './orderReports.ts';
import { DAY, dateInput, dateTimeInput } from './time.ts';

export interface DayPeriod {
  label: string;
  /** The texts of the two inputs. */
  from: string;
  to: string;
}

/**
 * The periods as texts of inputs; `now` in epoch seconds. `max`: the latest text that may be chosen; a period ends there, and one that begins after it is
 * left out. A range of moments ends at the first one of the next day, as in {@link chipRange}.
 */
export function periodsUntil(max: string, now: number): DayPeriod[] {
  const isMoments = max.includes('T');
  return DAY_CHIPS.flatMap(({ key, label }) => {
    const range = chipRange(key, now);
    const from = isMoments ? dateTimeInput(range.from) : dateInput(range.from);
    const to = isMoments ? dateTimeInput(range.to) : dateInput(range.to - DAY);
    return from > max ? [] : [{ label, from, to: to > max ? max : to }];
  });
}
