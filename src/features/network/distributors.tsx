import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { readingAll, writeModel } from '#client/queries.ts';
import { askPath } from '#client/transport.ts';
import { text } from '#contract/fields.ts';
import { distributor } from '#contract/network/distributor.ts';
import { distributorSeller } from '#contract/network/distributorLinks.ts';
import { seller } from '#contract/network/seller.ts';
import { FormScreen } from '#crud/FormScreen.tsx';
import { Gate } from '#crud/Gate.tsx';
import { TextLink } from '#crud/Go.tsx';
import { ListScreen } from '#crud/ListScreen.tsx';
import type { FieldState } from '#crud/useForm.ts';
import { byLabel } from '#parts/pickers.ts';
import { StatusField } from '#parts/StatusField.tsx';
import { LongTextField, TextField } from '#ui/Field.tsx';
import { MultiPicker } from '#ui/MultiPicker.tsx';

const words = { one: 'Distributor', many: 'Distributors', none: 'No distributors found' };
const path = '/distributors';

/** DIST-01, DIST-02. */
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
          cell: (row) => <p className="line-clamp-2 min-w-40 whitespace-normal text-ink-soft">{row.address}</p>,
        },
        { title: 'Products', align: 'right', cell: (row) => row.product_count },
        'status',
        {
          title: 'Actions',
          end: true,
          cell: (row) => (
            <span className="flex gap-4">
              <TextLink to={`${path}/${row._id}/balance`}>View</TextLink>
              <Gate needs={['update_distributor']}>
                <TextLink to={`${path}/${row._id}/products`}>Products</TextLink>
              </Gate>
            </span>
          ),
        },
      ]}
    />
  );
}

export const Create = () => <Form />;
export function Update() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <Form id={id} />;
}

/** Ids of hubs, joined by commas: a distributor serves one or more. */
const HUBS = { seller_ids: text('Hub', { max: 4_000 }) };
const listOf = (ids: string) => ids.split(',').filter(Boolean);

/** Writes the hubs that differ from what the server has now. */
async function writeHubs(distributor_id: string, wanted: readonly string[], key: string): Promise<void> {
  const links = (await askPath('POST', 'distributor_seller/read_by_distributor', { distributor_id })) as {
    seller_id: string;
    status: string;
  }[];
  const now = new Set(links.filter((link) => link.status === 'active').map((link) => link.seller_id));
  const changes = [
    ...wanted.filter((hub) => !now.has(hub)).map((seller_id) => ({ seller_id, status: 'active' })),
    ...[...now].filter((hub) => !wanted.includes(hub)).map((seller_id) => ({ seller_id, status: 'inactive' })),
  ];
  for (const [at, change] of changes.entries())
    await writeModel(distributorSeller, 'create', { distributor_id, ...change }, `${key}-${at}`);
}

/** DIST-03, DIST-05, DIST-15: the distributor, then the link records of its hubs (UI-27). */
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
      linked={{ fields: HUBS, write: (newId, { seller_ids = '' }, key) => writeHubs(newId, listOf(seller_ids), key) }}
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
  const query = useQuery(readingAll(seller));
  const chosen = listOf(value);
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
      value={chosen}
      onChange={(next) => onChange(next.join(','))}
    />
  );
}
