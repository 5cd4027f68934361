import { useState } from 'react';
import type { ReportRow } from '#contract/stock/stockCalls.ts';
import { useSearchValues } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { TextLink } from '#crud/Link.tsx';
import { PrintButton, usePrintedList } from '#crud/list/PrintList.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan } from '#crud/query/useSession.ts';
import type { Context } from '#domain/report.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { ReportEntries } from './ReportEntries.tsx';
import { REPORT_COLUMNS, reportSums } from './reportColumns.ts';
import { ReportFilters, ReportTypes, useReportFields } from './reportFilters.tsx';
import { ReportPlot, sumBefore } from './reportPlot.tsx';
import { requestOf, titleOf, useReport, useReportDays, useShownRows, useWarehouses } from './reportQuery.ts';
import { ReportSummary } from './reportSummary.tsx';
import { ReportTable } from './reportTable.tsx';

/** Revenue is a figure of stock (B4.7), so it differs from the value of orders. */
function WhatRevenueIs() {
  return (
    <p className="-mb-2 text-sm text-ink-soft">
      Revenue is the value of the goods that the hubs issued, less the goods that came back. It is not what retailers
      ordered.{' '}
      <Gate needs={['view_orders']}>
        <TextLink to="/order-value-summary">Order Value Summary</TextLink>
      </Gate>
    </p>
  );
}

/** The inventory report (REP-01 to REP-12). The last result stays readable offline, with its time. */
export function Screen() {
  const request = requestOf(useSearchValues());
  const query = useReport(request);
  const answer = query.data?.data;
  const list = usePrintedList(useListState(20, { products: '' }));
  const rows = useShownRows(answer?.products, list.state.search, list.state.filters.products ?? '');
  const isWhole = rows.length === (answer?.products.length ?? 0);
  const warehouses = useWarehouses();
  const { name, about } = titleOf(request, warehouses);
  const fields = useReportFields(warehouses, () => void query.refetch());
  const days = useReportDays(request);
  const context = (request?.context ?? 'current_inventory') as Context;
  const figures = REPORT_COLUMNS[(answer?.context as Context | undefined) ?? 'current_inventory'];
  // Only people who may see logs can open the log rows of a figure.
  const seesLogs = useCan('view_warehouse_logs');
  const [open, setOpen] = useState<ReportRow | null>(null);
  return (
    <>
      <ReportPage
        title="Inventory Report"
        note={request ? about.join(', ') : undefined}
        actions={
          <>
            <PrintButton control={list} count={rows.length} of={query} />
            <ExportButton sheet={{ name, columns: figures }} rows={rows} disabled={rows.length === 0} notes={about} />
          </>
        }
        tabs={<ReportTypes of={fields} />}
        bar={<ReportFilters warehouses={warehouses} of={fields} busy={query.isFetching} open={request === null} />}
      >
        <QueryCard
          query={query}
          instead={
            request === null && (
              <EmptyState scene="board" title="Choose a report type and a warehouse">
                Then press Refresh. You can read the last result offline.
              </EmptyState>
            )
          }
        >
          {(shown) => (
            <>
              {context === 'sales' && <WhatRevenueIs />}
              <div className="grid gap-5 lg:grid-cols-[18rem_minmax(0,1fr)]">
                <ReportSummary
                  sums={isWhole ? shown : reportSums(rows)}
                  before={isWhole && days.data ? sumBefore(context, days.data.data) : null}
                  isLevel={context === 'current_inventory'}
                />
                <div className="min-w-0 *:h-full">
                  <ReportPlot context={context} query={days} filtered={!isWhole} />
                </div>
              </div>
              <ReportTable
                name={name}
                figures={figures}
                products={shown.products}
                rows={rows}
                list={list}
                onOpen={seesLogs ? setOpen : undefined}
              />
            </>
          )}
        </QueryCard>
      </ReportPage>
      {/* The dialog is outside the page, so that the age of its stored copy is shown in the dialog. */}
      {open && request && (
        <ReportEntries row={open} request={request} about={about.join(', ')} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
