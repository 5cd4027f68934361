/** What the order lists ask for (ORD-09 to ORD-12): addresses hold days, the server gets seconds. */
import { DAY, dateInput, defaultOrderRange, fromInput } from './time.ts';

/** Stands in the address for an end that was cleared. */
export const NO_END = 'open';

export interface OrderFilters {
  from: string;
  to: string;
  tag: string;
  payment: string;
}

/** Four days before today to today, all tags but deleted and draft. `now` in epoch seconds. */
export function defaultOrderFilters(now: number): OrderFilters {
  const { from, to } = defaultOrderRange(now);
  return { from: dateInput(from), to: dateInput(to - DAY), tag: 'all', payment: 'all' };
}

/** The end day is inclusive: its start plus 86400 is sent (ORD-09). */
export function orderQuery(filters: OrderFilters): Record<string, string> {
  const from = fromInput(filters.from);
  const to = filters.to === NO_END ? null : fromInput(filters.to);
  return {
    ...(from === null ? {} : { timestamp_min: String(from) }),
    ...(to === null ? {} : { timestamp_max: String(to + DAY) }),
    ...(filters.tag === 'all' ? {} : { tag: filters.tag }),
    ...(filters.payment === 'all' ? {} : { payment: filters.payment }),
  };
}

/** ORD-10: a start after the end clears the end. */
export function withStart(filters: Pick<OrderFilters, 'from' | 'to'>, from: string): { from: string; to?: string } {
  return filters.to !== NO_END && from > filters.to ? { from, to: NO_END } : { from };
}
