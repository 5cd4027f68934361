import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { pricesForGroup } from '#contract/orders/orderItemCalls.ts';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';

/** What a product is billed by in one order: naira text a case; `available` in units, the hub's ceiling, null: none (B8.4). */
export interface Priced {
  product_id: string;
  price: string;
  available: number | null;
  /** Units come in multiples of it (K5). */
  mpu: number;
  /** false: the hub has switched the product off (K6). */
  sold: boolean;
}

/** What each of these is billed by, and its hub's ceiling; none until it is known. */
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

/** Why no price stands there, and the way to ask again. */
export function PricesNotLoaded({ of }: { of: ReturnType<typeof usePrices> }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      <span className="font-semibold">Prices</span>
      <NotLoadedLine error={of.error} onRetry={of.again} />
    </div>
  );
}
