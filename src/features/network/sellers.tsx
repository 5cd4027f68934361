import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { managerCandidates } from '#contract/network/partyCalls.ts';
import { managerId, seller } from '#contract/network/seller.ts';
import { useId } from '#crud/address.ts';
import { byLabel } from '#crud/fields/pickers.ts';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import type { FieldState } from '#crud/form/useForm.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { OVERVIEW } from '#crud/paths.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { hubTexts, sameTexts } from '#crud/texts.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { LongTextField, SwitchField, TextField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';

const HubOverview = lazyPart(() => import('./HubOverview.tsx'), 'HubOverview');

type SellerRow = RowOf<typeof seller>;

/** The toasts use the word of the data (HUB-09). */
const words = { one: 'Hub', many: 'Hubs', none: 'No hubs found', toastName: 'Seller' };
const path = '/sellers';

/** The list of hubs (HUB-01, HUB-02). */
export function List() {
  return (
    <ListScreen
      of={seller}
      words={words}
      path={path}
      openIn={OVERVIEW}
      note={() => sameTexts.seller}
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
        {
          title: 'Manager',
          grow: true,
          cell: (row) => row.manager?.name ?? <Badge tone="wait">{hubTexts.none}</Badge>,
        },
        'status',
      ]}
      rowActions={{
        of: (row) => row.name,
        more: (row) => <Link to={`${path}/${row._id}/manufacturers`}>Manufacturers</Link>,
      }}
    />
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

const PAGE = {
  title: (row: SellerRow) => row.name,
  note: (row: SellerRow) =>
    [row.address, row.manager && `Manager: ${row.manager.name}`, row.status === 'inactive' && 'Inactive']
      .filter(Boolean)
      .join('. '),
  overview: (row: SellerRow) => (
    <Suspense fallback={null}>
      <HubOverview hub={row} />
    </Suspense>
  ),
  below: () => null,
  toForm: 'Edit hub',
  narrow: true,
};

/** The form demands a manager (HUB-07). A stored record may have none. */
const mustHaveManager = ({ manager_id = '' }: Readonly<Record<string, string>>): Record<string, string> =>
  manager_id === '' ? { manager_id: managerId.missing } : {};

/** The form of a hub (HUB-03, HUB-07, HUB-09). One call saves the hub and its manager together (UI-27). */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={seller}
      words={words}
      path={path}
      id={id}
      blank={{ name: '', address: '', manager_id: '', blind_count: 'false', status: 'active' }}
      from={(row) => ({
        name: row.name,
        address: row.address,
        manager_id: row.manager?._id ?? '',
        blind_count: String(row.blind_count),
        status: row.status,
      })}
      check={mustHaveManager}
      page={PAGE}
    >
      {(form, mode, row) => (
        <>
          <TextField label="Name" {...form.field('name')} />
          <LongTextField label="Address" rows={2} {...form.field('address')} />
          <ManagerField {...form.field('manager_id')} row={row} />
          <BlindField {...form.field('blind_count')} />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}

/** Whether officers count without seeing what was expected. */
function BlindField({ value, onChange }: FieldState) {
  return (
    <div>
      <SwitchField label="Blind count" checked={value === 'true'} onChange={(on) => onChange(String(on))} />
      <p className="text-sm text-ink-faint">
        Officers see what was expected of a product only after they have counted it.
      </p>
    </div>
  );
}

/**
 * The manager of a hub (A48): active seller managers and staff, and the current manager. A seller manager manages one hub, so choosing one here
 * removes that person from the named hub.
 */
function ManagerField({ row, ...field }: FieldState & { row: RowOf<typeof seller> | null }) {
  const query = useQuery(queryFor(managerCandidates, {}));
  const present = row?.manager;
  const candidates = query.data?.data ?? [];
  /** The hub that this person leaves. */
  const leaves = (one: (typeof candidates)[number] | undefined) => (one?.seller?._id === row?._id ? null : one?.seller);
  const offered = candidates.map((one) => {
    const left = leaves(one);
    return { value: one._id, label: one.name, note: left ? `${one.role_name}, leaves ${left.name}` : one.role_name };
  });
  const known = !present || offered.some((one) => one.value === present._id);
  const left = leaves(candidates.find((one) => one._id === field.value));
  return (
    <>
      <Picker
        label="Manager"
        options={known ? offered : [{ value: present._id, label: present.name }, ...offered]}
        matches={byLabel}
        placeholder="Choose a manager"
        none="No managers found"
        {...field}
        required
        {...choiceState(query, 'manager')}
      />
      {row && !present && !field.value && (
        <Notice tone="wait" icon="alert">
          {hubTexts.now}
        </Notice>
      )}
      {left && (
        <Notice tone="wait" icon="alert">
          {hubTexts.left([left.name])}
        </Notice>
      )}
    </>
  );
}
