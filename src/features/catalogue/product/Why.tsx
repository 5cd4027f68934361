import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useRef, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { coverAll } from '#contract/purchasing/coverCalls.ts';
import { logsOfProduct, MOVEMENTS, type ProductInHub } from '#contract/stock/productStockCalls.ts';
import type { WarehouseLog } from '#contract/stock/stockCalls.ts';
import { Link, TextLink } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useCan, useMayAsk } from '#crud/query/useSession.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { showShort } from '#domain/time.ts';
import { casesText } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { PlotFigures, PlotSeries } from '#ui/plots/figures.ts';
import { PlotActs } from '#ui/plots/PlotActs.tsx';
import { PlotPlace } from '#ui/plots/PlotPlace.tsx';
import { PlotTable } from '#ui/plots/PlotTable.tsx';
import { levels, movementIcon, movementWords } from '../parts/movements.ts';
import { CasesUnits } from './CasesUnits.tsx';

const LinePlot = lazyPart(() => import('#ui/plots/LinePlot.tsx'), 'LinePlot');
const DAYS = 30;
const HEIGHT = 176;
/** The number of shown movements. The page of the warehouse has all of them. */
const SHOWN = 4;
/**
 * The height of the plot and of the movements, one line of text each. The height is kept from the beginning, so that the prices below do not move.
 */
const BODY = HEIGHT + SHOWN * 33;
/** The height of the whole card. */
export const WHY_HEIGHT = 48 + BODY + 2;

const SERIES: readonly PlotSeries[] = [{ key: 'level', title: 'Stock', tone: 1 }];
const showCase = (cases: number) => plural(cases, '# case', '# cases');
const showFigure = (cases: number) => showNumber(cases);

/** Explains the stock of a hub: the level of thirty days, and the last movements with their balances. */
export function Why({
  of,
  product: { _id: productId, name, case_count: caseCount },
}: {
  of: ProductInHub;
  product: Readonly<{ _id: string; name: string; case_count: number }>;
}) {
  const query = useQuery(queryFor(logsOfProduct, { warehouse_id: of.warehouse_id, product_id: productId }));
  const title = `Why ${casesText(of.quantity, caseCount)} in ${of.hub.name}?`;
  const orderAt = useOrderAt(productId, of.warehouse_id, caseCount);
  const level = useLevel(query.data?.data, { caseCount, name: of.hub.name, orderAt });
  const body = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);
  const plot = `Stock of ${name} in ${of.hub.name}`;
  return (
    <Card label={title} padded={false}>
      <header className="flex min-h-12 items-center justify-between gap-3 px-5">
        <h2 className="min-w-0 py-1 text-base leading-5 font-semibold [overflow-wrap:anywhere]">{title}</h2>
        <span className="flex shrink-0 items-center gap-3 text-sm">
          <TextLink
            to={`/warehouses/${of.warehouse_id}/products`}
            search={{ tab: 'movements', search: name }}
            aria-label={`All movements of ${name} in ${of.hub.name}`}
          >
            All movements
          </TextLink>
          {level && (
            <PlotActs title={plot} of={level} first="Day" within={body} asTable={asTable} onTable={setAsTable} />
          )}
        </span>
      </header>
      <div ref={body} style={{ minHeight: BODY }}>
        <QueryBoundary
          query={query}
          rows={6}
          empty={
            <EmptyState title="Nothing has moved here">
              <p>Receipts, issues, returns and counts appear here.</p>
            </EmptyState>
          }
        >
          {(logs) => (
            <>
              {level && (
                <div className="px-5">
                  <Level figures={level} />
                  <PlotTable of={level} title={plot} first="Day" shown={asTable} />
                </div>
              )}
              <Ledger logs={logs.slice(0, SHOWN)} caseCount={caseCount} label={title} />
            </>
          )}
        </QueryBoundary>
      </div>
    </Card>
  );
}

/** The cases at which goods are ordered, as "Running Out" has it. Null: the goods have no pace, or the person does not see it. */
function useOrderAt(productId: string, warehouseId: string, caseCount: number): number | null {
  const may = useMayAsk(coverAll);
  const query = useQuery({ ...queryFor(coverAll, { product_id: productId, show: 'all' }), enabled: may });
  const row = query.data?.data.rows.find((one) => one.warehouse_id === warehouseId);
  return row ? Math.ceil(row.reorder_at / caseCount) : null;
}

interface LevelProps {
  caseCount: number;
  name: string;
  orderAt: number | null;
}

/** The stock at the end of each day, and the line at which goods are ordered. Null until there are movements. */
function useLevel(
  logs: readonly WarehouseLog[] | undefined,
  { caseCount, name, orderAt }: LevelProps,
): PlotFigures | null {
  return useMemo(() => {
    if (!logs || logs.length === 0) return null;
    const points = levels(logs, caseCount, Math.floor(Date.now() / 1_000), DAYS, logs.length < MOVEMENTS);
    const known = points.flatMap(({ values }) => values.level ?? []);
    const ordered = orderAt === null ? '' : plural(orderAt, 'Order at # case', 'Order at # cases');
    const label = `The stock of ${name} over ${DAYS} days: between ${showFigure(Math.min(...known))} and ${showFigure(Math.max(...known))} cases. ${ordered}`;
    const of = { label, show: showCase };
    if (orderAt === null) return { ...of, points, series: SERIES };
    return {
      ...of,
      points: points.map((point) => ({ ...point, values: { ...point.values, order: orderAt } })),
      series: [...SERIES, { key: 'order', title: 'Order at', tone: 'mute', dash: true, words: ordered }],
    };
  }, [logs, caseCount, name, orderAt]);
}

function Level({ figures }: { figures: PlotFigures }) {
  return (
    <div style={{ minHeight: HEIGHT }}>
      <Suspense fallback={<PlotPlace height={HEIGHT} />}>
        <LinePlot {...figures} axis={showFigure} height={HEIGHT} stepped empty="No stock in these days" />
      </Suspense>
    </div>
  );
}

interface LedgerProps {
  logs: readonly WarehouseLog[];
  caseCount: number;
  label: string;
}

/** The last movements, each with the balance after it. */
function Ledger({ logs, caseCount, label }: LedgerProps) {
  const mayOpen = useCan('view_purchase_orders');
  return (
    <table aria-label={label} className="w-full border-collapse text-sm">
      <thead className="sr-only">
        <tr>
          {['Movement', 'Time', 'Change', 'Balance'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {logs.map((log) => (
          <tr key={log._id} className="border-t">
            <td
              className="py-1.5 pl-4 [overflow-wrap:anywhere]"
              title={[movementWords(log), log.created_by?.name, log.ref].filter(Boolean).join(', ')}
            >
              <span className="flex min-h-5 items-center gap-2">
                <Icon name={movementIcon(log)} size={16} className="shrink-0 text-ink-faint" />
                <Movement log={log} mayOpen={mayOpen} />
              </span>
            </td>
            <td className="figures whitespace-nowrap py-1.5 pl-3 text-right text-xs text-ink-soft">
              {showShort(log.created)}
            </td>
            <td className="figures py-1.5 pl-3 text-right leading-4">
              <CasesUnits units={log.quantity} caseCount={caseCount} bare signed />
            </td>
            <td className="figures py-1.5 pl-3 pr-4 text-right font-semibold leading-4">
              <CasesUnits units={log.balance_after} caseCount={caseCount} bare />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Beside a mouse each movement has one line, so that the prices below the card do not move. A phone shows the words whole. */
const WORDS = 'min-w-0 sm:line-clamp-1';

/** Says what happened, as a link to the transfer of the movement. The cell's title has the whole words, the reference and the person. */
function Movement({ log, mayOpen }: { log: WarehouseLog; mayOpen: boolean }) {
  const spoken = (
    <span className="sr-only">
      , {log.ref}
      {log.created_by && `, ${log.created_by.name}`}
    </span>
  );
  if (!log.purchase_order || !mayOpen)
    return (
      <span className={WORDS}>
        {movementWords(log)}
        {spoken}
      </span>
    );
  return (
    <Link
      to={`/purchase-orders/${log.ref}`}
      search={{ is_ref: 'true' }}
      className={`touch-tap ${WORDS} hover:text-accent hover:underline`}
    >
      {movementWords(log)}
      {spoken}
    </Link>
  );
}
