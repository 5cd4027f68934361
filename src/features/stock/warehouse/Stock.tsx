import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { paceOfWarehouse } from '#contract/stock/productStockCalls.ts';
import { logsOf, productsOf, type WarehouseProduct, warehouseValue } from '#contract/stock/stockCalls.ts';
import { useGo, useSetSearch } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { OVERVIEW } from '#crud/paths.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useCan, useMayAsk } from '#crud/query/useSession.ts';
import { koboOf, oneRule } from '#domain/money.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { plural } from '#domain/plural.ts';
import { containsWords } from '#domain/text.ts';
import { showFixed } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { Sum } from '#ui/tables/Pager.tsx';
import { coverAt } from '../../catalogue/parts/movements.ts';
import { NoStock } from './NoStock.tsx';
import { LASTS, OWN, OWN_NARROW, SHEET, SOLD, SOLD_SHEET, worthColumn } from './stockColumns.tsx';
import { isHeld, isSoldOnly, type StockLine, soldOnlyLast, stockSums } from './stockSums.ts';

const listOf = (text: string | undefined) => (text ?? '').split(',').filter(Boolean);
const NONE: readonly WarehouseProduct[] = [];

/** The stock of a warehouse (WH-17, WH-18): cases, days left, and worth. A row opens the product's page. */
export function Stock({ id, isHub }: { id: string; isHub: boolean }) {
  const query = useQuery(queryFor(productsOf, { warehouse_id: id }));
  const value = useQuery(queryFor(warehouseValue, { _id: id }));
  const pace = useQuery({ ...queryFor(paceOfWarehouse, { warehouse_id: id }), enabled: isHub });
  const { state, set, turning } = useListState(20, { manufacturers: '', brands: '', empty: '' });
  // This filter is in the address, so that the command bar can link to goods that the hub has run out of.
  const empty = state.filters.empty === '1';
  const go = useGo();
  const setSearch = useSetSearch();
  const opensProduct = useCan('update_product');
  const seesLogs = useMayAsk(logsOf);
  const all = query.data?.data ?? NONE;
  const makers = useMemo(() => listOf(state.filters.manufacturers), [state.filters.manufacturers]);
  const brands = useMemo(() => listOf(state.filters.brands), [state.filters.brands]);
  const choices = (of: (row: WarehouseProduct) => { _id: string; name: string }) =>
    [...new Map(all.map((row) => [of(row)._id, of(row).name]))]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => compareNames(a.label, b.label));
  const rows = useMemo(
    () =>
      all.filter(
        (row) =>
          (empty || isHeld(row)) &&
          (!state.search || containsWords(row.product.name, state.search)) &&
          (makers.length === 0 || makers.includes(row.product.manufacturer._id)) &&
          (brands.length === 0 || brands.includes(row.product.brand._id)),
      ),
    [all, empty, state, makers, brands],
  );
  const [issued, worths] = [pace.data?.data, value.data?.data.products];
  const held = useMemo(() => {
    const byProduct = issued && new Map(issued.map((one) => [one.product_id, one]));
    return soldOnlyLast(
      inOrder(
        rows.map(
          (row): StockLine => ({
            row,
            days: byProduct && coverAt(row.quantity, byProduct.get(row.product_id)),
            worth: worths && koboOf(worths[row.product_id]?.value ?? '0.00'),
          }),
        ),
        state.sort,
      ),
    );
  }, [rows, issued, worths, state.sort]);
  const soldOnly = rows.filter(isSoldOnly).length;
  const show = oneRule(held.map(({ worth = 0 }) => worth));
  const isSold = all.some((row) => row.sold !== undefined);
  const columns = useMemo(
    () => [...(isSold ? OWN_NARROW : OWN), ...(isHub ? [LASTS] : []), worthColumn(show), ...(isSold ? SOLD : [])],
    [isHub, isSold, show],
  );
  const open = ({ row }: StockLine) => {
    if (opensProduct) void go(`/products/${row.product_id}/update`, { search: { ...OVERVIEW, warehouse: id } });
    else void setSearch({ tab: 'movements', search: row.product.name });
  };
  return (
    <Card padded={false} label="Products">
      <div className="flex flex-wrap items-center justify-between gap-3 px-3 pt-3 sm:px-5">
        <h2 className="text-base font-semibold">
          Products <span className="font-normal text-ink-faint">({rows.length - soldOnly})</span>
        </h2>
        <ExportButton
          sheet={{ name: 'Warehouse products', columns: isSold ? [...SHEET, ...SOLD_SHEET] : SHEET }}
          rows={rows}
          disabled={rows.length === 0}
        />
      </div>
      <div className="[&>.filter-bar]:px-3 sm:[&>.filter-bar]:px-5">
        <FilterBar
          on={[makers.length > 0, brands.length > 0, empty].filter(Boolean).length}
          search={
            <SearchBox
              label="Search products"
              value={state.search}
              onSearch={(search) => set({ search })}
              shortcut="/"
            />
          }
        >
          <FilterSelect
            many
            label="Manufacturers"
            blank="All manufacturers"
            options={choices((row) => row.product.manufacturer)}
            value={makers.join(',')}
            onChange={(manufacturers) => set({ manufacturers })}
          />
          <FilterSelect
            many
            label="Brands"
            blank="All brands"
            options={choices((row) => row.product.brand)}
            value={brands.join(',')}
            onChange={(next) => set({ brands: next })}
          />
          <SwitchField filters label="Show empty" checked={empty} onChange={(on) => set({ empty: on ? '1' : '' })} />
        </FilterBar>
      </div>
      <QueryBoundary query={query}>
        {() => (
          <PagedTable
            cards
            {...turning}
            label="Products"
            rows={held}
            keyOf={({ row }) => row._id}
            sort={state.sort || 'product'}
            onSort={(sort) => set({ sort: sort === 'product' ? undefined : sort })}
            {...(opensProduct || seesLogs ? { onOpen: open } : {})}
            columns={columns}
            headOf={({ row }, before) => soldOnlyHead(soldOnly, row, before?.row)}
            sum={<Sums of={stockSums(held)} sold={isSold} show={show} />}
            empty={
              <NoStock
                search={state.search}
                isFiltered={makers.length + brands.length > 0}
                onClear={() => set({ search: undefined, manufacturers: undefined, brands: undefined })}
                onEmpty={all.length > 0 && !empty ? () => set({ empty: '1' }) : undefined}
              />
            }
          />
        )}
      </QueryBoundary>
    </Card>
  );
}

/** The line over the first row of goods that were only sold. `n`: how many they are. */
const soldOnlyHead = (n: number, row: WarehouseProduct, before: WarehouseProduct | undefined) =>
  isSoldOnly(row) && !(before && isSoldOnly(before))
    ? plural(n, '# product sold without stock here', '# products sold without stock here')
    : null;

/** The sums of all filtered rows. */
function Sums({
  of,
  sold,
  show,
}: {
  of: ReturnType<typeof stockSums>;
  sold: boolean;
  /** Writes an amount as the rows do. Takes kobo. */
  show: (kobo: number) => string;
}) {
  return (
    <>
      <Sum name="Cases">{showFixed(of.cases, 2)}</Sum>
      {of.worth !== null && <Sum name="Worth">{show(of.worth)}</Sum>}
      {sold && (
        <>
          <Sum name="Sold">{showFixed(of.sold, 2)}</Sum>
          <Sum name="In hand">{showFixed(of.inHand, 2)}</Sum>
        </>
      )}
    </>
  );
}

const BY: Readonly<Record<string, (held: StockLine) => number | string>> = {
  product: ({ row }) => row.product.name,
  quantity: ({ row }) => row.quantity / row.product.case_count,
  // Goods that never run out come last.
  lasts: ({ days }) => days ?? Number.MAX_VALUE,
  worth: ({ worth = 0 }) => worth,
};

/** Sorts the rows by a column's name; a minus before the name reverses the order. Any other name keeps the order. */
function inOrder(rows: readonly StockLine[], sort: string): StockLine[] {
  const by = BY[sort.replace(/^-/, '')];
  if (!by) return [...rows];
  const way = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [one, other] = [by(a), by(b)];
    return way * (typeof one === 'string' ? compareNames(one, String(other)) : one - Number(other));
  });
}
