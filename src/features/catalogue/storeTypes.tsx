import { storeType } from '#contract/catalogue/storeType.ts';
import { useId } from '#crud/address.ts';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { LongTextField, TextField } from '#ui/fields/Field.tsx';

const words = { one: 'Store type', title: 'Store Type', many: 'Store Types', none: 'No store types found' };
const path = '/store-types';

/** The list of store types (STYPE-01, STYPE-02). */
export function List() {
  return (
    <ListScreen
      of={storeType}
      words={words}
      path={path}
      columns={[
        'name',
        {
          title: 'Description',
          grow: true,
          cell: (row) => (
            <span className="cut text-ink-soft" title={row.description}>
              {row.description}
            </span>
          ),
        },
        'status',
      ]}
      rowActions={{ title: 'Edit', of: (row) => row.name }}
    />
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/** The form of a store type (STYPE-03, STYPE-05, STYPE-08). */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={storeType}
      words={words}
      path={path}
      id={id}
      blank={{ name: '', description: '', status: 'active' }}
    >
      {(form, mode) => (
        <>
          <TextField label="Name" {...form.field('name')} />
          <LongTextField label="Description" {...form.field('description')} />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}
