import type { ReactNode } from 'react';
import { storeType } from '#contract/catalogue/storeType.ts';
import { location } from '#contract/network/location.ts';
import { buyer } from '#contract/people/buyer.ts';
import { useId } from '#crud/address.ts';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { StatusFilter } from '#crud/fields/StatusFilter.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { TextLink } from '#crud/Link.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import type { ListControl } from '#crud/list/useListState.ts';
import { useCan } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { BUYER_CATEGORIES, CATEGORY_LABEL } from '#domain/buyerCategory.ts';
import { LongTextField, SelectField, TextField } from '#ui/fields/Field.tsx';
import { Owed } from '../wallet/parts/Owed.tsx';
import { ModelPicker, PhoneField, PhoneLink, useChoices } from './person.tsx';
import { peopleTexts } from './texts.ts';

const words = {
  one: 'Buyer',
  many: 'Retailers',
  none: emptyTexts.retailers,
  missing: peopleTexts.noBuyer,
};
const path = '/buyers';

/** The list of retailers (BUY-01, with the details of B7.3). */
export function List() {
  const mayEdit = useCan('update_buyer');
  return (
    <ListScreen
      of={buyer}
      words={words}
      path={path}
      create="signup"
      filters={{ status: 'active', location_id: '', store_type_id: '', category: '' }}
      filterBar={(control) => <Filters {...control} />}
      columns={[
        {
          title: 'Store',
          sort: 'name',
          grow: true,
          cell: (row) => <span className="block min-w-32 font-semibold">{row.name}</span>,
        },
        { title: 'Retailer', cell: (row) => <Wrapped>{row.person}</Wrapped> },
        { title: 'Phone', cell: (row) => <PhoneLink phone={row.phone} /> },
        { title: 'Location', cell: (row) => <Wrapped>{row.location.name}</Wrapped> },
        { title: 'Store type', cell: (row) => <Wrapped>{row.store_type.name}</Wrapped> },
        { title: 'Category', cell: (row) => <Wrapped>{CATEGORY_LABEL[row.category]}</Wrapped> },
        {
          title: 'Retailer outstanding',
          sort: 'outstanding',
          align: 'right',
          cell: (row) => <Owed balance={row.outstanding} bare />,
        },
        'status',
        {
          title: 'Edit',
          // The padding keeps the two links a finger's width apart.
          cell: (row) => (
            <span className="pr-2">{mayEdit && <TextLink to={`${path}/${row._id}/update`}>Edit</TextLink>}</span>
          ),
        },
        { title: 'View', cell: (row) => <TextLink to={`${path}/${row._id}/orders`}>View</TextLink> },
      ]}
      open={(row) => `${path}/${row._id}/orders`}
      sheet={{
        name: 'Retailers',
        columns: [
          { title: 'Store', value: (row) => row.name },
          { title: 'Retailer', value: (row) => row.person ?? '' },
          { title: 'Phone', value: (row) => row.phone },
          { title: 'Location', value: (row) => row.location.name },
          { title: 'Store type', value: (row) => row.store_type.name },
          { title: 'Category', value: (row) => CATEGORY_LABEL[row.category] },
          { title: 'Retailer outstanding', value: (row) => Number(row.outstanding) },
          { title: 'Status', value: (row) => row.status },
          { title: 'Address', value: (row) => row.address ?? '', off: true },
        ],
      }}
    />
  );
}

/** With eleven columns, words wrap to a second line if the window is too narrow. */
const Wrapped = ({ children }: { children: ReactNode }) => (
  <span className="block whitespace-normal min-[90rem]:w-max min-[90rem]:max-w-36">{children}</span>
);

function Filters(control: ListControl) {
  const { state, set } = control;
  const places = useChoices(location, state.filters.location_id ?? '');
  const types = useChoices(storeType, state.filters.store_type_id ?? '');
  return (
    <>
      <StatusFilter {...control} />
      <div className="w-48">
        <SelectField
          label="Location"
          value={state.filters.location_id ?? ''}
          onChange={(location_id) => set({ location_id })}
          blank="All locations"
          options={places.options}
        />
      </div>
      <div className="w-48">
        <SelectField
          label="Store type"
          value={state.filters.store_type_id ?? ''}
          onChange={(store_type_id) => set({ store_type_id })}
          // The blank option says "All Store Types" (UI-12).
          blank="All Store Types"
          options={types.options}
        />
      </div>
      <div className="w-48">
        <SelectField
          label="Category"
          value={state.filters.category ?? ''}
          onChange={(category) => set({ category })}
          blank="All categories"
          options={BUYER_CATEGORIES.map((one) => ({ value: one as string, label: CATEGORY_LABEL[one] }))}
        />
      </div>
    </>
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/** The form of a retailer (BUY-02, BUY-05 to BUY-07). The fixed default hash of the requirements is sent but never used (F11). */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={buyer}
      words={words}
      path={path}
      id={id}
      create="signup"
      blank={{ name: '', person: '', phone: '', store_type_id: '', location_id: '', address: '', status: 'active' }}
      also={(row) => (row ? { user_id: row.user_id } : { hash: 'default' })}
    >
      {(form, mode, row) => (
        <>
          <TextField label="Store name" autoComplete="off" {...form.field('name')} />
          <TextField label="Retailer name" autoComplete="off" {...form.field('person')} />
          <PhoneField fixed={mode === 'update'} {...form.field('phone')} />
          <ModelPicker of={storeType} label="Store type" stored={row?.store_type} {...form.field('store_type_id')} />
          <ModelPicker of={location} label="Location" stored={row?.location} {...form.field('location_id')} />
          <LongTextField label="Address" rows={2} {...form.field('address')} />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}
