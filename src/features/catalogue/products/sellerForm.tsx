import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { coverAll } from '#contract/purchasing/coverCalls.ts';
import { heldOfProducts } from '#contract/stock/productStockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { LeaveGuard } from '#crud/form/LeaveGuard.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { COVER_DAYS } from '#domain/cover.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { Strip, type StripCell } from '#ui/Strip.tsx';
import { brandAndMaker } from '../parts/brandAndMaker.ts';
import { coverShown, SHORT_DAYS } from '../parts/movements.ts';
import { type ProductRow, StatusDots } from '../parts/StatusDots.tsx';
import { useViewer } from './options.ts';
import { SellerFields } from './sellerFields.tsx';
import { SellerLog } from './sellerLog.tsx';

/** A hub's own form of a product, with its change log instead of tags (PERM-50). */
export function SellerForm({ product }: { product: ProductRow }) {
  const { ownHub, ownHubName } = useViewer();
  const [dirty, setDirty] = useState(false);
  const own = product.sellers[ownHub ?? ''];
  return (
    <Page title="Update Product" note={ownHubName} width="form">
      <Card label="Product">
        <div className="flex items-start gap-4">
          <Pack product={product} size={48} />
          <div className="min-w-0 flex-1">
            <p className="text-lg font-semibold leading-snug">{product.name}</p>
            <p className="text-ink-soft">
              {brandAndMaker(product)}. {product.case_count} units per case.
            </p>
          </div>
          <StatusDots row={product} />
        </div>
      </Card>
      <OwnStock product={product} />
      {ownHub ? (
        <Card label="Price and availability">
          <SellerFields product={product} sellerId={ownHub} onDirty={setDirty} />
        </Card>
      ) : (
        <Card>
          <EmptyState scene="shut" title="This account belongs to no hub">
            <p>An administrator can give it one, under Sales Officers.</p>
          </EmptyState>
        </Card>
      )}
      <SellerLog sellerProductId={own?.seller_product_id ?? null} />
      <LeaveGuard when={() => dirty} />
    </Page>
  );
}

/** What the person's hub has of the product, how long it lasts, and what is on the way. */
function OwnStock({ product: { _id, case_count: caseCount } }: { product: ProductRow }) {
  const may = useMayAsk(coverAll);
  const held = useQuery(queryFor(heldOfProducts, { product_ids: [_id] }));
  const cover = useQuery({ ...queryFor(coverAll, { product_id: _id, show: 'all' }), enabled: may });
  const ofHeld = held.isError && !held.data ? NO_VALUE : undefined;
  const ofCover = cover.isError && !cover.data ? NO_VALUE : undefined;
  // Goods that nobody takes have no line there.
  const line = cover.data && (cover.data.data.rows[0] ?? null);
  const units = held.data?.data[_id] ?? 0;
  const cells: StripCell[] = [
    {
      label: 'In stock',
      value: held.data ? casesText(units, caseCount) : ofHeld,
      note:
        line &&
        [
          plural(Math.ceil(line.reorder_at / caseCount), 'order at # case', 'order at # cases'),
          line.expected > 0 && `${casesText(line.expected, caseCount)} on the way`,
        ]
          .filter(Boolean)
          .join(', '),
      bad: units <= 0 && Boolean(line),
    },
    {
      label: 'Lasts',
      value: line === undefined ? ofCover : coverShown(line?.days_left ?? null),
      note:
        line === null
          ? `nothing went out in ${COVER_DAYS} days`
          : line && `${casesText(line.gone, caseCount)} went out in ${plural(line.days, '# day', '# days')}`,
      bad: Boolean(line && line.days_left < SHORT_DAYS),
    },
  ];
  return <Strip label="Stock" cells={may ? cells : cells.slice(0, 1)} />;
}
