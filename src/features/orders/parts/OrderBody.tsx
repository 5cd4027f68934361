import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import type { OrderGroupRow, OrderRow } from '#contract/orders/orderRows.ts';
import { useSession } from '#crud/query/useSession.ts';
import { mayEditGroup } from '#domain/order.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { AddProduct } from './lines/AddProduct.tsx';
import { OrderSection } from './OrderSection.tsx';
import { orderTexts } from './texts.ts';

type OrderWithItems = OrderRow & { items: OrderItem[] };

/** The orders of a group, as `order_group/read` returns them. */
export const ordersOf = (group: OrderGroupRow) => (group.orders ?? []) as OrderWithItems[];
export const itemsOf = (group: OrderGroupRow) => ordersOf(group).flatMap((order) => order.items);

/** The content of a group: one section per manufacturer, and Add Product (ORD-23, ORD-24). */
export function OrderBody({ group, cart = false }: { group: OrderGroupRow; cart?: boolean }) {
  const { profile } = useSession();
  const orders = ordersOf(group);
  // A cart hides its empty orders; a placed order shows them, because products were removed from it.
  const shown = group.tag === 'draft' ? orders.filter((order) => order.items.length > 0) : orders;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {mayEditGroup(group.tag, profile) && (
        <div>
          <AddProduct
            groupId={group._id}
            sellerId={group.seller_id}
            present={new Set(itemsOf(group).map((item) => item.product_id))}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <Card>
          <EmptyState title={orderTexts.noItems} />
        </Card>
      ) : (
        shown.map((order) => <OrderSection key={order._id} order={order} group={group} cart={cart} />)
      )}
    </div>
  );
}
