import { storeType } from '#contract/catalogue/storeType.ts';
import { location } from '#contract/network/location.ts';
import { buyer } from '#contract/people/buyer.ts';
import { useId, useSearchValues } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { StatusFilter } from '#crud/fields/StatusFilter.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { Link } from '#crud/Link.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { RowLink } from '#crud/list/RowLink.tsx';
import type { ListControl } from '#crud/list/useListState.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { ServerLink } from '#crud/ServerLink.tsx';
import { emptyTexts, sameTexts } from '#crud/texts.ts';
import { BUYER_CATEGORIES, CATEGORY_LABEL } from '#domain/buyerCategory.ts';
import { TAKING } from '#domain/order.ts';
import { LongTextField, TextField } from '#ui/fields/Field.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { orderTexts } from '../orders/parts/texts.ts';
import { Owed } from '../wallet/parts/Owed.tsx';
import { PEOPLE_LISTS } from './parts/lists.ts';
import { ModelPicker, PhoneField, useChoices } from './person.tsx';
import { peopleTexts } from './texts.ts';

const words = {
  one: 'Buyer',
  kind: 'Retailer',
  many: 'Retailers',
  none: emptyTexts.retailers,
  missing: peopleTexts.noBuyer,
};
const path = '/buyers';

/** The list of retailers (BUY-01). B7.3 defines its columns. */
export function List() {
  return (
    <ListScreen
      {...PEOPLE_LISTS[path]}
      words={words}
      path={path}
      create="signup"
      // The button and the messages have the documents' words.
      note={() => sameTexts.buyer}
      filterBar={(control) => <Filters {...control} />}
      columns={[
        {
          title: 'Store',
          sort: 'name',
          stick: true,
          grow: true,
          cell: (row) => <RowLink to={`${path}/${row._id}/orders`}>{row.name}</RowLink>,
        },
        { title: 'Retailer', grow: true, word: '', cell: (row) => row.person },
        { title: 'Phone', cell: (row) => <PhoneLink phone={row.phone} /> },
        { title: 'Location', grow: true, word: '', cell: (row) => row.location.name },
        { title: 'Store type', grow: true, aside: 1, word: '', cell: (row) => row.store_type.name },
        { title: 'Category', grow: true, aside: 2, cell: (row) => CATEGORY_LABEL[row.category] },
        {
          title: 'Retailer outstanding',
          sort: '-outstanding',
          align: 'right',
          word: 'Balance',
          cell: (row, rows) => <Owed balance={row.outstanding} among={rows.map((one) => one.outstanding)} />,
        },
        'status',
      ]}
      rowActions={{
        title: 'Edit, View',
        of: (row) => row.name,
        more: (row) => (
          <>
            <Link to={`${path}/${row._id}/balance`}>Balance History</Link>
            {row.status === 'active' && (
              <Gate needs={['buyer_cart']}>
                <ServerLink to={`${path}/${row._id}/cart`} search={TAKING}>
                  {orderTexts.take}
                </ServerLink>
              </Gate>
            )}
          </>
        ),
      }}
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

function Filters(control: ListControl) {
  const { state, set } = control;
  const places = useChoices(location, state.filters.location_id ?? '');
  const types = useChoices(storeType, state.filters.store_type_id ?? '');
  return (
    <>
      <StatusFilter {...control} />
      <FilterSelect
        many
        label="Location"
        value={state.filters.location_id ?? ''}
        onChange={(location_id) => set({ location_id })}
        blank="All locations"
        options={places.options}
      />
      <FilterSelect
        many
        label="Store type"
        value={state.filters.store_type_id ?? ''}
        onChange={(store_type_id) => set({ store_type_id })}
        blank="All Store Types"
        options={types.options}
      />
      <FilterSelect
        many
        label="Category"
        value={state.filters.category ?? ''}
        onChange={(category) => set({ category })}
        blank="All categories"
        options={BUYER_CATEGORIES.map((one) => ({ value: one as string, label: CATEGORY_LABEL[one] }))}
      />
    </>
  );
}

/** The command bar gives the number of a person who calls. */
export function Create() {
  const { phone = '' } = useSearchValues();
  return <Form phone={phone} />;
}
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/** The form of a retailer (BUY-02, BUY-05 to BUY-07). The documents' fixed default hash is sent, but the server never uses it (F11). */
function Form({ id, phone = '' }: { id?: string; phone?: string }) {
  return (
    <FormScreen
      of={buyer}
      words={words}
      path={path}
      id={id}
      create="signup"
      blank={{ name: '', person: '', phone, store_type_id: '', location_id: '', address: '', status: 'active' }}
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
