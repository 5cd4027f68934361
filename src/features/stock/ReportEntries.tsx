import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type ReportRow, reportEntries, type WarehouseLog } from '#contract/stock/stockCalls.ts';
import { TextLink } from '#crud/Link.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { MAX_REPORT_ENTRIES } from '#domain/limits.ts';
import { showNumber } from '#domain/number.ts';
import { labelOf, type TransferKind } from '#domain/transfer.ts';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { EmptyState, Notice } from '#ui/feedback/States.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { dayText } from '#ui/when.ts';

export interface EntriesFilter {
  context: string;
  warehouse_ids: string[];
  from?: number;
  to?: number;
}

interface Props {
  row: ReportRow;
  request: EntriesFilter;
  /** The report type, the warehouse and the dates, as text. */
  about: string;
  onClose: () => void;
}

/** The log rows behind one row of the report (REP-12). If the report left them out, they are read by another call. */
export function ReportEntries({ row, request, about, onClose }: Props) {
  const [paging, setPaging] = useState({ page: 1, per_page: 10 });
  const here = row.entries.length > 0;
  const query = useQuery({
    ...queryFor(reportEntries, {
      warehouse_ids: request.warehouse_ids,
      context: request.context,
      from_timestamp: request.from,
      to_timestamp: request.to,
      product_id: row.product_id,
    }),
    enabled: !here,
  });
  const table = (entries: readonly WarehouseLog[]) => (
    <PagedTable
      paging={paging}
      onTurn={setPaging}
      label="Entries"
      columns={COLUMNS}
      rows={entries}
      keyOf={(entry) => entry._id}
      empty={
        <EmptyState title={emptyTexts.entries}>
          <p className="max-w-sm">Nothing of this kind moved in the days of the report.</p>
        </EmptyState>
      }
    />
  );
  return (
    <Dialog open onClose={onClose} title={row.product.name} description={about} width="wide">
      {query.data?.data.length === MAX_REPORT_ENTRIES && (
        <Notice tone="info">Only the newest {MAX_REPORT_ENTRIES} are shown.</Notice>
      )}
      <Card padded={false}>
        {here ? (
          table(row.entries)
        ) : (
          <QueryBoundary query={query} rows={4}>
            {table}
          </QueryBoundary>
        )}
      </Card>
    </Dialog>
  );
}

const COLUMNS: readonly Column<WarehouseLog>[] = [
  // The report counts by this date.
  { key: 'date', title: 'Date', cell: (entry) => dayText(entry.timestamp) },
  {
    key: 'ref',
    title: 'Reference',
    grow: true,
    cell: (entry) => (
      <div className="flex flex-col items-start py-1">
        {entry.purchase_order ? (
          <TextLink to={`/purchase-orders/${entry.purchase_order._id}`}>{entry.ref}</TextLink>
        ) : (
          <span className="font-semibold">{entry.ref}</span>
        )}
        <span className="text-sm text-ink-soft">
          {[kindLabel(entry.kind), wayOf(entry)].filter(Boolean).join(': ')}
        </span>
      </div>
    ),
  },
  {
    key: 'quantity',
    title: 'Units',
    align: 'right',
    cell: ({ quantity }) => (
      <span className={`figures font-semibold ${quantity < 0 ? 'text-bad' : 'text-good'}`}>
        {quantity > 0 ? '+' : ''}
        {showNumber(quantity)}
      </span>
    ),
  },
  {
    key: 'balance_after',
    title: 'Left after',
    align: 'right',
    cell: (entry) => <span className="figures">{showNumber(entry.balance_after)}</span>,
  },
  { key: 'created_by', title: 'By', cell: (entry) => entry.created_by?.name ?? '' },
];

/** The kind of a log row. Openings and adjustments are no transfers (B2.6). */
function kindLabel(kind: string): string {
  if (kind === 'opening') return 'Opening';
  return kind === 'adjustment' ? 'Adjustment' : labelOf(kind as TransferKind);
}

function wayOf({ purchase_order: order, note }: WarehouseLog): string {
  return order ? `${order.source_obj.name} to ${order.destination_obj.name}` : note;
}
