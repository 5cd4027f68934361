import { Suspense } from 'react';
import { seller } from '#contract/network/seller.ts';
import { SALES_OFFICER_ROLES, salesOfficer } from '#contract/people/salesOfficer.ts';
import { useId } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { StatusFilter } from '#crud/fields/StatusFilter.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { type ListControl, useListState } from '#crud/list/useListState.ts';
import { useCan } from '#crud/query/useSession.ts';
import { sameTexts } from '#crud/texts.ts';
import { useRequestedDialog } from '#crud/useRequested.ts';
import { oneRule } from '#domain/money.ts';
import { roleName } from '#domain/permissions.ts';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { Owed } from '../wallet/parts/Owed.tsx';
import { AssociateCash } from './AssociateMoney.tsx';
import { AreasLeft } from './areas/AreasLeft.tsx';
import { PEOPLE_LISTS } from './parts/lists.ts';
import { ModelPicker, OneLine, PhoneField, StarterLink, useChoices } from './person.tsx';
import { StarterFilter } from './StarterFilter.tsx';
import { peopleTexts } from './texts.ts';

const AccessCard = lazyPart(() => import('./AccessCard.tsx'), 'AccessCard');
const RemovePasskeys = lazyPart(() => import('./lostDevice/RemovePasskeys.tsx'), 'RemovePasskeys');
const RevokeDeviceKeys = lazyPart(() => import('./lostDevice/RevokeDeviceKeys.tsx'), 'RevokeDeviceKeys');
const StarterPassword = lazyPart(() => import('./StarterPassword.tsx'), 'StarterPassword');
const TokensOf = lazyPart(() => import('../session/parts/ApiTokens.tsx'), 'TokensOf');

const words = {
  one: 'Sales Officer',
  many: 'Sales Officers',
  none: 'No sales officers found',
  missing: peopleTexts.noSalesOfficer,
};
const path = '/sales-officers';
const ROLE_OPTIONS = SALES_OFFICER_ROLES.map((role) => ({ value: role as string, label: roleName(role) }));
/** The documents open the list with one role (SO-02). */
const TABS = [
  { name: 'Managers', search: {} },
  { name: 'Retail managers', search: { role: 'sales_officer.rem' } },
  { name: 'Associates', search: { role: 'sales_officer.rep' } },
  { name: 'All roles', search: { role: 'all' } },
];

/** The list of sales officers (SO-01 to SO-07). The wallet column is for delivery associates only (SO-04). */
export function List() {
  const { role } = useListState(10, PEOPLE_LISTS[path].filters).state.filters;
  const seesRetailers = useCan('update_category');
  return (
    <ListScreen
      {...PEOPLE_LISTS[path]}
      words={words}
      path={path}
      create="signup"
      note={() => (role === 'sales_officer.rep' ? peopleTexts.walletHolds : sameTexts.seller)}
      tabs={TABS}
      filterBar={(control) => <Filters {...control} />}
      columns={[
        'name',
        'status',
        { title: 'Role', cell: (row) => <OneLine breaks>{row.role_name}</OneLine> },
        { title: 'Phone', cell: (row) => <PhoneLink phone={row.phone} /> },
        { title: 'Email', grow: true, aside: 2, cell: (row) => <OneLine>{row.email}</OneLine> },
        ...(role === 'sales_officer.rep'
          ? [
              {
                title: 'Wallet balance',
                sort: '-wallet_balance',
                align: 'right' as const,
                // The balance is lighter than the cash, because it includes the goods in hand.
                cell: (row: { wallet_balance: string }, rows: readonly { wallet_balance: string }[]) => (
                  <span className="*:font-normal">
                    <Owed balance={row.wallet_balance} among={rows.map((one) => one.wallet_balance)} />
                  </span>
                ),
              },
              {
                title: 'Cash to hand in',
                align: 'right' as const,
                // A card on a phone names both amounts.
                card: 'fact' as const,
                cell: (row: { _id: string }, rows: readonly { wallet_balance: string }[]) => (
                  <AssociateCash officerId={row._id} show={oneRule(rows.map((one) => one.wallet_balance))} />
                ),
              },
            ]
          : []),
      ]}
      rowActions={{
        of: (row) => row.name,
        more: (row) => (
          <>
            {seesRetailers && <Link to={`${path}/${row._id}/buyers`}>Retailers</Link>}
            <StarterLink to={`${path}/${row._id}/update`} needs="signup_sales_officer" />
          </>
        ),
      }}
      open={(row) => `${path}/${row._id}/balance`}
      sheet={{
        name: 'Sales Officers',
        columns: [
          { title: 'Name', value: (row) => row.name },
          { title: 'Status', value: (row) => row.status },
          { title: 'Role', value: (row) => row.role_name },
          { title: 'Hub', value: (row) => row.seller.name },
          { title: 'Phone', value: (row) => row.phone },
          { title: 'Email', value: (row) => row.email },
          { title: 'Wallet balance', value: (row) => Number(row.wallet_balance) },
        ],
      }}
    />
  );
}

function Filters(control: ListControl) {
  const { state, set } = control;
  const { options } = useChoices(seller, state.filters.sellers ?? '');
  return (
    <>
      <StatusFilter {...control} />
      <FilterSelect
        many
        label="Role"
        value={state.filters.role ?? ''}
        onChange={(role) => set({ role, sort: undefined })}
        options={[{ value: 'all', label: 'All roles' }, ...ROLE_OPTIONS]}
      />
      <FilterSelect
        many
        label="Seller"
        value={state.filters.sellers ?? ''}
        onChange={(sellers) => set({ sellers })}
        blank="All hubs"
        options={options}
      />
      <StarterFilter {...control} />
    </>
  );
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  return <Form id={id} />;
}

/** The form of a sales officer (SO-08, SO-15 to SO-17). The documents' fixed default hash is sent, but the server never uses it (F11). */
function Form({ id }: { id?: string }) {
  const [asking, setAsking] = useRequestedDialog('password');
  return (
    <FormScreen
      of={salesOfficer}
      words={words}
      path={path}
      id={id}
      create="signup"
      blank={{ name: '', phone: '', email: '', status: 'active', role: '', seller_id: '' }}
      also={(row) => (row ? { user_id: row.user_id } : { hash: 'default' })}
      foot={(form, row) => <AreasLeft values={form.values} row={row} />}
      aside={(row) => (
        <Suspense fallback={null}>
          <StarterPassword
            of="sales_officer"
            id={row._id}
            userId={row.user_id}
            name={row.name}
            open={asking}
            onOpen={setAsking}
          />
          <AccessCard of="sales_officer" id={row._id} role={row.role_name} />
          <RemovePasskeys userId={row.user_id} name={row.name} />
          <RevokeDeviceKeys userId={row.user_id} name={row.name} />
          <TokensOf userId={row.user_id} name={row.name} />
        </Suspense>
      )}
    >
      {(form, mode, row) => (
        <>
          <TextField label="Name" autoComplete="off" {...form.field('name')} />
          <PhoneField {...form.field('phone')} />
          <TextField label="Email" type="email" inputMode="email" autoComplete="off" {...form.field('email')} />
          <SelectField label="Role" blank={peopleTexts.chooseRole} options={ROLE_OPTIONS} {...form.field('role')} />
          <ModelPicker
            of={seller}
            label="Seller"
            placeholder="Choose a hub"
            stored={row?.seller}
            {...form.field('seller_id')}
          />
          {mode === 'update' && <StatusField {...form.field('status')} />}
        </>
      )}
    </FormScreen>
  );
}
