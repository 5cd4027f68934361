import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import { distributor, hubIds } from '#contract/network/distributor.ts';
import { seller } from '#contract/network/seller.ts';
import { useId } from '#crud/address.ts';
import { byLabel } from '#crud/fields/pickers.ts';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { splitList } from '#crud/form/formValues.ts';
import type { FieldState } from '#crud/form/useForm.ts';
import { Link } from '#crud/Link.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { choiceState } from '#crud/query/choiceState.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { LongTextField, TextField } from '#ui/fields/Field.tsx';
import { MultiPicker } from '#ui/fields/MultiPicker.tsx';

const words = { one: 'Distributor', many: 'Distributors', none: 'No distributors found' };
const path = '/distributors';

/** The list of distributors (DIST-01, DIST-02). */
export function List() {
  return (
    <ListScreen
      of={distributor}
      words={words}
      path={path}
      columns={[
        'name',
        {
          title: 'Address',
          grow: true,
          cell: (row) => (
            <span className="cut text-ink-soft" title={row.address}>
              {row.address}
            </span>
          ),
        },
        { title: 'Products', align: 'right', word: 'Products', cell: (row) => row.product_count ?? NO_VALUE },
        'status',
      ]}
      open={(row) => `${path}/${row._id}/balance`}
      rowActions={{
        of: (row) => row.name,
        more: (row) => (
          <Gate needs={['update_distributor']}>
            <Link to={`${path}/${row._id}/products`}>Products</Link>
          </Gate>
        ),
      }}
    />
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/** The form demands a hub (DIST-05). A stored record may have none. */
const mustHaveHub = ({ seller_ids = '' }: Readonly<Record<string, string>>): Record<string, string> =>
  seller_ids === '' ? { seller_ids: hubIds.missing } : {};

/** The form of a distributor (DIST-03, DIST-05, DIST-15). One call saves the distributor and its hubs together (UI-27). */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={distributor}
      words={words}
      path={path}
      id={id}
      blank={{ name: '', address: '', seller_ids: '', status: 'active' }}
      from={(row) => ({
        name: row.name,
        address: row.address,
        seller_ids: row.sellers.map((hub) => hub._id).join(','),
        status: row.status,
      })}
      check={mustHaveHub}
    >
      {(form, mode) => (
        <>
          <TextField label="Name" {...form.field('name')} />
          <LongTextField label="Address" rows={2} {...form.field('address')} />
          <HubsField {...form.field('seller_ids')} />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}

function HubsField({ value, onChange, ...field }: FieldState) {
  const query = useQuery(allQuery(seller));
  const chosen = splitList(value);
  const options = (query.data?.data ?? [])
    .filter((hub) => hub.status === 'active' || chosen.includes(hub._id))
    .map((hub) => ({ value: hub._id, label: hub.name }));
  return (
    <MultiPicker
      label="Hub"
      all="None chosen"
      options={options}
      matches={byLabel}
      {...field}
      required
      {...choiceState(query, 'seller')}
      value={chosen}
      onChange={(next) => onChange(next.join(','))}
    />
  );
}
