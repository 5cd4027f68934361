import { SelectField } from '#ui/fields/Field.tsx';
import type { ListControl } from '../list/useListState.ts';

/** The status filter of a list (all, active, inactive); its value is in the address. */
export function StatusFilter({ state, set }: ListControl) {
  return (
    <div className="w-36">
      <SelectField
        label="Status"
        value={state.filters.status ?? 'all'}
        onChange={(status) => set({ status })}
        options={[
          { value: 'all', label: 'All' },
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Inactive' },
        ]}
      />
    </div>
  );
}
