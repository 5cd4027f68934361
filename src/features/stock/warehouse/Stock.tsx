import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { paceOfWarehouse } from '#contract/stock/productStockCalls.ts';
import { logsOf, productsOf, type WarehouseProduct, warehouseValue } from '#contract/stock/stockCalls.ts';
import { useGo, useSetSearch } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { Pack } from '#crud/fields/Pack.tsx';
import { byLabel } from '#crud/fields/pickers.ts';
import { useListState } from '#crud/list/useListState.ts';
import { OVERVIEW } from '#crud/paths.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useCan, useMayAsk } from '#crud/query/useSession.ts';
import { COVER_DAYS } from '#domain/cover.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { containsWords } from '#domain/text.ts';
import { casesNumber, showCases, showFixed } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { MultiPicker } from '#ui/fields/MultiPicker.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { Sum } from '#ui/tables/Pager.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { coverAt, coverShown, SHORT_DAYS } from '../../catalogue/parts/movements.ts';
import { isHeld, type StockLine, stockSums } from './stockSums.ts';

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
  const issued = pace.data?.data;
  const worths = value.data?.data.products;
  const held = useMemo(() => {
    const byProduct = issued && new Map(issued.map((one) => [one.product_id, one]));
    return inOrder(
      rows.map(
        (row): StockLine => ({
          row,
          days: byProduct && coverAt(row.quantity, byProduct.get(row.product_id)),
          worth: worths && koboOf(worths[row.product_id]?.value ?? '0.00'),
        }),
      ),
      state.sort,
    );
  }, [rows, issued, worths, state.sort]);
  const isSold = all.some((row) => row.sold !== undefined);
  const columns = useMemo(
    () => [...(isSold ? OWN_NARROW : OWN), ...(isHub ? [LASTS] : []), WORTH, ...(isSold ? SOLD : [])],
    [isHub, isSold],
  );
  const open = ({ row }: StockLine) => {
    if (opensProduct) void go(`/products/${row.product_id}/update`, { search: { ...OVERVIEW, warehouse: id } });
    else void setSearch({ tab: 'movements', search: row.product.name });
  };
  return (
    <Card padded={false} label="Products">
      <div className="flex flex-wrap items-center justify-between gap-3 px-3 pt-3 sm:px-5">
        <h2 className="text-lg font-bold">
          Products <span className="font-normal text-ink-faint">({rows.length})</span>
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
          <MultiPicker
            label="Manufacturers"
            all="All manufacturers"
            options={choices((row) => row.product.manufacturer)}
            matches={byLabel}
            value={makers}
            onChange={(next) => set({ manufacturers: next.join(',') })}
          />
          <MultiPicker
            label="Brands"
            all="All brands"
            options={choices((row) => row.product.brand)}
            matches={byLabel}
            value={brands}
            onChange={(next) => set({ brands: next.join(',') })}
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
            sum={<Sums of={stockSums(held)} sold={isSold} />}
            empty={<EmptyState title="No products found in warehouse" />}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}

/** The sums of all filtered rows. */
function Sums({ of, sold }: { of: ReturnType<typeof stockSums>; sold: boolean }) {
  return (
    <>
      <Sum name="Cases">{showFixed(of.cases, 2)}</Sum>
      {of.worth !== null && <Sum name="Worth">{showNaira(of.worth)}</Sum>}
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

type UnitsOf = (row: WarehouseProduct) => number;
const soldOf: UnitsOf = ({ sold = 0 }) => sold;
const inHandOf: UnitsOf = ({ in_hand = 0 }) => in_hand;

/** A column of cases. `of`: the units of a row. */
function casesColumn(key: string, title: string, of: UnitsOf): Column<StockLine> {
  return {
    ...{ key, title, align: 'right', card: 'fact' },
    cell: ({ row }) => showCases(of(row), row.product.case_count),
  };
}

const OWN: readonly Column<StockLine>[] = [
  {
    key: 'product',
    title: 'Product',
    grow: true,
    stick: true,
    sort: 'product',
    cell: ({ row }) => (
      <span className="flex min-w-0 items-center gap-3">
        <span className="row-pack">
          <Pack product={row.product} />
        </span>
        <span
          className="line-clamp-2 min-w-0 whitespace-normal font-semibold [overflow-wrap:anywhere]"
          title={row.product.name}
        >
          {row.product.name}
        </span>
      </span>
    ),
  },
  { key: 'brand', title: 'Brand', cell: ({ row }) => row.product.brand.name },
  {
    ...casesColumn('quantity', 'Quantity (cases)', (row) => row.quantity),
    card: 'figure',
    word: 'Cases',
    sort: 'quantity',
  },
];

/** A narrow list with sold units leaves the brand out, so that product names have its width. */
const OWN_NARROW = OWN.map((column): Column<StockLine> => (column.key === 'brand' ? { ...column, aside: 3 } : column));

const LASTS: Column<StockLine> = {
  key: 'lasts',
  title: 'Lasts',
  align: 'right',
  card: 'fact',
  sort: 'lasts',
  rises: true,
  cell: ({ days }) => (
    <span
      className={classes('figures', days != null && days < SHORT_DAYS ? 'font-semibold text-bad' : 'text-ink-soft')}
      title={days === null ? `Nothing left in ${COVER_DAYS} days` : undefined}
    >
      {days !== undefined && coverShown(days)}
    </span>
  ),
};

const WORTH: Column<StockLine> = {
  key: 'worth',
  title: 'Worth',
  align: 'right',
  card: 'fact',
  sort: 'worth',
  cell: ({ worth }) => <span className="figures">{worth !== undefined && showNaira(worth)}</span>,
};

/** The columns of a delivery associate's warehouse: the sold units, and the units that should still be in hand (B5.4). */
const SOLD: readonly Column<StockLine>[] = [
  casesColumn('sold', 'Sold (cases)', soldOf),
  {
    ...casesColumn('in_hand', 'In hand (cases)', inHandOf),
    cell: ({ row: { in_hand: held = 0, product } }) =>
      held < 0 ? (
        <span className="font-semibold text-bad">
          {showCases(held, product.case_count)}
          <span className="text-xs leading-tight font-normal max-sm:ml-1 sm:block">sold more than issued</span>
        </span>
      ) : (
        showCases(held, product.case_count)
      ),
  },
];

/** The same column in the export. */
const casesIn = (title: string, of: UnitsOf) => ({
  title,
  value: (row: WarehouseProduct) => casesNumber(of(row), row.product.case_count, 1),
});
const SHEET = [
  { title: 'Products', value: (row: WarehouseProduct) => row.product.name },
  casesIn('Quantity', (row) => row.quantity),
];
const SOLD_SHEET = [
  { ...casesIn('Sold', soldOf), off: true },
  { ...casesIn('In hand', inHandOf), off: true },
];
