import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { logsOf, type WarehouseLog } from '#contract/stock/stockCalls.ts';
import { TextLink } from '#crud/Link.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { logsCount, MAX_LOGS_SHOWN } from '#domain/limits.ts';
import { showNaira } from '#domain/money.ts';
import { showCases } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { kitTexts } from '#ui/texts.ts';
import { momentText } from '#ui/when.ts';
import { movementWords } from '../../catalogue/parts/movements.ts';

/** The last movements beside the stock (WH-20 to WH-22). The list scrolls within its card, so that the page is as long as its stock. */
export function Logs({ id }: { id: string }) {
  const [search, setSearch] = useState('');
  const query = useQuery({
    ...queryFor(logsOf, {
      warehouse_id: id,
      page: '1',
      per_page: String(MAX_LOGS_SHOWN + 1),
      search: search || undefined,
    }),
    placeholderData: keepPreviousData,
  });
  const data = query.data?.data;
  const rows = data === undefined || Array.isArray(data) ? [] : data.rows;
  return (
    <Card padded={false} label="Logs">
      <div className="flex flex-wrap items-center gap-3 border-b p-3 sm:px-5">
        <h2 className="text-base font-semibold">
          Logs <span className="font-normal text-ink-faint">({logsCount(rows.length)})</span>
        </h2>
        <SearchBox
          label="Search logs"
          placeholder="Search by reference or product"
          value={search}
          onSearch={setSearch}
        />
      </div>
      <QueryBoundary query={query}>
        {() =>
          rows.length === 0 ? (
            <NoRows
              title={emptyTexts.logs}
              search={search}
              onClear={() => setSearch('')}
              clear={kitTexts.clearSearch}
              why={emptyTexts.noMovement}
            />
          ) : (
            <section aria-label="Newest first" tabIndex={0} className="ring-inside max-h-[42rem] overflow-y-auto">
              <ul className="divide-y">
                {rows.slice(0, MAX_LOGS_SHOWN).map((log) => (
                  <Entry key={log._id} log={log} />
                ))}
              </ul>
            </section>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

function Entry({ log }: { log: WarehouseLog }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-5 py-2 text-sm">
      <p className="font-semibold [overflow-wrap:anywhere]">{log.product.name}</p>
      <div className="col-span-2 row-start-2">
        <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{movementWords(log)}</p>
        <p className="text-sm text-ink-faint [&_a]:min-h-0">
          {log.purchase_order ? (
            <TextLink to={`/purchase-orders/${log.ref}`} search={{ is_ref: 'true' }}>
              {log.ref}
            </TextLink>
          ) : (
            log.ref
          )}{' '}
          · {momentText(log.created)}
        </p>
        <p className="figures text-sm text-ink-soft">
          Buy {showNaira(log.cost_price)} · Sell {showNaira(log.sell_price)}
        </p>
      </div>
      <p className="figures col-start-2 row-start-1 whitespace-nowrap text-right font-semibold">
        {log.quantity > 0 ? '+' : ''}
        {showCases(log.quantity, log.product.case_count)}
      </p>
    </li>
  );
}
