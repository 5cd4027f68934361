/** The columns of a warehouse's stock, on the screen and in the export. */
import type { WarehouseProduct } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { COVER_DAYS } from '#domain/cover.ts';
import { casesNumber, casesText, showCases } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import type { Column } from '#ui/tables/Table.tsx';
import { coverShown, SHORT_DAYS } from '../../catalogue/parts/movements.ts';
import type { StockLine } from './stockSums.ts';

type UnitsOf = (row: WarehouseProduct) => number;
const soldOf: UnitsOf = ({ sold = 0 }) => sold;
const inHandOf: UnitsOf = ({ in_hand = 0 }) => in_hand;

/** A column of cases. `of`: the units of a row. */
function casesColumn(key: string, title: string, of: UnitsOf): Column<StockLine> {
  return {
    ...{ key, title, align: 'right', card: 'fact' },
    cell: ({ row }) => <CasesOf units={of(row)} caseCount={row.product.case_count} />,
  };
}

/** Cases with two decimals (UI-23). What a broken case is in units stands in the title. */
function CasesOf({ units, caseCount }: { units: number; caseCount: number }) {
  return (
    <span title={units % caseCount === 0 ? undefined : casesText(units, caseCount)}>{showCases(units, caseCount)}</span>
  );
}

export const OWN: readonly Column<StockLine>[] = [
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
          className="min-w-0 whitespace-normal font-semibold sm:line-clamp-2 [overflow-wrap:anywhere]"
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
export const OWN_NARROW = OWN.map(
  (column): Column<StockLine> => (column.key === 'brand' ? { ...column, aside: 3 } : column),
);

export const LASTS: Column<StockLine> = {
  key: 'lasts',
  title: 'Lasts',
  align: 'right',
  card: 'fact',
  sort: 'lasts',
  rises: true,
  cell: ({ days }) => (
    <span
      className={classes('figures', days != null && days < SHORT_DAYS ? 'font-semibold text-bad' : 'text-ink-soft')}
      title={days === null ? `No goods went out in ${COVER_DAYS} days` : undefined}
    >
      {days !== undefined && coverShown(days)}
    </span>
  ),
};

/** `show`: with kobo in every row, or in none. */
export const worthColumn = (show: (kobo: number) => string): Column<StockLine> => ({
  key: 'worth',
  title: 'Worth',
  align: 'right',
  card: 'fact',
  sort: 'worth',
  cell: ({ worth }) => <span className="figures">{worth !== undefined && show(worth)}</span>,
});

/** The columns of a delivery associate's warehouse: the sold units, and the units that should still be in hand (B5.4). */
export const SOLD: readonly Column<StockLine>[] = [
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

/** The column of cases in the export. */
const casesIn = (title: string, of: UnitsOf) => ({
  title,
  value: (row: WarehouseProduct) => casesNumber(of(row), row.product.case_count, 1),
});
export const SHEET = [
  { title: 'Products', value: (row: WarehouseProduct) => row.product.name },
  casesIn('Quantity', (row) => row.quantity),
];
export const SOLD_SHEET = [
  { ...casesIn('Sold', soldOf), off: true },
  { ...casesIn('In hand', inHandOf), off: true },
];
