import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { logsOf, MOVEMENT_KINDS, type WarehouseLog } from '#contract/stock/stockCalls.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { Pack } from '#crud/fields/Pack.tsx';
import { splitList } from '#crud/form/formValues.ts';
import { TextLink } from '#crud/Link.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { OVERVIEW } from '#crud/paths.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { showDateTime } from '#domain/longTime.ts';
import { showNumber } from '#domain/number.ts';
import { DAY, showClock, startOfDay } from '#domain/time.ts';
import { casesNumber, showCases } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { Icon } from '#ui/Icon.tsx';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { dayText } from '#ui/plots/axisText.ts';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { MOVEMENT_LABEL, movedShown, movementIcon, movementWords } from '../../catalogue/parts/movements.ts';

const KINDS = MOVEMENT_KINDS.map((value) => ({ value, label: MOVEMENT_LABEL[value] }));
const rowsOf = (answer: WarehouseLog[] | { rows: WarehouseLog[]; total: number }) =>
  Array.isArray(answer) ? { rows: answer, total: answer.length } : answer;

/** Every movement of a warehouse by day, newest first: what happened, the product, the person, and the balance after it (decision 0250). */
export function Movements({ id, name }: { id: string; name: string }) {
  const { state, set, turning } = useListState(20, { kind: '' });
  const go = useGo();
  const opensProduct = useCan('update_product');
  const opensOrder = useCan('view_purchase_orders');
  const wanted = splitList(state.filters.kind ?? '');
  const kinds = MOVEMENT_KINDS.filter((kind) => wanted.includes(kind));
  const input = { warehouse_id: id, search: state.search || undefined, kind: kinds.length > 0 ? kinds : undefined };
  const query = useQuery({
    ...queryFor(logsOf, { ...input, page: String(state.page), per_page: String(state.per_page) }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => columnsOf(opensOrder), [opensOrder]);
  const answer = query.data && rowsOf(query.data.data);
  const page = { rows: answer?.rows ?? [], total: answer?.total ?? 0, ...turning.paging };
  return (
    <Card padded={false} label="Movements">
      <div className="flex flex-wrap items-center justify-between gap-3 px-3 pt-3 sm:px-5">
        <h2 className="text-base font-semibold">
          Movements{' '}
          <span className="figures font-normal text-ink-faint">
            {answer ? `(${showNumber(answer.total)})` : '\u00a0'}
          </span>
        </h2>
        <ExportButton
          sheet={SHEET}
          read={async (at, signal) =>
            rowsOf(
              await callApi(logsOf, { ...input, page: String(at.page), per_page: String(at.per_page) }, { signal }),
            )
          }
          notes={[name]}
          disabled={!answer?.total}
        />
      </div>
      <div className="[&>.filter-bar]:px-3 sm:[&>.filter-bar]:px-5">
        <FilterBar
          on={kinds.length > 0 ? 1 : 0}
          search={
            <SearchBox
              label="Search movements"
              placeholder="Search by reference or product"
              value={state.search}
              onSearch={(search) => set({ search })}
              shortcut="/"
            />
          }
        >
          <FilterSelect
            many
            label="What"
            value={kinds.join(',')}
            onChange={(next) => set({ kind: next })}
            blank="All movements"
            options={KINDS}
          />
        </FilterBar>
      </div>
      <QueryBoundary query={query} rows={12}>
        {(answer) => {
          const { rows, total } = rowsOf(answer);
          return (
            <PagedTable
              cards
              {...turning}
              label="Movements"
              rows={rows}
              total={total}
              keyOf={(log: WarehouseLog) => log._id}
              headOf={(row, before) => dayHead(row, before, page)}
              columns={columns}
              {...(opensProduct
                ? { onOpen: (log: WarehouseLog) => void go(`/products/${log.product_id}/update`, { search: OVERVIEW }) }
                : {})}
              empty={
                <NoRows
                  title={emptyTexts.logs}
                  search={state.search}
                  isFiltered={kinds.length > 0}
                  onClear={() => set({ search: undefined, kind: undefined })}
                  why={emptyTexts.noMovement}
                />
              }
            />
          );
        }}
      </QueryBoundary>
    </Card>
  );
}

/** The heading of a day above its first row. It sums what came in and went out, if the page has the whole day. */
function dayHead(
  row: WarehouseLog,
  before: WarehouseLog | undefined,
  { rows, total, page, per_page }: { rows: readonly WarehouseLog[]; total: number; page: number; per_page: number },
) {
  const day = startOfDay(row.created);
  if (before && startOfDay(before.created) === day) return null;
  const now = Math.floor(Date.now() / 1_000);
  const today = startOfDay(now);
  const [first, last] = [rows[0], rows.at(-1)];
  const isCut =
    (page > 1 && first && startOfDay(first.created) === day) ||
    (page * per_page < total && last && startOfDay(last.created) === day);
  const near = day === today ? 'Today' : day === today - DAY ? 'Yesterday' : '';
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <strong className="font-semibold">{near || dayText(day, now)}</strong>
      {near && <span className="text-ink-faint">{dayText(day, now)}</span>}
      {!isCut && (
        <span className="figures text-ink-soft">
          {movedShown(rows.filter((one) => startOfDay(one.created) === day))} cases
        </span>
      )}
    </span>
  );
}

function columnsOf(opensOrder: boolean): Column<WarehouseLog>[] {
  return [
    {
      key: 'hour',
      title: 'Hour',
      card: 'time',
      cell: (log) => (
        <time
          dateTime={new Date(log.created * 1_000).toISOString()}
          title={showDateTime(log.created)}
          className="figures text-ink-soft"
        >
          {showClock(log.created)}
        </time>
      ),
    },
    {
      key: 'what',
      title: 'What happened',
      grow: true,
      card: 'fact',
      cell: (log) => (
        <span className="flex min-w-0 items-center gap-2">
          <Icon name={movementIcon(log)} size={16} className="shrink-0 text-ink-faint" />
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{movementWords(log)}</span>
        </span>
      ),
    },
    {
      key: 'ref',
      title: 'Reference',
      cell: (log) =>
        log.purchase_order && opensOrder ? (
          <TextLink to={`/purchase-orders/${log.ref}`} search={{ is_ref: 'true' }}>
            {log.ref}
          </TextLink>
        ) : (
          <span className="text-ink-soft">{log.ref}</span>
        ),
    },
    {
      key: 'product',
      title: 'Product',
      grow: true,
      stick: true,
      cell: (log) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <span className="row-pack max-sm:hidden">
            <Pack product={log.product} />
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{log.product.name}</span>
        </span>
      ),
    },
    {
      key: 'change',
      title: 'Cases',
      align: 'right',
      card: 'figure',
      cell: (log) => (
        <span className="figures font-semibold">
          {log.quantity > 0 && '+'}
          {showCases(log.quantity, log.product.case_count)}
        </span>
      ),
    },
    {
      key: 'balance',
      title: 'Balance',
      align: 'right',
      card: 'fact',
      cell: (log) => <span className="figures">{showCases(log.balance_after, log.product.case_count)}</span>,
    },
    { key: 'by', title: 'By', card: 'state', cell: (log) => log.created_by?.name ?? 'The system' },
  ];
}

const SHEET = {
  name: 'Movements',
  columns: [
    { title: 'Date', value: (log: WarehouseLog) => showDateTime(log.created) },
    { title: 'What happened', value: (log: WarehouseLog) => movementWords(log) },
    { title: 'Reference', value: (log: WarehouseLog) => log.ref },
    { title: 'Product', value: (log: WarehouseLog) => log.product.name },
    { title: 'Cases', value: (log: WarehouseLog) => casesNumber(log.quantity, log.product.case_count, 2) },
    {
      title: 'Balance (cases)',
      value: (log: WarehouseLog) => casesNumber(log.balance_after, log.product.case_count, 2),
    },
    { title: 'Units', value: (log: WarehouseLog) => log.quantity, off: true },
    { title: 'By', value: (log: WarehouseLog) => log.created_by?.name ?? '' },
    { title: 'Note', value: (log: WarehouseLog) => log.note, off: true },
    { title: 'Buy price', value: (log: WarehouseLog) => Number(log.cost_price), off: true },
    { title: 'Sell price', value: (log: WarehouseLog) => Number(log.sell_price), off: true },
  ],
};
