import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { lotsOfProduct, type StoredLot, trackLots } from '#contract/stock/lotCalls.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { casesText } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { ExpiryDay } from '../parts/ExpiryDay.tsx';
import { LotLink } from '../parts/LotLink.tsx';
import type { ProductRow } from '../parts/StatusDots.tsx';

const TrackDialog = lazyPart(() => import('./TrackDialog.tsx'), 'TrackDialog');

const keyOf = ({ warehouse, code, expires }: StoredLot) => `${warehouse._id} ${code} ${expires}`;

/**
 * The lots of a product by warehouse, first expired first. People with the right can turn tracking by lot on or off. Other people see the card of a
 * tracked product only.
 */
export function Lots({ product }: { product: ProductRow }) {
  const query = useQuery(queryFor(lotsOfProduct, { product_id: product._id }));
  const marks = useMayAsk(trackLots);
  const [asking, setAsking] = useState(false);
  const tracked = query.data?.data.tracks_lots;
  if (!tracked && !marks) return null;
  return (
    <QueryCard query={query} rows={2}>
      {({ tracks_lots, lots }) => (
        <Card label="Lots" padded={false}>
          <header className="flex min-h-12 items-center justify-between gap-3 pr-1.5 pl-4 sm:pl-5">
            <h2 className="text-base font-semibold">Lots</h2>
            {marks && (
              <ServerButton look="quiet" onClick={() => setAsking(true)}>
                {tracks_lots ? 'Stop tracking by lot' : 'Track by lot'}
              </ServerButton>
            )}
          </header>
          {!tracks_lots ? (
            <p className="px-4 pb-3 text-sm text-ink-soft sm:px-5">
              This product is not tracked by lot, so officers enter neither a lot nor an expiry day.
            </p>
          ) : lots.length === 0 ? (
            <EmptyState title="No warehouse holds this product">
              <p>Its lots appear here with the next receipt.</p>
            </EmptyState>
          ) : (
            <Table cards label="Lots" columns={columnsOf(product)} rows={lots} keyOf={keyOf} />
          )}
          <Suspense>
            {asking && <TrackDialog product={product} tracks={tracks_lots} onClose={() => setAsking(false)} />}
          </Suspense>
        </Card>
      )}
    </QueryCard>
  );
}

const columnsOf = (product: ProductRow): Column<StoredLot>[] => [
  { key: 'lot', title: 'Lot', card: 'lead', cell: (lot) => <LotLink product={product} lot={lot} /> },
  { key: 'warehouse', title: 'Warehouse', grow: true, cell: (lot) => lot.warehouse.name },
  { key: 'expires', title: 'Expires', cell: (lot) => <ExpiryDay expires={lot.expires} /> },
  {
    key: 'quantity',
    title: 'In stock',
    align: 'right',
    card: 'figure',
    cell: (lot) => <span className="figures">{casesText(lot.quantity, product.case_count)}</span>,
  },
];
