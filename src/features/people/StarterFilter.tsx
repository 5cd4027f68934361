import type { ListControl } from '#crud/list/useListState.ts';
import { useCan } from '#crud/query/useSession.ts';
import { FilterSelect } from '#ui/list/FilterSelect.tsx';

/** The people whose starter password is not changed, for whom may make one. The home opens lists with it. */
export function StarterFilter({ state, set }: ListControl) {
  if (!useCan('update_manager')) return null;
  return (
    <FilterSelect
      label="Password"
      blank="All"
      value={state.filters.starter ?? ''}
      onChange={(starter) => set({ starter })}
      options={[{ value: '1', label: 'Starter, not changed' }]}
    />
  );
}
