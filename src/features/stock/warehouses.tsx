import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { warehouseWorths } from '#contract/stock/productStockCalls.ts';
import { warehouse } from '#contract/stock/warehouse.ts';
import { useId, useSearchValues } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { StatusField } from '#crud/fields/StatusField.tsx';
import { FormScreen } from '#crud/form/FormScreen.tsx';
import type { FormState } from '#crud/form/useForm.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { ListScreen } from '#crud/list/ListScreen.tsx';
import { RowLink } from '#crud/list/RowLink.tsx';
import { choiceState } from '#crud/query/choiceState.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showDateTime } from '#domain/longTime.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { containsWords } from '#domain/text.ts';
import { PARTY_TYPES, type PartyType, WAREHOUSE_TYPE_LABEL } from '#domain/transfer.ts';
import { casesFigure } from '#domain/units.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { SelectField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { usePartyOptions } from './parts/parties.ts';
import { TypeWord } from './parts/TypeWord.tsx';
import { WarehousePage } from './warehouse/WarehousePage.tsx';

const words = { one: 'Warehouse', many: 'Warehouses', none: 'No warehouses found' };
const path = '/warehouses';
/** The edit screen opened at the stock. Without this value the address opens the form, as in the documents. */
const AT_STOCK = { tab: 'stock' } as const;
const StockOfWarehouse = lazyPart(() => import('./warehouse/screen.tsx'), 'Screen');
const TYPES = (['sales_officer', 'seller', 'distributor'] as const).map((type) => ({
  value: type as string,
  label: WAREHOUSE_TYPE_LABEL[type],
}));

/** The list of warehouses (WH-01 to WH-05). */
export function List() {
  return (
    <ListScreen
      of={warehouse}
      words={words}
      path={path}
      filters={{ parent_type: '', status: '' }}
      filterBar={({ state, set }) => (
        <>
          <FilterSelect
            many
            label="Type"
            value={state.filters.parent_type ?? ''}
            onChange={(parent_type) => set({ parent_type })}
            blank="All types"
            options={TYPES}
          />
          <FilterSelect
            label="Status"
            value={state.filters.status ?? ''}
            onChange={(status) => set({ status })}
            blank="All"
            options={[
              { value: 'active', label: 'Active' },
              { value: 'inactive', label: 'Inactive' },
            ]}
          />
        </>
      )}
      columns={[
        {
          title: 'Owner',
          sort: 'name',
          grow: true,
          // The name links to the edit screen at the tab that the row opens.
          cell: (row) => (
            <RowLink to={`${path}/${row._id}/update`} search={AT_STOCK}>
              {row.parent.name}
            </RowLink>
          ),
        },
        { title: 'Type', grow: true, cell: (row) => <TypeWord of={row.parent_type} /> },
        'status',
        // Our own columns follow those of the documents.
        { title: 'Products', align: 'right', cell: ({ skus }) => (skus === 0 ? NO_VALUE : showNumber(skus)) },
        { title: 'Cases', align: 'right', cell: ({ skus, cases }) => (skus === 0 ? NO_VALUE : casesFigure(cases)) },
        {
          title: 'Worth',
          align: 'right',
          aside: 2,
          card: 'figure',
          // The amounts come in a second answer. Their width is reserved.
          cell: (row) => (
            <span className="text-right sm:inline-block sm:min-w-28">
              <Worth row={row} />
            </span>
          ),
        },
        {
          title: 'Last moved',
          align: 'right',
          aside: 2,
          card: 'fact',
          cell: ({ last_moved }) => (last_moved === null ? NO_VALUE : <Moment at={last_moved} />),
        },
      ]}
      open={(row) => `${path}/${row._id}/products`}
      rowActions={{
        of: (row) => row.parent.name,
        view: 'Products',
      }}
      sheet={{
        name: 'Warehouses',
        columns: [
          { title: 'Owner', value: (row) => row.parent.name },
          { title: 'Type', value: (row) => WAREHOUSE_TYPE_LABEL[row.parent_type] },
          { title: 'Status', value: (row) => row.status },
          { title: 'SKUs', value: (row) => row.skus },
          { title: 'Cases', value: (row) => row.cases },
          { title: 'Last movement', value: (row) => (row.last_moved === null ? '' : showDateTime(row.last_moved)) },
        ],
      }}
    />
  );
}

/** The amounts of the list have no kobo. The tooltip has them. */
const wholeNaira = (amount: string) => Math.round(koboOf(amount) / 100) * 100;

/** The worth of a warehouse's goods at cost. One answer serves all rows. */
function Worth({ row: { _id, skus } }: { row: RowOf<typeof warehouse> }) {
  const mayRead = useMayAsk(warehouseWorths);
  const worths = useQuery({ ...queryFor(warehouseWorths, {}), enabled: mayRead }).data?.data;
  const worth = skus > 0 ? worths?.[_id] : undefined;
  if (worth === undefined) return NO_VALUE;
  return <span title={`${showNaira(worth)} at cost`}>{showNaira(wholeNaira(worth))}</span>;
}

export const Create = () => <Form />;
export function Update() {
  const id = useId();
  const { tab } = useSearchValues();
  if (tab !== AT_STOCK.tab) return <Form id={id} />;
  return (
    <Suspense fallback={null}>
      <StockOfWarehouse />
    </Suspense>
  );
}

/** The form of a warehouse (WH-06 to WH-15). */
function Form({ id }: { id?: string }) {
  return (
    <FormScreen
      of={warehouse}
      words={words}
      path={path}
      id={id}
      blank={{ status: 'active', parent_type: '', parent: '' }}
      // The form is a tab of the page that a row opens.
      frame={(row, form) => (
        <WarehousePage id={row._id} row={row} tab="details">
          {() => form}
        </WarehousePage>
      )}
    >
      {(form, mode, row) => (
        <>
          <SelectField
            label="Warehouse type"
            blank="Choose a type"
            options={TYPES}
            {...form.field('parent_type')}
            // Another type resets the owner.
            onChange={(parent_type) => form.set({ parent_type, parent: '' })}
            disabled={row?.has_logs ?? false}
          />
          <OwnerField form={form} owner={row?.parent} disabled={row?.has_logs ?? false} />
          {row?.has_logs && (
            <p className="text-sm text-ink-faint">
              This warehouse already has stock movements; its owner cannot change.
            </p>
          )}
          {mode === 'update' && <StatusField {...form.field('status')} />}
          {mode === 'update' && form.values.status === 'inactive' && (row?.skus ?? 0) > 0 && (
            <Notice tone="wait" icon="alert">
              {row?.skus} products are still in this warehouse.
            </Notice>
          )}
        </>
      )}
    </FormScreen>
  );
}

/** The owner (WH-12). The options depend on the type and are disabled until they are loaded. `owner`: the current owner, who may be inactive. */
function OwnerField({
  form,
  owner,
  disabled,
}: {
  form: FormState;
  owner: { _id: string; name: string } | undefined;
  disabled: boolean;
}) {
  const type = PARTY_TYPES.find((one) => one === form.values.parent_type);
  const { options, query } = usePartyOptions((type ?? 'seller') as PartyType);
  const shown =
    owner && owner._id === form.values.parent && !options.some((one) => one.value === owner._id)
      ? [...options, { value: owner._id, label: owner.name }]
      : options;
  return (
    <Picker
      label="Warehouse owner"
      options={type ? shown : []}
      matches={(option, text) => containsWords(option.label, text)}
      placeholder={!type ? 'Choose a type first' : 'Choose an owner'}
      {...form.field('parent')}
      disabled={disabled || !type}
      {...(type ? choiceState(query) : {})}
    />
  );
}
