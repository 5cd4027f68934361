import { useListState } from '#crud/list/useListState.ts';
import { AGES } from '#domain/age.ts';
import { GroupList } from './parts/GroupList.tsx';
import { ageColumn } from './parts/groupColumns.tsx';
import { GROUPS, PENDING } from './parts/lists.ts';

const DATED = [ageColumn(AGES.pending)];

/** All pending orders of any date, the oldest first (B5.10). The age counts from placing, because a cart is no order. */
export function Screen() {
  const control = useListState(GROUPS, {}, true);
  return <GroupList control={control} label="Pending Orders" {...PENDING} more={DATED} />;
}
