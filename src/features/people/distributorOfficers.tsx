import { distributor } from '#contract/network/distributor.ts';
import { DISTRIBUTOR_OFFICER_ROLES, distributorOfficer } from '#contract/people/distributorOfficer.ts';
import { useId } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { StatusFilter } from '#crud/fields/StatusFilter.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { ModelPicker, OneLine, PhoneField } from './person.tsx';
import { peopleTexts } from './texts.ts';

const words = {
  one: 'Distributor Officer',
  many: 'Distributor Officers',
  none: 'No distributor officers found',
  missing: peopleTexts.noDistributorOfficer,
  search: 'Search officers...',
};
const path = '/distributor-officers';
export const ROLE_LABEL = { manager: 'Manager', rep: 'Rep' } as const;
const ROLE_OPTIONS = DISTRIBUTOR_OFFICER_ROLES.map((role) => ({ value: role as string, label: ROLE_LABEL[role] }));

/** The list of distributors' officers (DOFF-01 to DOFF-04). */
export function List() {
  return (
    <ListScreen
      of={distributorOfficer}
      words={words}
      path={path}
      create="signup"
      filters={{ status: 'all', role: '' }}
      filterBar={(control) => (
        <>
          <StatusFilter {...control} />
          <FilterSelect
            many
            label="Role"
            value={control.state.filters.role ?? ''}
            onChange={(role) => control.set({ role })}
            blank="All roles"
            options={ROLE_OPTIONS}
          />
        </>
      )}
      columns={[
        'name',
        'status',
        { title: 'Role', cell: (row) => ROLE_LABEL[row.role] },
        { title: 'Phone', cell: (row) => <PhoneLink phone={row.phone} /> },
        { title: 'Email', grow: true, cell: (row) => <OneLine>{row.email}</OneLine> },
        // After the documents' columns (decision 0660).
        { title: 'Distributor', grow: true, cell: (row) => row.distributor.name },
      ]}
      rowActions={{
        title: 'View',
        of: (row) => row.name,
      }}
      open={(row) => `${path}/${row._id}/balance`}
      sheet={{
        name: 'Distributor Officers',
        columns: [
          { title: 'Name', value: (row) => row.name },
          { title: 'Status', value: (row) => row.status },
          { title: 'Role', value: (row) => ROLE_LABEL[row.role] },
          { title: 'Distributor', value: (row) => row.distributor.name },
          { title: 'Phone', value: (row) => row.phone },
          { title: 'Email', value: (row) => row.email },
        ],
      }}
    />
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/**
 * The form of a distributor's officer (DOFF-05, DOFF-10 to DOFF-12). The documents' fixed default hash is sent, but the server never uses it (F11).
 */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={distributorOfficer}
      words={words}
      path={path}
      id={id}
      create="signup"
      blank={{ name: '', phone: '', email: '', status: 'active', role: '', distributor_id: '' }}
      also={(row) => (row ? { user_id: row.user_id } : { hash: 'default' })}
    >
      {(form, mode, row) => (
        <>
          <TextField label="Name" autoComplete="off" {...form.field('name')} />
          <PhoneField fixed={mode === 'update'} {...form.field('phone')} />
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            disabled={mode === 'update'}
            {...form.field('email')}
          />
          <SelectField label="Role" blank="" options={ROLE_OPTIONS} {...form.field('role')} />
          <ModelPicker
            of={distributor}
            label="Distributor"
            placeholder="Choose a distributor"
            stored={row?.distributor}
            {...form.field('distributor_id')}
          />
          <StatusField {...form.field('status')} />
        </>
      )}
    </FormScreen>
  );
}
