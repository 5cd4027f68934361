import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, Suspense, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { type Discrepancy, discrepanciesAll } from '#contract/purchasing/discrepancyCalls.ts';
import { useGo, useSearchValues } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { ListFrame } from '#crud/list/ListFrame.tsx';
import { usePrintedList } from '#crud/list/PrintList.tsx';
import { ChosenBar, useChosen } from '#crud/list/useChosen.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, oneRule, showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { focusList } from '#ui/fields/focus.ts';
import { Icon } from '#ui/Icon.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { ServerButton, ServerItem } from '#ui/ServerButton.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { Sum } from '#ui/tables/Pager.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { dayText } from '#ui/when.ts';
import { ClaimCell, KindCell, LineProduct, productOf, ReceiptCell, SupplierCell } from './cells.tsx';
import { ALL_AS_EXPECTED, FILTERS, Filters, questionOf } from './filters.tsx';
import { SHEET } from './sheet.ts';

const ClaimDialog = lazyPart(() => import('./ClaimDialog.tsx'), 'ClaimDialog');

const TABS = [
  { name: 'Not claimed', search: { claimed: 'no' } },
  { name: 'Short', search: { kind: 'short' } },
  { name: 'Damaged', search: { kind: 'damaged' } },
  { name: 'Over', search: { kind: 'over' } },
];
const NONE: readonly Discrepancy[] = [];
const keyOf = (row: Discrepancy) => row._id;
const nameOf = ({ product, receipt }: Discrepancy) => `${product.name}, ${receipt.ref}`;

/** Whether the line can be claimed from a supplier and is in no claim yet. */
const isFree = (row: Discrepancy) => row.claim === null && row.supplier_type === 'distributor';

/** The lines that came short, over or damaged (DISC-20, DISC-22). */
export function Screen() {
  const control = usePrintedList(useListState(30, FILTERS, true));
  const { state, set, turning } = control;
  const search = useSearchValues();
  const go = useGo();
  const claims = useCan('manage_claims');
  const opens = useCan('view_purchase_orders');
  const opensProduct = useCan('update_product');
  const open = (row: Discrepancy) => {
    const { to, search: shown } = productOf(row);
    void (opens ? go(`/purchase-orders/${row.receipt._id}`) : go(to, { search: shown }));
  };
  const [claiming, setClaiming] = useState<readonly Discrepancy[] | null>(null);
  const question = questionOf(state.filters, state.search);
  const sort = SORTS.find((one) => one === state.sort);
  const query = useQuery({
    ...queryFor(discrepanciesAll, { ...question, sort, page: String(state.page), per_page: String(state.per_page) }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
  });
  const answer = query.data?.data;
  const rows = answer?.rows ?? NONE;
  const chosen = useChosen({ rows, keyOf, nameOf, question: JSON.stringify(question) });
  const seesValue = answer === undefined || answer.sums.value !== null;
  const show = oneRule(rows.map(({ value }) => value ?? ''));
  const isOn = Object.entries(FILTERS).some(([name, usual]) => state.filters[name] !== usual);
  const clear = (also: { search?: string } = {}) => {
    focusList();
    set({ ...FILTERS, ...also });
  };
  const columns: Column<Discrepancy>[] = [
    chosen.column as Column<Discrepancy>,
    ...columnsOf(seesValue ? show : null),
    {
      key: 'actions',
      title: <span className="sr-only">Actions</span>,
      card: 'menu',
      cell: (row) => <Acts row={row} opens={opens} {...(claims ? { onClaim: () => setClaiming([row]) } : {})} />,
    },
  ];
  const { page: _page, per_page: _size, sort: _sort, ...kept } = search;
  return (
    <ListFrame
      name="discrepancy"
      title="Discrepancies"
      count={answer?.total}
      control={control}
      of={query}
      search="Search discrepancies"
      filterBar={<Filters {...control} />}
      end={
        isOn && (
          <Button look="quiet" onClick={() => clear()}>
            Clear filters
          </Button>
        )
      }
      columns={columns}
      defaultSort="-at"
      tabs={TABS}
      acts={<TrendLink search={kept} />}
      actions={
        <ExportButton
          sheet={SHEET}
          disabled={rows.length === 0}
          read={async ({ page, per_page }, signal) =>
            callApi(discrepanciesAll, { ...question, sort, page: String(page), per_page: String(per_page) }, { signal })
          }
        />
      }
    >
      {(shown) => (
        <>
          {question === null ? (
            <EmptyState title={emptyTexts.wrongDates} />
          ) : (
            <QueryBoundary query={query} rows={12}>
              {(answer) => (
                <PagedTable
                  page
                  {...turning}
                  total={answer.total}
                  sum={
                    <Sum name={seesValue ? 'Value' : 'Cases'}>
                      {answer.sums.value === null ? answer.sums.cases : show(koboOf(answer.sums.value))}
                    </Sum>
                  }
                  label="Discrepancies"
                  columns={shown}
                  rows={answer.rows}
                  keyOf={keyOf}
                  sort={state.sort || '-at'}
                  onSort={(next) => set({ sort: next })}
                  {...(opens || opensProduct ? { onOpen: open } : {})}
                  toneOf={(row) => (chosen.has(row) ? 'is-chosen' : undefined)}
                  empty={<Nothing search={state.search} isFiltered={isOn} onClear={() => clear({ search: '' })} />}
                />
              )}
            </QueryBoundary>
          )}
          <ChosenBar
            chosen={chosen}
            sheet={SHEET}
            sum={seesValue && showNaira(chosen.rows.reduce((sum, row) => sum + koboOf(row.value ?? '0'), 0))}
            acts={
              claims && (
                <ServerButton icon="giveBack" onClick={() => setClaiming(chosen.rows)}>
                  Claim from supplier
                </ServerButton>
              )
            }
          />
          <Suspense>
            {claiming && (
              <ClaimDialog
                rows={claiming}
                onClose={() => setClaiming(null)}
                onDone={(id) => {
                  chosen.clear();
                  void go(`/claims/${id}`);
                }}
              />
            )}
          </Suspense>
        </>
      )}
    </ListFrame>
  );
}

const Nothing = (rest: Pick<ComponentProps<typeof NoRows>, 'search' | 'isFiltered' | 'onClear'>) => (
  <NoRows title="No discrepancies found" scene="done" why={ALL_AS_EXPECTED} {...rest} />
);

const SORTS = ['at', '-at', 'value', '-value', 'units', '-units'] as const;

/** The trend with the filters that are on. */
function TrendLink({ search }: { search: Readonly<Record<string, string | undefined>> }) {
  const filters = Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return (
    <Link to="/discrepancies/trend" search={filters} className={buttonClasses('plain')}>
      <Icon name="chart" /> Trend
    </Link>
  );
}

/** The actions of one line. They also serve touch screens, where rows have no boxes. */
function Acts({ row, opens, onClaim }: { row: Discrepancy; opens: boolean; onClaim?: () => void }) {
  const { claim, receipt } = row;
  if (!opens && !onClaim) return null;
  return (
    <RowMenu of={nameOf(row)}>
      {onClaim && isFree(row) && <ServerItem onClick={onClaim}>Claim from supplier</ServerItem>}
      {onClaim && claim && <Link to={`/claims/${claim._id}`}>View claim {claim.ref}</Link>}
      {opens && <Link to={`/purchase-orders/${receipt._id}`}>View receipt {receipt.ref}</Link>}
    </RowMenu>
  );
}

/** `show`: writes the values; null for people who see none. Takes kobo. */
export const columnsOf = (show: ((kobo: number) => string) | null): Column<Discrepancy>[] => [
  {
    key: 'at',
    title: 'Date',
    sort: 'at',
    card: 'time',
    cell: (row) => <span className="whitespace-nowrap">{dayText(row.at)}</span>,
  },
  {
    key: 'receipt',
    title: 'Receipt',
    word: 'Receipt',
    card: 'state',
    aside: 2,
    cell: (row) => <ReceiptCell receipt={row.receipt} />,
  },
  { key: 'supplier', title: 'Supplier', grow: true, cell: (row) => <SupplierCell row={row} /> },
  {
    key: 'product',
    title: 'Product',
    grow: true,
    stick: true,
    card: 'lead',
    cell: (row) => <LineProduct row={row} />,
  },
  {
    key: 'hub',
    title: 'Hub',
    aside: 0,
    cell: (row) => (
      <span className="cut" title={row.hub?.name}>
        {row.hub?.name ?? NO_VALUE}
      </span>
    ),
  },
  {
    key: 'officer',
    title: 'Officer',
    aside: 0,
    card: 'none',
    cell: (row) => (
      <span className="cut" title={row.officer?.name}>
        {row.officer?.name ?? 'The system'}
      </span>
    ),
  },
  { key: 'kind', title: 'Kind', cell: (row) => <KindCell row={row} /> },
  {
    key: 'units',
    title: 'Quantity',
    sort: 'units',
    align: 'right',
    cell: (row) => <span className="figures whitespace-nowrap">{casesText(row.units, row.product.case_count)}</span>,
  },
  ...(show
    ? [
        {
          key: 'value',
          title: 'Value',
          sort: 'value',
          align: 'right' as const,
          cell: (row: Discrepancy) => <span className="figures font-semibold">{show(koboOf(row.value ?? '0'))}</span>,
        },
      ]
    : []),
  { key: 'claim', title: 'Claim', cell: (row) => (row.claim ? <ClaimCell claim={row.claim} /> : NO_VALUE) },
];
