import { useMemo } from 'react';
import type { ReportRow } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { NoneFound } from '#crud/list/NoneFound.tsx';
import type { ListControl } from '#crud/list/useListState.ts';
import { emptyTexts } from '#crud/texts.ts';
import { oneRule } from '#domain/money.ts';
import { containsWords } from '#domain/text.ts';
import { Card } from '#ui/Card.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import type { Figure } from './reportColumns.ts';

interface Props {
  /** The label of the report type. */
  name: string;
  figures: readonly Figure[];
  /** `products`: all rows of the report. `rows`: the shown ones. */
  products: readonly ReportRow[];
  rows: ReportRow[];
  list: ListControl;
  /** Opens the log rows of a figure; undefined if the person may not see them. */
  onOpen: ((row: ReportRow) => void) | undefined;
}

/** The rows of a report, with their product filter and search. */
export function ReportTable({ name, figures, products, rows, list, onOpen }: Props) {
  const { state, set, turning } = list;
  const show = oneRule(rows.flatMap((row) => figures.flatMap(({ kobo }) => (kobo ? [kobo(row)] : []))));
  const options = useMemo(
    () => [
      { value: '', label: 'All products' },
      ...products.map((row) => ({ value: row.product_id, label: row.product.name })),
    ],
    [products],
  );
  return (
    <Card padded={false}>
      {/* On a desktop name, search and filter stand in one line. */}
      <div className="border-b lg:flex lg:items-center lg:pl-5 [&>.filter-bar]:border-b-0 [&>.filter-bar]:px-3 sm:[&>.filter-bar]:px-5 lg:[&>.filter-bar]:grow">
        <h2 className="px-3 text-base font-semibold whitespace-nowrap max-lg:pt-3 sm:px-5 lg:px-0">
          {name} <span className="font-normal text-ink-faint">({rows.length})</span>
        </h2>
        <FilterBar
          on={state.filters.products ? 1 : 0}
          search={
            <SearchBox label="Search products" value={state.search} onSearch={(words) => set({ search: words })} />
          }
        >
          <Picker
            label="Product"
            options={options}
            value={state.filters.products ?? ''}
            onChange={(chosen) => set({ products: chosen })}
            matches={(option, words) => containsWords(option.label, words)}
          />
        </FilterBar>
      </div>
      <div className="list-inset">
        <PagedTable
          {...turning}
          cards="phone"
          label={name}
          columns={columnsOf(figures, show)}
          rows={rows}
          keyOf={(row) => row.product_id}
          {...(onOpen ? { onOpen } : {})}
          empty={
            <NoneFound title={emptyTexts.entries} of={['search', 'products']} why="Nothing moved in these days." />
          }
        />
      </div>
    </Card>
  );
}

/** The first figure is the row's name. */
const columnsOf = (figures: readonly Figure[], show: (kobo: number) => string): Column<ReportRow>[] => [
  NUMBER,
  ...figures.map((figure, index) => ({
    key: figure.title,
    title: figure.title,
    ...(figure.align ? { align: figure.align } : {}),
    grow: index === 0,
    // On an upright tablet the product needs the width of the other names.
    ...(index > 0 && !figure.align ? { aside: 3 as const } : {}),
    // A phone shows the last figure, the value, beside the name.
    ...(index === figures.length - 1 ? { word: figure.title } : figure.align ? { card: 'pair' as const } : {}),
    cell: (row: ReportRow) =>
      index === 0 ? (
        <span className="flex min-w-0 items-center gap-3">
          <span className="row-pack">
            <Pack product={row.product} />
          </span>
          <span className="min-w-0 font-semibold">{figure.show(row)}</span>
        </span>
      ) : figure.kobo ? (
        show(figure.kobo(row))
      ) : (
        figure.show(row)
      ),
  })),
];
