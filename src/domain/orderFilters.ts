/** The filters of the order lists (ORD-09 to ORD-12): addresses hold days, and the server gets epoch seconds. */

import { defaultOrderRange } from './periods.ts';
import { DAY, dateInput, fromInput } from './time.ts';

/** The value in an address for a date that the user cleared, where a missing value means the default. */
export const OPEN = 'open';

/** The dates of a DateRange as filters, where a cleared date differs from the default. */
export const dateFilters = ({ from, to }: { from: string; to: string }) => ({ from: from || OPEN, to: to || OPEN });

export interface OrderFilters {
  from: string;
  to: string;
  tag: string;
  payment: string;
}

/** Returns the default filters: four days before today until today, all tags but deleted and draft. `now` is in epoch seconds. */
export function defaultOrderFilters(now: number): OrderFilters {
  const { from, to } = defaultOrderRange(now);
  return { from: dateInput(from), to: dateInput(to - DAY), tag: 'all', payment: 'all' };
}

/** The query of these filters. The end day is inclusive, so its start plus 86400 is sent (ORD-09). */
export function orderQuery(filters: OrderFilters): Record<string, string> {
  const [from, to] = [fromInput(filters.from), fromInput(filters.to)];
  return {
    ...(from === null ? {} : { timestamp_min: String(from) }),
    ...(to === null ? {} : { timestamp_max: String(to + DAY) }),
    ...(filters.tag === 'all' ? {} : { tag: filters.tag }),
    ...(filters.payment === 'all' ? {} : { payment: filters.payment }),
  };
}
