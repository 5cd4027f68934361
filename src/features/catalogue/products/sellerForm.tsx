import { useState } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { LeaveGuard } from '#crud/form/LeaveGuard.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { brandAndMaker } from '../parts/brandAndMaker.ts';
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
