import type { ComponentProps, ReactNode } from 'react';
import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { NotStored } from '#crud/query/Saved.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { isCancelledOrDeleted, mayEditGroup } from '#domain/order.ts';
import { plural } from '#domain/plural.ts';
import { casesSum } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { AddProduct } from './lines/AddProduct.tsx';
import { useHubStock } from './lines/hubStock.ts';
import { OrderLines, type OrderWithItems } from './lines/OrderLines.tsx';
import { OrderHead } from './OrderHead.tsx';
import { orderTexts } from './texts.ts';

/** The orders of a group, as `order_group/read` returns them. */
export const ordersOf = (group: OrderGroupRow) => (group.orders ?? []) as OrderWithItems[];
export const itemsOf = (group: OrderGroupRow) => ordersOf(group).flatMap((order) => order.items);

/** The style of the tab row over the contents of an order. The row keeps its place when another tab opens. */
export const ORDER_TABS =
  'flex min-h-[calc(var(--tap)+1px)] flex-wrap items-center gap-x-4 gap-y-2 border-b [&>[role=tablist]]:border-b-0 [&>[role=tablist]]:-mb-px';

/**
 * The contents of an order group: one table with the rows of each manufacturer under its name, and the way to add products (ORD-23, ORD-24). `tabs`:
 * replaces the heading. `adding`: how adding begins and ends.
 */
export function OrderBody({
  group,
  cart = false,
  tabs,
  adding,
}: {
  group: OrderGroupRow;
  cart?: boolean;
  tabs?: ReactNode;
  adding?: Pick<ComponentProps<typeof AddProduct>, 'begins' | 'onClosed'>;
}) {
  const { profile } = useSession();
  const orders = ordersOf(group);
  const items = itemsOf(group);
  const stock = useHubStock(group);
  const mayEdit = mayEditGroup(group.tag, profile);
  // A cart hides its emptied orders. A placed order shows them, because they tell what was removed.
  const emptied = group.tag === 'draft' ? [] : orders.filter((order) => order.items.length === 0);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className={classes(ORDER_TABS, !tabs && 'border-transparent!')}>
        {tabs}
        <h2 className={tabs ? 'sr-only' : 'text-base font-semibold'}>Products</h2>
        <span className="figures text-sm text-ink-faint">
          {items.length > 0 && (
            <>
              {/* On a phone only the cases have room beside the button. */}
              <span className="max-sm:sr-only">{`${plural(items.length, '# product', '# products')}, `}</span>
              {casesOf(items)}
            </>
          )}
        </span>
        {mayEdit && (
          <span className="ml-auto">
            <AddProduct
              {...adding}
              group={group}
              present={new Map(items.map(({ product_id, quantity }) => [product_id, quantity]))}
              sum={
                items.length > 0
                  ? `${plural(items.length, '# product', '# products')}, ${showNaira(group.total)}`
                  : undefined
              }
              // A screen has one filled button: the next step of an order that has lines.
              first={group.tag === 'draft' && items.length === 0}
            />
          </span>
        )}
      </div>
      <Card padded={false} label="Products">
        {items.length > 0 && (
          <OrderLines
            label="Products"
            orders={orders}
            headOf={(order) => <OrderHead order={order} group={group} cart={cart} />}
            mayEdit={mayEdit && !isCancelledOrDeleted(group.tag)}
            draft={group.tag === 'draft'}
            cart={cart}
            stock={stock}
          />
        )}
        {emptied.map((order) => (
          <section key={order._id} aria-label={order.manufacturer.name} className="border-t px-5 py-2">
            <OrderHead order={order} group={group} cart={cart} />
            <p className="pb-1 text-sm text-ink-soft">{orderTexts.noItems}</p>
          </section>
        ))}
        {group.orders === undefined && <NotStored what="What was ordered" />}
        {group.orders !== undefined && items.length === 0 && emptied.length === 0 && (
          <EmptyState title={orderTexts.noItems}>
            {mayEdit && <p>Add the first product with the button above.</p>}
          </EmptyState>
        )}
      </Card>
    </div>
  );
}

/** "9 cases" or "9.5 cases" of all lines, as they were ordered. */
function casesOf(items: readonly OrderItem[]): string {
  return casesSum(items.reduce((sum, { quantity, product }) => sum + quantity / product.case_count, 0));
}
