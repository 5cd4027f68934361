import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type ProductHistory, productHistory } from '#contract/catalogue/historyCalls.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { Pack } from '#crud/fields/Pack.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { PRODUCT_PAGE_SIZES } from '#domain/limits.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { MONTH_NAMES } from '#domain/months.ts';
import { containsWords } from '#domain/text.ts';
import { dateInput } from '#domain/time.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes, FILTER_BAR } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { CheckField, SelectField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { Icon } from '#ui/Icon.tsx';
import { axisNaira, plotCount, plotNaira } from '#ui/plots/axisText.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import type { PlotFigures } from '#ui/plots/figures.ts';
import { PlotCard, PlotFrame } from '#ui/plots/PlotCard.tsx';
import { PlotPlace } from '#ui/plots/PlotPlace.tsx';
import { Sparkline } from '#ui/plots/Sparkline.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Turn } from '#ui/tables/Pager.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { brandAndMaker } from '../parts/brandAndMaker.ts';
import { figureOf, MEASURES, type Measure, numberOf, type Sum, shownAs } from './historyFigures.ts';

/** What the history shows. The address of the page or the dialog holds it. */
export interface HistoryView {
  search: string;
  measure: string;
  paging: Turn;
  /** Changes search or measure. It receives only what changes. */
  set: (change: { search?: string; measure?: string }) => void;
  onTurn: (next: Turn, replace?: boolean) => void;
}

/** The table, export and note of this year's sales by month, at first in units (PROD-33 to PROD-36). */
export function useSalesHistory(view: HistoryView) {
  const year = dateInput(Math.floor(Date.now() / 1_000)).slice(0, 4);
  const query = useQuery(queryFor(productHistory, { as_csv: false, year: Number(year) }));
  const [months, setMonths] = useState<readonly number[]>(MONTH_NAMES.map((_, index) => index + 1));
  const measure: Measure = MEASURES.find((one) => one.value === view.measure)?.value ?? 'units';
  const answer = query.data?.data;
  const all = typeof answer === 'object' ? answer.products : [];
  const rows = useMemo(
    () =>
      all.filter(
        (row) =>
          view.search === '' || containsWords(`${row.name} ${row.brand.name} ${row.manufacturer.name}`, view.search),
      ),
    [all, view.search],
  );
  const figure = (row: ProductHistory, month: number) => figureOf(row, year, [month]);
  const total = (row: ProductHistory) => figureOf(row, year, months);
  const cell = (row: ProductHistory, sum: Sum) => (
    <span className="figures">{sum.count === 0 && sum.billed === 0 ? NO_VALUE : shownAs(row, sum, measure)}</span>
  );
  const columns: Column<ProductHistory>[] = [
    NUMBER,
    {
      key: 'name',
      title: 'Product',
      grow: true,
      cell: (row) => (
        <div className="flex items-center gap-3">
          <Pack product={row} />
          <div className="min-w-48 whitespace-normal py-1">
            <span className="font-semibold">{row.name}</span>
            <p className="text-xs text-ink-faint">{brandAndMaker(row)}</p>
          </div>
        </div>
      ),
    },
    ...months.map(
      (month): Column<ProductHistory> => ({
        key: String(month),
        title: MONTH_NAMES[month - 1] ?? '',
        align: 'right',
        cell: (row) => cell(row, figure(row, month)),
      }),
    ),
    {
      key: 'total',
      title: 'Total',
      align: 'right',
      cell: (row) => (
        // The trends begin under one another, however long the figures are.
        <span className="flex items-center justify-between gap-3">
          <HistoryTrend row={row} year={year} months={months} measure={measure} />
          <b>{cell(row, total(row))}</b>
        </span>
      ),
    },
  ];
  return {
    query,
    /** The rows that the search leaves. */
    count: query.data && rows.length,
    note: `${year}, delivered and completed orders`,
    exporting: (
      <ExportButton
        rows={rows}
        disabled={rows.length === 0}
        notes={[`Sales history ${year}, ${MEASURES.find((one) => one.value === measure)?.label}`]}
        sheet={{
          name: 'Sales history',
          columns: [
            { title: 'Product', value: (row: ProductHistory) => row.name },
            { title: 'Brand', value: (row: ProductHistory) => row.brand.name },
            { title: 'Manufacturer', value: (row: ProductHistory) => row.manufacturer.name },
            ...months.map((month) => ({
              title: MONTH_NAMES[month - 1] ?? '',
              value: (row: ProductHistory) => numberOf(row, figure(row, month), measure),
            })),
            { title: 'Total', value: (row: ProductHistory) => numberOf(row, total(row), measure) },
          ],
        }}
      />
    ),
    table: (
      <>
        {/* While the answer is awaited, an empty frame keeps the height of the plot. */}
        {rows.length > 0 ? (
          <HistoryPlot rows={rows} year={year} months={months} measure={measure} />
        ) : (
          query.isPending && (
            <PlotFrame title="Sales">
              <PlotPlace height={HISTORY_HEIGHT} />
            </PlotFrame>
          )
        )}
        <Card padded={false}>
          <div className={FILTER_BAR}>
            <SearchBox
              label="Search by product, brand or manufacturer"
              value={view.search}
              onSearch={(search) => view.set({ search })}
            />
            <div className="w-48">
              <SelectField
                label="Measure"
                value={measure}
                options={MEASURES}
                onChange={(next) => view.set({ measure: next })}
              />
            </div>
            <Months year={year} chosen={months} onChange={setMonths} />
          </div>
          <QueryBoundary query={query}>
            {() => (
              <PagedTable
                paging={view.paging}
                onTurn={view.onTurn}
                sizes={PRODUCT_PAGE_SIZES}
                label="Sales history"
                rows={rows}
                keyOf={(row) => row._id}
                columns={columns}
                empty={
                  <EmptyState scene="board" title="No products history found">
                    <p>No sales match. Choose other months, or a shorter search.</p>
                  </EmptyState>
                }
              />
            )}
          </QueryBoundary>
        </Card>
      </>
    ),
  };
}

interface MonthsProps {
  year: string;
  chosen: readonly number[];
  onChange: (months: readonly number[]) => void;
}

/** The choice of months of this year, with "Choose all" (PROD-34). */
function Months({ year, chosen, onChange }: MonthsProps) {
  const every = MONTH_NAMES.map((_, index) => index + 1);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* On a phone the months would fill the screen above the first row. */}
      <div className="flex sm:hidden">
        <Button wide aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {`Months shown: ${chosen.length} of ${every.length}`}
          <Icon name={isOpen ? 'down' : 'next'} size={16} />
        </Button>
      </div>
      {/* All months stand on one line of a desktop. */}
      <fieldset
        className={classes(
          // On paper the headings name the months.
          'no-print flex w-full flex-wrap gap-x-5 compact:gap-x-3 compact:[&_input]:size-4 compact:[&>label]:gap-1.5 compact:[&>label]:text-[0.8125rem]',
          !isOpen && 'max-sm:hidden',
        )}
      >
        <legend className="sr-only">Months of {year}</legend>
        <CheckField
          label="Choose all"
          checked={chosen.length === every.length}
          mixed={chosen.length > 0 && chosen.length < every.length}
          onChange={(on) => onChange(on ? every : [])}
        />
        {every.map((month) => (
          <CheckField
            key={month}
            label={MONTH_NAMES[month - 1] ?? ''}
            checked={chosen.includes(month)}
            onChange={(on) => onChange(every.filter((one) => (one === month ? on : chosen.includes(one))))}
          />
        ))}
      </fieldset>
    </>
  );
}

interface Shown {
  year: string;
  months: readonly number[];
  measure: Measure;
}

/** The months that have begun. Later months have no figures yet. */
const begun = (year: string, months: readonly number[]): readonly number[] => {
  const today = dateInput(Math.floor(Date.now() / 1_000));
  return months.filter((month) => `${year}-${String(month).padStart(2, '0')}` <= today.slice(0, 7));
};

/** Units, cases with decimals, or kobo. */
function sizeOf(row: ProductHistory, sum: Sum, measure: Measure): number {
  if (measure === 'units') return sum.count;
  return measure === 'cases' ? sum.count / row.case_count : sum[measure];
}

const HISTORY_HEIGHT = 200;

export function HistoryPlot({ rows, year, months, measure }: Shown & { rows: readonly ProductHistory[] }) {
  const isMoney = measure !== 'units' && measure !== 'cases';
  const title = MEASURES.find((one) => one.value === measure)?.label ?? '';
  const figures: PlotFigures = {
    label: `${title} of ${rows.length} products in each month of ${year}.`,
    points: begun(year, months).map((month) => ({
      name: MONTH_NAMES[month - 1] ?? '',
      values: {
        sold: rows.reduce((all, row) => all + sizeOf(row, figureOf(row, year, [month]), measure), 0),
      },
    })),
    series: [{ key: 'sold', title, tone: 1, kobo: isMoney }],
    show: isMoney ? plotNaira : plotCount,
  };
  return (
    <PlotCard title={`${title} by month`} of={figures} first="Month">
      <BarPlot
        {...figures}
        axis={isMoney ? axisNaira : plotCount}
        height={HISTORY_HEIGHT}
        empty="Nothing was sold in these months. Choose more months."
      />
    </PlotCard>
  );
}

/** A small plot of one product by month. The row has the figures, so the plot has no axes. */
export function HistoryTrend({ row, year, months, measure }: Shown & { row: ProductHistory }) {
  if (begun(year, months).length < 2) return null;
  return (
    <span aria-hidden="true">
      <Sparkline
        label={`${row.name} by month`}
        values={begun(year, months).map((month) => sizeOf(row, figureOf(row, year, [month]), measure))}
        width={72}
      />
    </span>
  );
}
