import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { allQuery } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { seller } from '#contract/network/seller.ts';
import { manager } from '#contract/people/manager.ts';
import { useId } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { StatusFilter } from '#crud/fields/StatusFilter.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { hubTexts } from '#crud/texts.ts';
import { useRequestedDialog } from '#crud/useRequested.ts';
import { hubsManagedBy, MANAGER_ROLES, roleName } from '#domain/permissions.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { PEOPLE_LISTS } from './parts/lists.ts';
import { OneLine, PhoneField, StarterLink } from './person.tsx';
import { StarterFilter } from './StarterFilter.tsx';

const AccessCard = lazyPart(() => import('./AccessCard.tsx'), 'AccessCard');
const RemovePasskeys = lazyPart(() => import('./lostDevice/RemovePasskeys.tsx'), 'RemovePasskeys');
const RevokeDeviceKeys = lazyPart(() => import('./lostDevice/RevokeDeviceKeys.tsx'), 'RevokeDeviceKeys');
const StarterPassword = lazyPart(() => import('./StarterPassword.tsx'), 'StarterPassword');
const TokensOf = lazyPart(() => import('../session/parts/ApiTokens.tsx'), 'TokensOf');

const words = { one: 'Manager', many: 'Managers', none: 'No managers found' };
const path = '/managers';
const ROLE_OPTIONS = MANAGER_ROLES.map((role) => ({ value: role as string, label: roleName(role) }));

/** The list of managers (MGR-01 to MGR-05). */
export function List() {
  return (
    <ListScreen
      {...PEOPLE_LISTS[path]}
      words={words}
      path={path}
      create="signup"
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
          <StarterFilter {...control} />
        </>
      )}
      columns={[
        'name',
        { title: 'Role', sort: 'role', grow: true, cell: (row) => <OneLine breaks>{row.role_name}</OneLine> },
        { title: 'Phone', cell: (row) => <PhoneLink phone={row.phone} /> },
        { title: 'Email', grow: true, cell: (row) => <OneLine>{row.email}</OneLine> },
        'status',
      ]}
      rowActions={{
        title: 'Edit',
        of: (row) => row.name,
        more: (row) => <StarterLink to={`${path}/${row._id}/update`} needs="signup_manager" />,
      }}
      sheet={{
        name: 'Managers',
        columns: [
          { title: 'Name', value: (row) => row.name },
          { title: 'Role', value: (row) => row.role_name },
          { title: 'Phone', value: (row) => row.phone },
          { title: 'Email', value: (row) => row.email },
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

/** The form of a manager (MGR-06 to MGR-13). The documents' fixed default hash is sent, but the server never uses it (F11). */
function Form({ id }: { id?: string }) {
  const [asking, setAsking] = useRequestedDialog('password');
  // Every update sends user_id. The server checks that the account belongs to this person.
  return (
    <FormScreen
      of={manager}
      words={words}
      path={path}
      id={id}
      create="signup"
      blank={{ name: '', phone: '', email: '', status: 'active', role: '' }}
      also={(row) => (row ? { user_id: row.user_id } : { hash: 'default' })}
      foot={(form, row) => form.values.role !== row.role && <HubsLeft row={row} role={form.values.role ?? ''} />}
      aside={(row) => (
        <Suspense fallback={null}>
          <StarterPassword
            of="manager"
            id={row._id}
            userId={row.user_id}
            name={row.name}
            open={asking}
            onOpen={setAsking}
          />
          <AccessCard of="manager" id={row._id} role={row.role_name} />
          <RemovePasskeys userId={row.user_id} name={row.name} />
          <RevokeDeviceKeys userId={row.user_id} name={row.name} />
          <TokensOf userId={row.user_id} name={row.name} />
        </Suspense>
      )}
    >
      {(form, mode) => (
        <>
          <TextField label="Name" autoComplete="off" {...form.field('name')} />
          <PhoneField fixed={mode === 'update'} {...form.field('phone')} />
          <TextField label="Email" type="email" inputMode="email" autoComplete="off" {...form.field('email')} />
          <SelectField label="Role" blank="" options={ROLE_OPTIONS} {...form.field('role')} />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}

/** Warns which hubs lose their manager, because the new role may manage fewer hubs (A48). */
function HubsLeft({ row, role }: { row: RowOf<typeof manager>; role: string }) {
  const query = useQuery(allQuery(seller));
  const hubs = (query.data?.data ?? []).filter((hub) => hub.manager?._id === row._id).map((hub) => hub.name);
  const most = hubsManagedBy(role);
  if (role === '' || hubs.length <= most) return null;
  return (
    <Notice tone="wait" icon="alert">
      {most === 0
        ? hubTexts.left(hubs)
        : `A seller manager has one hub. The one that named ${row.name} last stays; the others will have no manager: ${hubs.join(', ')}.`}
    </Notice>
  );
}
