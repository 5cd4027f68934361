/** What the order lists ask for (ORD-09 to ORD-12): addresses hold days, the server gets seconds. */
import { DAY, dateInput, defaultOrderRange, fromInput } from './time.ts';

/** Stands in an address for a date that was cleared where none at all means a default. */
export const OPEN = 'open';

/** The dates of a DateRange as filters whose defaults are other dates. */
export const dateFilters = ({ from, to }: { from: string; to: string }) => ({ from: from || OPEN, to: to || OPEN });

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
  const [from, to] = [fromInput(filters.from), fromInput(filters.to)];
  return {
    ...(from === null ? {} : { timestamp_min: String(from) }),
    ...(to === null ? {} : { timestamp_max: String(to + DAY) }),
    ...(filters.tag === 'all' ? {} : { tag: filters.tag }),
    ...(filters.payment === 'all' ? {} : { payment: filters.payment }),
  };
}
