import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type OrderItem, stockForGroup } from '#contract/orders/orderItemCalls.ts';
import type { OrderGroupRow, OrderRow } from '#contract/orders/orderRows.ts';
import { useMayAsk, useSession } from '#crud/query/useSession.ts';
import { mayEditGroup } from '#domain/order.ts';
import { plural } from '#domain/plural.ts';
import { casesSum } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { AddProduct } from './lines/AddProduct.tsx';
import type { OrderStock } from './lines/OrderLines.tsx';
import { OrderSection } from './OrderSection.tsx';
import { orderTexts } from './texts.ts';

type OrderWithItems = OrderRow & { items: OrderItem[] };

/** The orders of a group, as `order_group/read` returns them. */
export const ordersOf = (group: OrderGroupRow) => (group.orders ?? []) as OrderWithItems[];
export const itemsOf = (group: OrderGroupRow) => ordersOf(group).flatMap((order) => order.items);

/** The contents of a group: one section per manufacturer, and the way to add products (ORD-23, ORD-24). */
export function OrderBody({ group, cart = false }: { group: OrderGroupRow; cart?: boolean }) {
  const { profile } = useSession();
  const orders = ordersOf(group);
  const items = itemsOf(group);
  const stock = useHubStock(group, cart);
  // A cart hides its emptied orders. A placed order shows them, because they tell what was removed.
  const shown = group.tag === 'draft' ? orders.filter((order) => order.items.length > 0) : orders;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {!cart && (
          <h2 className="text-lg font-bold">
            Products{' '}
            <span className="figures text-base font-normal text-ink-faint">
              {plural(items.length, '# product', '# products')}, {casesOf(items)}
            </span>
          </h2>
        )}
        {mayEditGroup(group.tag, profile) && (
          <AddProduct
            groupId={group._id}
            sellerId={group.seller_id}
            present={new Set(items.map((item) => item.product_id))}
            // A screen has one filled button: the next step of an order that has lines.
            first={group.tag === 'draft' && items.length === 0}
          />
        )}
      </div>
      {shown.length === 0 ? (
        <Card>
          <EmptyState title={orderTexts.noItems} />
        </Card>
      ) : (
        shown.map((order) => <OrderSection key={order._id} order={order} group={group} cart={cart} stock={stock} />)
      )}
    </div>
  );
}

/** "9 cases" or "9.5 cases" of all lines, as they were ordered. */
function casesOf(items: readonly OrderItem[]): string {
  return casesSum(items.reduce((sum, { quantity, product }) => sum + quantity / product.case_count, 0));
}

/** What the hub has of each product. It matters until the goods are delivered, to people who may see stock. */
function useHubStock({ _id, tag, seller }: OrderGroupRow, cart: boolean): OrderStock | undefined {
  const may = useMayAsk(stockForGroup);
  const asks = may && !cart && tag === 'pending' && seller !== null;
  const query = useQuery({ ...queryFor(stockForGroup, { order_group_id: _id }), enabled: asks });
  const units = useMemo(
    () => query.data && new Map(query.data.data.rows.map((row) => [row.product_id, row.quantity])),
    [query.data],
  );
  return asks && seller ? { hub: seller.name, units } : undefined;
}
