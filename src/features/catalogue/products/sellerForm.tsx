import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { stockOfProduct } from '#contract/stock/productStockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { LeaveGuard } from '#crud/form/LeaveGuard.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { COVER_DAYS } from '#domain/cover.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { casesText } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { Strip } from '#ui/Strip.tsx';
import { brandAndMaker } from '../parts/brandAndMaker.ts';
import { coverAt, coverShown, SHORT_DAYS } from '../parts/movements.ts';
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
            <p className="text-lg font-bold leading-snug">{product.name}</p>
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
          <EmptyState scene="shut" title="This account belongs to no hub.">
            <p className="max-w-sm">An administrator can give it one, under Sales Officers.</p>
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
  const may = useMayAsk(stockOfProduct);
  const query = useQuery({ ...queryFor(stockOfProduct, { product_id: _id }), enabled: may });
  if (!may) return null;
  const [own] = query.data?.data ?? [];
  const none = query.isError && !query.data ? NO_VALUE : undefined;
  const days = own ? coverAt(own.quantity, own) : null;
  const went = own?.issued ?? 0;
  const counted = own?.days ?? COVER_DAYS;
  return (
    <Strip
      label="Stock"
      cells={[
        {
          label: 'In stock',
          value: query.data ? casesText(own?.quantity ?? 0, caseCount) : none,
          bad: own !== undefined && own.quantity <= 0 && went > 0,
        },
        {
          label: 'Lasts',
          value: query.data ? coverShown(days) : none,
          note:
            query.data && (went > 0 ? `${casesText(went, caseCount)} went out in ${counted} days` : 'nothing went out'),
          bad: days !== null && days < SHORT_DAYS,
        },
        {
          label: 'On the way',
          value: query.data ? casesText(own?.expected ?? 0, caseCount) : none,
          note: 'not received yet',
        },
      ]}
    />
  );
}
