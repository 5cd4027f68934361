import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { CallError } from '#client/callError.ts';
import { queryFor } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { logsOf, movedByDay } from '#contract/stock/stockCalls.ts';
import { warehouse } from '#contract/stock/warehouse.ts';
import { useId, useSearchValues } from '#crud/address.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { Loaded } from '#crud/query/Loaded.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useRecord } from '#crud/query/useRecord.ts';
import { useMayAsk } from '#crud/query/useSession.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PlotPlace } from '#ui/plots/PlotPlace.tsx';
import { TypeWord } from '../parts/TypeWord.tsx';
import { Logs } from './Logs.tsx';
import { Movements } from './Movements.tsx';
import { Stock } from './Stock.tsx';
import { WarehousePage } from './WarehousePage.tsx';

const ReportPlot = lazyPart(() => import('../reportPlot.tsx'), 'ReportPlot');

/**
 * A warehouse (WH-16 to WH-22, decision 0250) in three tabs: its stock beside its owner and log, all movements, and its days. The address holds the tab.
 */
export function Screen() {
  const id = useId();
  const owner = useRecord(warehouse, id);
  const row = owner.data?.data[0];
  const seesLogs = useMayAsk(logsOf);
  const { tab } = useSearchValues();
  if (owner.error instanceof CallError && owner.error.code === 404)
    return (
      <Loaded query={owner} title="Warehouse" missing="Warehouse not found">
        {() => null}
      </Loaded>
    );
  const isHub = row?.parent_type === 'seller';
  return (
    <WarehousePage id={id} row={row} tab={tab === 'movements' || tab === 'days' ? tab : 'stock'}>
      {(open) => (
        <>
          {owner.data?.copy && <StoredCopy at={owner.data.at} isListed={owner.data.listed} />}
          {open === 'movements' ? (
            <Movements id={id} name={row?.parent.name ?? 'Warehouse'} />
          ) : open === 'days' ? (
            <Days id={id} />
          ) : (
            <div className="grid grid-cols-1 items-start gap-5 xl:compact:grid-cols-[minmax(0,1fr)_16rem] min-[90rem]:compact:grid-cols-[minmax(0,1fr)_20rem] min-[90rem]:grid-cols-[minmax(0,1fr)_20rem]">
              <Stock id={id} isHub={isHub} />
              <div className="flex min-w-0 flex-col gap-5">
                <Owner id={id} row={row} />
                {seesLogs && <Logs id={id} />}
              </div>
            </div>
          )}
        </>
      )}
    </WarehousePage>
  );
}

function Owner({ id, row }: { id: string; row: RowOf<typeof warehouse> | undefined }) {
  return (
    <Card label="Owner">
      {/* A narrow card shows the button under the name. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-36">
          <p className="text-sm text-ink-faint">Owner</p>
          <p className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">{row?.parent.name ?? '…'}</p>
          <p className="text-ink-soft">{row && <TypeWord of={row.parent_type} />}</p>
        </div>
        <Gate needs={['update_warehouse']}>
          <Link to={`/warehouses/${id}/update`} className={buttonClasses('plain')}>
            <Icon name="edit" />
            Edit
          </Link>
        </Gate>
      </div>
    </Card>
  );
}

/** The worth of the stock and the movements of each of the last 30 days, as in the inventory report. */
function Days({ id }: { id: string }) {
  const query = useQuery(queryFor(movedByDay, { warehouse_ids: [id] }));
  return (
    <Suspense fallback={<PlotPlace height={300} />}>
      <ReportPlot context="current_inventory" query={query} filtered={false} />
    </Suspense>
  );
}
