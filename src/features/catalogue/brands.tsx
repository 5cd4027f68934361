import { Suspense, useState } from 'react';
import { brand } from '#contract/catalogue/brand.ts';
import { PLACEHOLDER_UPLOAD } from '#contract/catalogue/uploadCalls.ts';
import { useId } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { ImageField } from '#crud/fields/ImageField.tsx';
import { Picture } from '#crud/fields/Picture.tsx';
import { byLabel, useManufacturerOptions } from '#crud/fields/pickers.ts';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { StatusFilter } from '#crud/fields/StatusFilter.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { splitList } from '#crud/form/formValues.ts';
import type { FieldState } from '#crud/form/useForm.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import type { ListControl } from '#crud/list/useListState.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { ServerLink } from '#crud/ServerLink.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';

const BrandOrder = lazyPart(() => import('./BrandOrder.tsx'), 'BrandOrder');

const words = { one: 'Brand', many: 'Brands', none: 'No brands found' };
const path = '/brands';

/** The list of brands (BRAND-01 to BRAND-04). */
export function List() {
  const [ordering, setOrdering] = useState(false);
  return (
    <>
      <ListScreen
        of={brand}
        words={words}
        path={path}
        filters={{ status: 'all', manufacturers: '' }}
        filterBar={(control) => (
          <>
            <StatusFilter {...control} />
            <ManufacturerFilter {...control} />
          </>
        )}
        actions={
          <Gate needs={['update_brand']}>
            <ServerButton icon="swap" onClick={() => setOrdering(true)}>
              Reorder
            </ServerButton>
          </Gate>
        }
        columns={[
          { title: 'Logo', card: 'picture', cell: (row) => <Picture name={row.name} upload={row.upload} /> },
          'name',
          { title: 'Manufacturer', grow: true, cell: (row) => row.manufacturer.name },
          'status',
        ]}
        rowActions={{
          of: (row) => row.name,
          more: (row) => (
            <>
              <Link to="/products" search={{ brands: row._id }}>
                View products
              </Link>
              <Gate needs={['create_product']}>
                <ServerLink
                  to="/products/create"
                  search={{ type: 'bulk', brand_id: row._id, brand_name: row.name }}
                  aria-label={`Upload products of ${row.name}`}
                >
                  Upload products
                </ServerLink>
              </Gate>
            </>
          ),
        }}
      />
      {ordering && (
        <Suspense fallback={null}>
          <BrandOrder onClose={() => setOrdering(false)} />
        </Suspense>
      )}
    </>
  );
}

function ManufacturerFilter({ state, set }: ListControl) {
  const chosen = state.filters.manufacturers ?? '';
  const { options } = useManufacturerOptions(splitList(chosen));
  return (
    <FilterSelect
      many
      label="Manufacturer"
      blank="All manufacturers"
      options={options}
      value={chosen}
      onChange={(manufacturers) => set({ manufacturers })}
    />
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/** The form of a brand (BRAND-05, BRAND-07 to BRAND-09). */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={brand}
      words={words}
      path={path}
      id={id}
      blank={{ manufacturer_id: '', name: '', status: 'active' }}
      also={(row) => (row ? {} : { upload_id: PLACEHOLDER_UPLOAD })}
    >
      {(form, mode, row) => (
        <>
          {row && <ImageField of={brand} row={row} clean={!form.changed} />}
          <ManufacturerField {...form.field('manufacturer_id')} present={row?.manufacturer_id} />
          <TextField label="Name" {...form.field('name')} />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}

function ManufacturerField({ present, ...field }: FieldState & { present: string | undefined }) {
  const { options, query } = useManufacturerOptions(present ? [present] : []);
  return (
    <Picker
      label="Manufacturer"
      options={options}
      matches={byLabel}
      placeholder="Choose a manufacturer"
      {...field}
      {...choiceState(query, 'manufacturer')}
    />
  );
}
