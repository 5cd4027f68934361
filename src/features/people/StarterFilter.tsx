import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import type { ListControl } from '#crud/list/useListState.ts';
import { useCan } from '#crud/query/useSession.ts';

/** Filters by people who still have their starter password. Only people who may make one see the filter. The home links to lists with this filter. */
export function StarterFilter({ state, set }: ListControl) {
  if (!useCan('update_manager')) return null;
  return (
    <FilterSelect
      label="Password"
      blank="All"
      value={state.filters.starter ?? ''}
      onChange={(starter) => set({ starter })}
      options={[{ value: '1', label: 'Starter password, not changed' }]}
    />
  );
}
