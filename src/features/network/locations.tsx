import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { location } from '#contract/network/location.ts';
import { lgas } from '#contract/session/referenceCalls.ts';
import { useId } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { byLabel } from '#crud/fields/pickers.ts';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { StatusFilter } from '#crud/fields/StatusFilter.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { splitList } from '#crud/form/formValues.ts';
import type { FormState } from '#crud/form/useForm.ts';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import type { ListControl } from '#crud/list/useListState.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { NETWORK_LISTS } from './parts/lists.ts';

const words = { one: 'Location', many: 'Locations', none: 'No locations found' };
const path = '/locations';

/** Options of states and of the LGAs of the given states (LOC-09). With several states an LGA shows its state. */
function useStatesAndLgas(of: readonly string[]) {
  const query = useQuery(queryFor(lgas, {}));
  const all = query.data?.data ?? [];
  return {
    query,
    states: [...new Set(all.map((one) => one.state))].map((name) => ({ value: name, label: name })),
    lgas: [...statesOf(all.filter((one) => of.length === 0 || of.includes(one.state)))].map(([name, states]) => ({
      value: name,
      label: name,
      ...(of.length === 1 ? {} : { note: states.join(' and ') }),
    })),
  };
}

/** From an LGA to its states, because some names occur in two states. */
function statesOf(places: readonly { state: string; name: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { state, name } of places) found.set(name, [...(found.get(name) ?? []), state]);
  return found;
}

/** The list of locations (LOC-01 to LOC-05). */
export function List() {
  return (
    <ListScreen
      {...NETWORK_LISTS[path]}
      words={words}
      path={path}
      filterBar={(control) => (
        <>
          <StatusFilter {...control} />
          <PlaceFilters {...control} />
        </>
      )}
      columns={[
        'name',
        { title: 'State', sort: 'state', grow: true, cell: (row) => row.state },
        { title: 'LGA', sort: 'lga', grow: true, cell: (row) => row.lga },
        'status',
      ]}
    />
  );
}

function PlaceFilters({ state, set }: ListControl) {
  const { states = '', lgas = '' } = state.filters;
  const places = useStatesAndLgas(splitList(states));
  return (
    <>
      <FilterSelect
        many
        label="State"
        blank="All states"
        options={places.states}
        value={states}
        // The LGAs are reset, because an LGA of a state that is no longer chosen would hide every row.
        onChange={(next) => set({ states: next, lgas: '' })}
      />
      <FilterSelect
        many
        label="LGA"
        blank="All LGAs"
        options={places.lgas}
        value={lgas}
        onChange={(next) => set({ lgas: next })}
      />
    </>
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/** The form of a location (LOC-06, LOC-08, LOC-10). */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={location}
      words={words}
      path={path}
      id={id}
      blank={{ name: '', state: '', lga: '', status: 'active' }}
    >
      {(form, mode) => (
        <>
          <TextField label="Name" {...form.field('name')} />
          <PlaceFields form={form} />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}

function PlaceFields({ form }: { form: FormState }) {
  const { state = '' } = form.values;
  const places = useStatesAndLgas([state]);
  return (
    <>
      <Picker
        label="State"
        options={places.states}
        matches={byLabel}
        placeholder="Choose a state"
        {...form.field('state')}
        onChange={(next) => next !== state && form.set({ state: next, lga: '' })}
        {...choiceState(places.query)}
      />
      <Picker
        label="LGA"
        options={places.lgas}
        matches={byLabel}
        placeholder={state === '' ? 'Choose a state first' : 'Choose an LGA'}
        {...form.field('lga')}
        disabled={!places.query.data || state === ''}
      />
    </>
  );
}
