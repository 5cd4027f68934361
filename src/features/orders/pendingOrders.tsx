import { useListState } from '#crud/list/useListState.ts';
import { waitText } from '#domain/longTime.ts';
import { DAY } from '#domain/time.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { GroupList } from './parts/GroupList.tsx';
import type { GroupColumn } from './parts/groupColumns.tsx';
import { GROUPS, PENDING } from './parts/lists.ts';

/** The time since the order was placed: amber after 24 hours, red after 48 (B5.10). */
const AGE: GroupColumn = {
  key: 'age',
  title: 'Age',
  sort: 'age',
  // On a card the age stands beside the status.
  card: 'state',
  cell: (row) => {
    const age = Math.max(0, Math.floor(Date.now() / 1_000) - (row.placed_at ?? row.created));
    return <Badge tone={age > 2 * DAY ? 'bad' : age > DAY ? 'wait' : 'neutral'}>{waitText(age)}</Badge>;
  },
};

const DATED = [AGE];

/** All pending orders of any date, the oldest first (B5.10). The age counts from placing, because a cart is no order. */
export function Screen() {
  const control = useListState(GROUPS, {}, true);
  return <GroupList control={control} label="Pending Orders" {...PENDING} more={DATED} />;
}
