import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { pricesForGroup } from '#contract/orders/orderItemCalls.ts';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';

/** The price of a product in one order, as naira text per case. `available` is the hub's ceiling in units; null if there is none (B8.4). */
export interface Priced {
  product_id: string;
  price: string;
  available: number | null;
  /** Units must be a multiple of this (K5). */
  mpu: number;
  /** false if the hub has switched the product off (K6). */
  sold: boolean;
}

/** The prices and the hub's ceilings of these products; empty until they are loaded. */
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

/** Says why the prices did not load, with a retry. */
export function PricesNotLoaded({ of }: { of: ReturnType<typeof usePrices> }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      <span className="font-semibold">Prices</span>
      <NotLoadedLine error={of.error} onRetry={of.again} />
    </div>
  );
}
