import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { pricesForGroup } from '#contract/orders/orderItemCalls.ts';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';

/** A product's price in one order, as naira text per case. `available`: the hub's ceiling in units, null for none (B8.4). */
export interface Priced {
  product_id: string;
  price: string;
  available: number | null;
  /** Quantities are multiples of this number of units (K5). */
  mpu: number;
  /** False when the hub has switched the product off (K6). */
  sold: boolean;
}

/** The most units that the hub sells, a multiple of the MPU; null for no limit. */
export const mostOf = ({ available, mpu }: Priced): number | null => available && available - (available % mpu);

/** False if the hub does not sell the product: it is switched off, or its limit leaves nothing. True until the price is known. */
export const mayBeSold = (priced: Priced | undefined): boolean => !priced || (priced.sold && mostOf(priced) !== 0);

/** Prices and ceilings of products in an order. Empty until they are loaded. */
export function usePrices(groupId: string, products: readonly string[]) {
  const query = useQuery({
    ...queryFor(pricesForGroup, { order_group_id: groupId, product_id: products }),
    enabled: products.length > 0,
    placeholderData: keepPreviousData,
  });
  return {
    of: new Map<string, Priced>((query.data?.data ?? []).map((one) => [one.product_id, one])),
    pending: query.isPending || query.isPlaceholderData,
    failed: query.isError && !query.data,
    error: query.error,
    again: () => void query.refetch(),
  };
}

/** Says why there are no prices, with a retry button. */
export function PricesNotLoaded({ of }: { of: ReturnType<typeof usePrices> }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      <span className="font-semibold">Prices</span>
      <NotLoadedLine error={of.error} onRetry={of.again} />
    </div>
  );
}
