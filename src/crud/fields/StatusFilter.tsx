import type { ListControl } from '../list/useListState.ts';
import { FilterSelect } from './FilterSelect.tsx';

/** The status filter of a list: all, active, inactive. The address holds its value. */
export function StatusFilter({ state, set }: ListControl) {
  return (
    <FilterSelect
      label="Status"
      value={state.filters.status ?? 'all'}
      onChange={(status) => set({ status })}
      options={[
        { value: 'all', label: 'All' },
        { value: 'active', label: 'Active' },
        { value: 'inactive', label: 'Inactive' },
      ]}
    />
  );
}
