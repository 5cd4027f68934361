import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { PLACEHOLDER_UPLOAD } from '#contract/catalogue/uploadCalls.ts';
import { useId } from '#crud/address.ts';
import { ImageField } from '#crud/fields/ImageField.tsx';
import { Picture } from '#crud/fields/Picture.tsx';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { LongTextField, TextField } from '#ui/fields/Field.tsx';

const words = { one: 'Manufacturer', many: 'Manufacturers', none: 'No manufacturers found' };
const path = '/manufacturers';

/** The list of manufacturers (MFR-01 to MFR-03). */
export function List() {
  return (
    <ListScreen
      of={manufacturer}
      words={words}
      path={path}
      columns={[
        { title: 'Logo', card: 'picture', cell: (row) => <Picture name={row.name} upload={row.upload} /> },
        'name',
        'status',
      ]}
    />
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/**
 * The form of a manufacturer (MFR-04, MFR-06 to MFR-08). The status is chosen on creation too. A new manufacturer has the fixed placeholder logo.
 */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={manufacturer}
      words={words}
      path={path}
      id={id}
      blank={{ name: '', email: '', address: '', status: 'active' }}
      also={(row) => (row ? {} : { upload_id: PLACEHOLDER_UPLOAD })}
    >
      {(form, _mode, row) => (
        <>
          {row && <ImageField of={manufacturer} row={row} clean={!form.changed} />}
          <TextField label="Name" {...form.field('name')} />
          <TextField label="Email" type="email" inputMode="email" autoComplete="off" {...form.field('email')} />
          <LongTextField label="Address" rows={2} {...form.field('address')} />
          <StatusField {...form.field('status')} />
        </>
      )}
    </FormScreen>
  );
}
