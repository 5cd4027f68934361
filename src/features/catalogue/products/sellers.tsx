import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allQuery, oneQuery } from '#client/reads/queries.ts';
import { product as ofProduct } from '#contract/catalogue/product.ts';
import { sellerProduct } from '#contract/catalogue/sellerProduct.ts';
import { seller } from '#contract/network/seller.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { SELLER_PRODUCT_QUANTITY } from '#domain/limits.ts';
import { showNaira } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import type { ProductRow } from '../parts/StatusDots.tsx';
import { SellerFields } from './sellerFields.tsx';

/** A switch per hub (PROD-30). A hub that never sold the product starts with the list price, the product's MPU and 500 units. */
export function Sellers({ product: opened }: { product: ProductRow }) {
  // Loaded separately: a hub's change does not change the product's version, so the form keeps its old row.
  const [product = opened] = useQuery(oneQuery(ofProduct, opened._id)).data?.data ?? [];
  const query = useQuery(allQuery(seller));
  const [editing, setEditing] = useState<{ _id: string; name: string } | null>(null);
  const hubs = (query.data?.data ?? []).filter((hub) => hub.status === 'active' || product.sellers[hub._id]);
  return (
    <Card padded={false} label="Hubs">
      <h2 className="border-b px-5 py-3 text-lg font-bold">Hubs</h2>
      <QueryBoundary query={query} rows={2}>
        {() => (
          <ul className="divide-y">
            {hubs.map((hub) => {
              const own = product.sellers[hub._id];
              return (
                <li key={hub._id} className="flex flex-wrap items-center gap-x-4 py-1 pl-5 pr-3">
                  <div className="min-w-40 flex-1">
                    <HubSwitch product={product} hub={hub} />
                  </div>
                  <span className="figures font-semibold">{own ? showNaira(own.price) : ''}</span>
                  <Button look="quiet" icon="edit" onClick={() => setEditing(hub)}>
                    Edit<span className="sr-only"> {hub.name}</span>
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </QueryBoundary>
      {editing && (
        <Dialog open onClose={() => setEditing(null)} title={`${product.name} at ${editing.name}`}>
          <SellerFields product={product} sellerId={editing._id} onDone={() => setEditing(null)} />
        </Dialog>
      )}
    </Card>
  );
}

function HubSwitch({ product, hub }: { product: ProductRow; hub: { _id: string; name: string } }) {
  const { busy, sendRow: writeRow } = useCommand();
  const own = product.sellers[hub._id];
  const toggle = async (on: boolean) => {
    const status = on ? 'active' : 'inactive';
    const said = 'Product status updated';
    if (own) await writeRow(sellerProduct, 'set_status', { _id: own.seller_product_id, status }, said);
    else {
      const { mpu, price } = product;
      const body = { seller_id: hub._id, product_id: product._id, mpu, price, status };
      await writeRow(sellerProduct, 'create', { ...body, quantity: SELLER_PRODUCT_QUANTITY.switched }, said);
    }
  };
  return (
    <SwitchField label={hub.name} checked={own?.status === 'active'} busy={busy} onChange={(on) => void toggle(on)} />
  );
}
