import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { oneQuery, queryFor } from '#client/reads/queries.ts';
import { logsOf, productsOf, type WarehouseLog, type WarehouseProduct } from '#contract/stock/stockCalls.ts';
import { warehouse } from '#contract/stock/warehouse.ts';
import { useId } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { byLabel } from '#crud/fields/pickers.ts';
import { Link, TextLink } from '#crud/Link.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { Loaded } from '#crud/query/Loaded.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { logsCount, MAX_LOGS_SHOWN } from '#domain/limits.ts';
import { showNaira } from '#domain/money.ts';
import { containsWords } from '#domain/text.ts';
import { WAREHOUSE_TYPE_LABEL } from '#domain/transfer.ts';
import { casesNumber, showCases } from '#domain/units.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { FILTER_BAR } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { MultiPicker } from '#ui/fields/MultiPicker.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { momentText } from '#ui/when.ts';

/** The products of a warehouse on the left, its log on the right (WH-16 to WH-22). */
export function Screen() {
  const id = useId();
  const owner = useQuery(oneQuery(warehouse, id));
  const row = owner.data?.data[0];
  const seesLogs = useCan('view_warehouse_logs');
  if (owner.error instanceof CallError && owner.error.code === 404)
    return (
      <Loaded query={owner} title="Warehouse" missing="Warehouse not found">
        {() => null}
      </Loaded>
    );
  return (
    <Page
      title={row ? row.parent.name : 'Warehouse'}
      note={row ? WAREHOUSE_TYPE_LABEL[row.parent_type] : undefined}
      actions={
        <Gate needs={['adjust_stock']}>
          <Link to={`/warehouses/${id}/opening`} className={buttonClasses('plain')}>
            <Icon name="edit" /> Count stock
          </Link>
        </Gate>
      }
    >
      {owner.data?.copy && <StoredCopy at={owner.data.at} />}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Stock id={id} />
        <div className="flex min-w-0 flex-col gap-5">
          <Card label="Owner">
            <div className="flex items-center justify-between gap-4">
              <div className="min-w-0">
                <p className="text-sm text-ink-faint">Owner</p>
                <p className="truncate text-lg font-bold">{row?.parent.name ?? '…'}</p>
                <p className="text-ink-soft">{row ? WAREHOUSE_TYPE_LABEL[row.parent_type] : ''}</p>
              </div>
              <Gate needs={['update_warehouse']}>
                <Link to={`/warehouses/${id}/update`} className={buttonClasses('plain')}>
                  Edit
                </Link>
              </Gate>
            </div>
          </Card>
          {seesLogs && <Logs id={id} />}
        </div>
      </div>
    </Page>
  );
}

const listOf = (text: string | undefined) => (text ?? '').split(',').filter(Boolean);

function Stock({ id }: { id: string }) {
  const query = useQuery(queryFor(productsOf, { warehouse_id: id }));
  const { state, set, turning } = useListState(20, { manufacturers: '', brands: '' });
  const [empty, setEmpty] = useState(false);
  const all = query.data?.data ?? [];
  const makers = useMemo(() => listOf(state.filters.manufacturers), [state.filters.manufacturers]);
  const brands = useMemo(() => listOf(state.filters.brands), [state.filters.brands]);
  const choices = (of: (row: WarehouseProduct) => { _id: string; name: string }) =>
    [...new Map(all.map((row) => [of(row)._id, of(row).name]))]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label));
  const rows = useMemo(
    () =>
      all.filter(
        (row) =>
          // Products that were sold and never held are shown, although their quantity is 0.
          (empty || row.quantity !== 0 || (row.in_hand ?? 0) !== 0) &&
          (!state.search || containsWords(row.product.name, state.search)) &&
          (makers.length === 0 || makers.includes(row.product.manufacturer._id)) &&
          (brands.length === 0 || brands.includes(row.product.brand._id)),
      ),
    [all, empty, state, makers, brands],
  );
  return (
    <Card padded={false} label="Products">
      <div className={FILTER_BAR}>
        <h2 className="mr-auto self-center text-lg font-bold">
          Products <span className="font-normal text-ink-faint">({rows.length})</span>
        </h2>
        <ExportButton
          sheet={{
            name: 'Warehouse products',
            columns: [
              { title: 'Products', value: (row: WarehouseProduct) => row.product.name },
              {
                title: 'Quantity',
                value: (row: WarehouseProduct) => casesNumber(row.quantity, row.product.case_count, 1),
              },
              ...(all.some((row) => row.sold !== undefined)
                ? [
                    {
                      title: 'Sold',
                      value: (row: WarehouseProduct) => casesNumber(row.sold ?? 0, row.product.case_count, 1),
                      off: true,
                    },
                    {
                      title: 'In hand',
                      value: (row: WarehouseProduct) => casesNumber(row.in_hand ?? 0, row.product.case_count, 1),
                      off: true,
                    },
                  ]
                : []),
            ],
          }}
          rows={rows}
          disabled={rows.length === 0}
        />
        <div className="flex w-full flex-wrap items-end gap-3 max-sm:*:grow">
          <SearchBox label="Search products" value={state.search} onSearch={(search) => set({ search })} />
          <div className="w-48">
            <MultiPicker
              label="Manufacturers"
              all="All manufacturers"
              options={choices((row) => row.product.manufacturer)}
              matches={byLabel}
              value={makers}
              onChange={(next) => set({ manufacturers: next.join(',') })}
            />
          </div>
          <div className="w-44">
            <MultiPicker
              label="Brands"
              all="All brands"
              options={choices((row) => row.product.brand)}
              matches={byLabel}
              value={brands}
              onChange={(next) => set({ brands: next.join(',') })}
            />
          </div>
          <SwitchField label="Show empty" checked={empty} onChange={setEmpty} />
        </div>
      </div>
      <QueryBoundary query={query}>
        {() => (
          <PagedTable
            cards
            {...turning}
            label="Products"
            rows={rows}
            keyOf={(row) => row._id}
            columns={[
              {
                key: 'product',
                title: 'Product',
                grow: true,
                cell: (row) => <span className="whitespace-normal font-semibold">{row.product.name}</span>,
              },
              { key: 'brand', title: 'Brand', cell: (row) => row.product.brand.name },
              {
                key: 'quantity',
                title: 'Quantity (cases)',
                align: 'right',
                cell: (row) => showCases(row.quantity, row.product.case_count),
              },
              ...(all.some((row) => row.sold !== undefined) ? HELD : []),
            ]}
            empty={<EmptyState title="No products found in warehouse" />}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}

/** Columns of a delivery associate's warehouse: what was sold, and what should still be in hand (B5.4). */
const HELD: readonly Column<WarehouseProduct>[] = [
  {
    key: 'sold',
    title: 'Sold (cases)',
    align: 'right',
    cell: (row) => showCases(row.sold ?? 0, row.product.case_count),
  },
  {
    key: 'in_hand',
    title: 'In hand (cases)',
    align: 'right',
    cell: ({ in_hand: held = 0, product }) =>
      held < 0 ? (
        <span className="font-semibold text-bad">
          {showCases(held, product.case_count)}
          <span className="block text-sm font-normal">sold more than issued</span>
        </span>
      ) : (
        showCases(held, product.case_count)
      ),
  },
];

function Logs({ id }: { id: string }) {
  const [search, setSearch] = useState('');
  const query = useQuery({
    ...queryFor(logsOf, {
      warehouse_id: id,
      page: '1',
      per_page: String(MAX_LOGS_SHOWN + 1),
      search: search || undefined,
    }),
    placeholderData: keepPreviousData,
  });
  const rows = ((query.data?.data as { rows: WarehouseLog[] } | undefined)?.rows ?? []) as WarehouseLog[];
  return (
    <Card padded={false} label="Logs">
      <div className="flex flex-wrap items-center gap-3 border-b p-3 sm:px-5">
        <h2 className="text-lg font-bold">
          Logs <span className="font-normal text-ink-faint">({logsCount(rows.length)})</span>
        </h2>
        <SearchBox label="Search logs" placeholder="Reference or product" value={search} onSearch={setSearch} />
      </div>
      <QueryBoundary query={query}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title={emptyTexts.logs} />
          ) : (
            <ul className="divide-y">
              {rows.slice(0, MAX_LOGS_SHOWN).map((log) => (
                <li key={log._id} className="flex items-start justify-between gap-4 px-5 py-3">
                  <div className="min-w-0">
                    <p className="font-semibold">{log.product.name}</p>
                    <p className="text-sm text-ink-faint">
                      {log.purchase_order ? (
                        <TextLink to={`/purchase-orders/${log.ref}`} search={{ is_ref: 'true' }}>
                          {log.ref}
                        </TextLink>
                      ) : (
                        log.ref
                      )}{' '}
                      · {momentText(log.created)}
                    </p>
                    <p className="figures text-sm text-ink-soft">
                      Buy {showNaira(log.cost_price)} · Sell {showNaira(log.sell_price)}
                    </p>
                  </div>
                  <p
                    className={`figures whitespace-nowrap text-lg font-bold ${log.quantity < 0 ? 'text-bad' : 'text-good'}`}
                  >
                    {log.quantity > 0 ? '+' : ''}
                    {showCases(log.quantity, log.product.case_count)}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Card>
  );
}
