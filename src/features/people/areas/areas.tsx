import { manufacturer } from '#contract/catalogue/manufacturer.ts';
import { seller } from '#contract/network/seller.ts';
import { area, repId } from '#contract/people/area.ts';
import { useId } from '#crud/address.ts';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { StatusFilter } from '#crud/fields/StatusFilter.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { ModelPicker, PhoneField } from '../person.tsx';
import { peopleTexts } from '../texts.ts';
import { RepPicker } from './RepPicker.tsx';

const words = { one: 'Area', many: 'Areas', none: 'No areas found', missing: peopleTexts.noArea };
const path = '/areas';

/** The list of areas (AREA-01, AREA-06). */
export function List() {
  return (
    <ListScreen
      of={area}
      words={words}
      path={path}
      filters={{ status: 'all' }}
      filterBar={(control) => <StatusFilter {...control} />}
      columns={[
        'name',
        { title: 'Manufacturer', grow: true, cell: (row) => row.manufacturer.name },
        { title: 'Distributor', grow: true, cell: (row) => row.seller.name },
        { title: 'Sales rep', grow: true, cell: (row) => row.sales_officer?.name ?? NO_VALUE },
        'status',
      ]}
      rowActions={{
        of: (row) => row.name,
        view: 'Locations',
      }}
      open={(row) => `${path}/${row._id}`}
      sheet={{
        name: 'Areas',
        columns: [
          { title: 'Name', value: (row) => row.name },
          { title: 'Manufacturer', value: (row) => row.manufacturer.name },
          { title: 'Distributor', value: (row) => row.seller.name },
          { title: 'Sales rep', value: (row) => row.sales_officer?.name ?? '' },
          { title: 'Phone', value: (row) => row.phone },
          { title: 'Status', value: (row) => row.status },
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

/** The form demands a rep (AREA-12). A stored record may have none. */
const mustHaveRep = ({ sales_officer_id = '' }: Readonly<Record<string, string>>): Record<string, string> =>
  sales_officer_id === '' ? { sales_officer_id: repId.missing } : {};

/** The form of an area (AREA-03, AREA-08, AREA-11 to AREA-13, AREA-17). One call saves the area and its rep together (UI-27). */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={area}
      words={words}
      path={path}
      id={id}
      blank={{ name: '', phone: '', status: 'active', manufacturer_id: '', seller_id: '', sales_officer_id: '' }}
      from={(row) => ({
        name: row.name,
        phone: row.phone,
        status: row.status,
        manufacturer_id: row.manufacturer_id,
        seller_id: row.seller_id,
        sales_officer_id: row.sales_officer?._id ?? '',
      })}
      check={mustHaveRep}
    >
      {(form, mode, row) => (
        <>
          <ModelPicker
            of={manufacturer}
            label="Manufacturer"
            stored={row?.manufacturer}
            {...form.field('manufacturer_id')}
            disabled={mode === 'update'}
          />
          <ModelPicker
            of={seller}
            label="Distributor"
            placeholder="Choose a hub"
            hint="The hub that serves this area."
            stored={row?.seller}
            {...form.field('seller_id')}
            // Another hub has other reps, so the choice is reset.
            onChange={(seller_id) => form.set({ seller_id, sales_officer_id: '' })}
          />
          <RepPicker
            sellerId={form.values.seller_id ?? ''}
            stored={row?.sales_officer}
            {...form.field('sales_officer_id')}
          />
          <TextField label="Name" autoComplete="off" {...form.field('name')} />
          <PhoneField fixed={mode === 'update'} {...form.field('phone')} />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}
