import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { type ReportRow, report, sales } from '#contract/stock/stockCalls.ts';
import { warehouse } from '#contract/stock/warehouse.ts';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { useUrlFields } from '#crud/form/useUrlFields.ts';
import { useListState } from '#crud/list/useListState.ts';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import type { Search } from '#crud/routes.ts';
import { emptyTexts } from '#crud/texts.ts';
import {
  CONTEXT_LABEL,
  CONTEXTS,
  type Context,
  canRefresh,
  endFor,
  lastReportDay,
  OWNER_GROUPS,
  offersOwner,
  ownWarehouse,
  startsWithAll,
  warehouseLabel,
} from '#domain/report.ts';
import { containsWords } from '#domain/text.ts';
import { dateInput, dayRange, epochOf, showDate } from '#domain/time.ts';
import type { PartyType } from '#domain/transfer.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes, FILTER_BAR } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { SelectField, SwitchField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { Page } from '#ui/Page.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { type EntriesFilter, ReportEntries } from './ReportEntries.tsx';
import { REPORT_COLUMNS, reportSums } from './reportColumns.ts';
import { ReportSummary } from './reportSummary.tsx';

/** The inventory report (REP-01 to REP-12): choose, refresh, read, open a row. The last result stays readable offline with its time. */
export function Screen() {
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const { state, set, turning } = useListState(20, { products: '' });
  const { context: inAddress = '', warehouses: its = '', from_timestamp, to_timestamp } = search;
  const [{ context, chosen, from, to }, setFields] = useUrlFields(
    { context: inAddress, chosen: its, from: dayIn(from_timestamp), to: dayIn(to_timestamp) },
    [inAddress, its, from_timestamp, to_timestamp].join(),
  );
  const { profile } = useSession();
  const seesLogs = useCan('view_warehouse_logs');
  const [switched, setSwitched] = useState<Record<string, boolean>>({});
  const allOwners = switched[context] ?? startsWithAll(context);
  const [open, setOpen] = useState<ReportRow | null>(null);
  const warehouses = useQuery(allQuery(warehouse));
  const options = useMemo(
    () =>
      (warehouses.data?.data ?? [])
        // The chosen warehouse is always offered, so that a shared address shows it.
        .filter(
          (row) =>
            row.status === 'active' &&
            (row._id === chosen || offersOwner(context, row.parent_type as PartyType, allOwners)),
        )
        .map((row) => ({
          value: row._id,
          label: warehouseLabel(row.parent.name, row.parent_type as PartyType),
          place: OWNER_GROUPS.findIndex((one) => one.type === row.parent_type),
        }))
        .sort((a, b) => a.place - b.place || a.label.localeCompare(b.label))
        .map(({ place, ...option }) => ({ ...option, group: OWNER_GROUPS[place]?.title ?? '' })),
    [warehouses.data, context, allOwners, chosen],
  );
  const now = context === 'current_inventory';
  const range = now || rangeFault(from, to, lastDay(context)) ? null : dayRange(from, to);
  const ready = canRefresh({
    context,
    warehouses: chosen ? [chosen] : [],
    from: range?.from ?? null,
    to: range?.to ?? null,
  });

  const asked = askedFor(search);
  const query = useQuery({
    ...(asked?.context === 'sales'
      ? queryFor(sales, { warehouse_ids: asked.warehouse_ids, from_timestamp: asked.from, to_timestamp: asked.to })
      : queryFor(report, {
          warehouse_ids: asked?.warehouse_ids ?? [],
          context: asked?.context ?? '',
          from_timestamp: asked?.from,
          to_timestamp: asked?.to,
        })),
    enabled: asked !== null,
  });
  const answer = query.data?.data;
  const rows = useMemo(() => {
    const wanted = new Set((state.filters.products ?? '').split(',').filter(Boolean));
    return (answer?.products ?? []).filter(
      (row) =>
        (wanted.size === 0 || wanted.has(row.product_id)) &&
        (!state.search ||
          containsWords(
            `${row.product.name} ${row.product.brand.name} ${row.product.manufacturer.name}`,
            state.search,
          )),
    );
  }, [answer, state.search, state.filters.products]);
  const productOptions = useMemo(
    () => [
      { value: '', label: 'All products' },
      ...(answer?.products ?? []).map((row) => ({ value: row.product_id, label: row.product.name })),
    ],
    [answer],
  );
  const isPart = rows.length !== (answer?.products.length ?? 0);
  const lastKey = `report_hub:${profile?.user_id ?? ''}`;
  const choose = (next: string) => {
    const { hub = '' } = readLocal<{ hub?: string }>(lastKey, {});
    const active = (warehouses.data?.data ?? []).filter((row) => row.status === 'active');
    setFields({
      context: next,
      chosen: startsWithAll(next) ? ownWarehouse(active, profile?.seller?._id ?? null, hub) : '',
      to: endFor(next, to, nowSeconds()),
    });
  };
  const refresh = () => {
    if (warehouses.data?.data.find((row) => row._id === chosen)?.parent_type === 'seller')
      writeLocal(lastKey, { hub: chosen });
    const next = {
      context,
      warehouses: chosen,
      from_timestamp: range ? String(range.from) : undefined,
      to_timestamp: range ? String(range.to) : undefined,
      page: undefined,
    };
    const same = Object.entries(next).every(([name, value]) => search[name] === value || name === 'page');
    if (same) void query.refetch();
    // The product chosen in this report may not exist in another one.
    else void setSearch((before) => ({ ...before, ...next, products: undefined }));
  };
  const figures = REPORT_COLUMNS[(answer?.context as Context | undefined) ?? 'current_inventory'];
  const columns: Column<ReportRow>[] = [
    NUMBER,
    ...figures.map((figure, index) => ({
      key: figure.title,
      title: figure.title,
      ...(figure.align ? { align: figure.align } : {}),
      grow: index === 0,
      cell: (row: ReportRow) =>
        index === 0 ? <span className="font-semibold">{figure.show(row)}</span> : figure.show(row),
    })),
  ];
  const name = asked ? CONTEXT_LABEL[asked.context as Context] : 'Inventory Report';
  // These values belong to the shown figures, not to the filters for the next ones.
  const place = warehouses.data?.data.find((row) => row._id === asked?.warehouse_ids[0]);
  const where = place ? warehouseLabel(place.parent.name, place.parent_type as PartyType) : '';
  const about = [
    where ? `${name}, ${where}` : name,
    ...(asked?.from ? [`${showDate(asked.from)} to ${showDate(asked.to ?? asked.from)}`] : []),
  ];
  return (
    <>
      <Page
        title="Inventory Report"
        note={asked ? about.join(', ') : undefined}
        actions={
          <ExportButton sheet={{ name, columns: figures }} rows={rows} disabled={rows.length === 0} notes={about} />
        }
      >
        {/* The printed head describes the figures; the filters may already be for the next ones. */}
        <div className="no-print">
          <Card label="Filters">
            <Form
              className={classes(
                'grid items-start gap-4 sm:grid-cols-2',
                now ? 'lg:grid-cols-[1fr_1.4fr_auto]' : 'lg:grid-cols-[minmax(12.5rem,1fr)_1.4fr_auto_auto_auto]',
              )}
              onSubmit={() => {
                if (ready) refresh();
              }}
            >
              <SelectField
                label="Report type"
                value={context}
                onChange={choose}
                blank="Choose a report"
                options={CONTEXTS.map((one) => ({ value: one as string, label: CONTEXT_LABEL[one] }))}
              />
              <div>
                <Picker
                  label="Warehouse"
                  options={options}
                  value={chosen}
                  onChange={(next) => setFields({ chosen: next })}
                  matches={(option, words) => containsWords(option.label, words)}
                  placeholder={context ? 'Choose a warehouse' : 'Choose a report first'}
                  disabled={!context || warehouses.isPending}
                  none="No warehouse of this kind. Below is 'Show all owners'."
                />
                {context && (
                  <SwitchField
                    label="Show all owners"
                    checked={allOwners}
                    onChange={(on) => setSwitched({ ...switched, [context]: on })}
                  />
                )}
              </div>
              {!now && <DateRange from={from} to={to} max={lastDay(context)} onChange={setFields} />}
              <div className="lg:pt-[1.6rem]">
                <Button type="submit" look="primary" icon="sync" wide disabled={!ready} busy={query.isFetching}>
                  Refresh
                </Button>
              </div>
            </Form>
          </Card>
        </div>
        <QueryCard
          query={query}
          instead={
            asked === null && (
              <EmptyState icon="chart" title="Choose a report type and a warehouse">
                Then refresh. The last result can be read offline.
              </EmptyState>
            )
          }
        >
          {(answer) => (
            <>
              <ReportSummary sums={isPart ? reportSums(rows) : answer} />
              <Card padded={false}>
                <div className={FILTER_BAR}>
                  <h2 className="mr-auto min-h-tap content-center text-lg font-bold">
                    {name} <span className="font-normal text-ink-faint">({rows.length})</span>
                  </h2>
                  <div className={classes('w-64', !state.filters.products && 'no-print')}>
                    <Picker
                      label="Product"
                      options={productOptions}
                      value={state.filters.products ?? ''}
                      onChange={(products) => set({ products })}
                      matches={(option, words) => containsWords(option.label, words)}
                    />
                  </div>
                  <SearchBox
                    label="Search products"
                    value={state.search}
                    onSearch={(words) => set({ search: words })}
                  />
                </div>
                <PagedTable
                  {...turning}
                  label={name}
                  columns={columns}
                  rows={rows}
                  keyOf={(row) => row.product_id}
                  // The log rows behind a figure need the permission to see logs (K23).
                  {...(seesLogs ? { onOpen: setOpen } : {})}
                  empty={<EmptyState icon="search" title={emptyTexts.entries} />}
                />
              </Card>
            </>
          )}
        </QueryCard>
      </Page>
      {/* Outside the page, so that the age of a saved copy is shown inside the dialog. */}
      {open && asked && (
        <ReportEntries row={open} asked={asked} about={about.join(', ')} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const lastDay = (context: string) => lastReportDay(context, nowSeconds());

/** The day of the epoch seconds in the address. */
function dayIn(seconds: string | undefined): string {
  const at = epochOf(seconds);
  return at === null ? '' : dateInput(at);
}

/** The filter in the address; null if it is incomplete or invalid. */
function askedFor(search: Search): EntriesFilter | null {
  const warehouse_ids = (search.warehouses ?? '').split(',').filter(Boolean);
  const [from, to] = [epochOf(search.from_timestamp), epochOf(search.to_timestamp)];
  const { context = '' } = search;
  if (!canRefresh({ context, warehouses: warehouse_ids, from, to })) return null;
  if (context === 'current_inventory' || from === null || to === null) return { context, warehouse_ids };
  return rangeFault(dateInput(from), dateInput(to), lastDay(context)) ? null : { context, warehouse_ids, from, to };
}
