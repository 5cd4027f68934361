/** What the warehouse of an order's hub has, for people who may see stock or take orders. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type OrderItem, stockForGroup } from '#contract/orders/orderItemCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useMayAsk } from '#crud/query/useSession.ts';

/** The fields of an order that say which hub is asked, and whether at all. */
export type StockedOrder = Pick<OrderGroupRow, '_id' | 'tag' | 'seller'>;

/** What the hub of an order has in its warehouse. */
export interface OrderStock {
  hub: string;
  /** Units by product; undefined until they are known. */
  units: ReadonlyMap<string, number> | undefined;
}

/** What the hub has of one product, in units. */
export interface LineStock {
  hub: string;
  units: number;
}

const unitsOf = (rows: readonly { product_id: string; quantity: number }[]) =>
  new Map(rows.map((row) => [row.product_id, row.quantity]));

/**
 * What the hub has of each product of an order, or of `products`, which are not in the order yet. It matters until the goods are delivered. Undefined for
 * people who may not see stock, and where no hub has the goods.
 */
export function useHubStock({ _id, tag, seller }: StockedOrder, products?: readonly string[]): OrderStock | undefined {
  const may = useMayAsk(stockForGroup);
  const asks = may && (tag === 'draft' || tag === 'pending') && seller !== null;
  const query = useQuery({
    ...queryFor(stockForGroup, { order_group_id: _id, ...(products && { product_id: products }) }),
    enabled: asks && products?.length !== 0,
    // The rows of the search before stay until their own are there.
    placeholderData: keepPreviousData,
  });
  const units = useMemo(() => query.data && unitsOf(query.data.data.rows), [query.data]);
  // A stock that cannot be read has no column, which would be empty.
  return asks && seller && !(query.isError && !units) ? { hub: seller.name, units } : undefined;
}

/** The lines that ask for more units than the hub has. */
export const shortLines = (items: readonly OrderItem[], units: ReadonlyMap<string, number> | undefined): OrderItem[] =>
  items.filter(({ product_id, quantity }) => quantity > (units?.get(product_id) ?? quantity));
