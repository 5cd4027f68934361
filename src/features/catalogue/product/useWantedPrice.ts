import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { stockOfProduct } from '#contract/stock/productStockCalls.ts';
import { useSearchValues } from '#crud/address.ts';
import { hasMouse } from '#ui/fields/focus.ts';
import type { HubPrice } from './useHubPrices.ts';

/**
 * Selects the price that the command bar leads to (`act=price`): of the hub of `warehouse`, otherwise the first one. It is selected, so that a typed figure
 * replaces it. A touch screen only shows it, because the focus would open the keyboard over half of the screen. `prices`: null until they are there.
 */
export function useWantedPrice(
  productId: string,
  prices: readonly HubPrice[] | null,
  inputOf: (id: string) => HTMLInputElement | null | undefined,
): void {
  const { act, warehouse, ...search } = useSearchValues();
  const navigate = useNavigate();
  const isWanted = act === 'price';
  const stock = useQuery({
    ...queryFor(stockOfProduct, { product_id: productId }),
    enabled: isWanted && warehouse !== undefined,
  });
  const hub = stock.data?.data.find((one) => one.warehouse_id === warehouse)?.hub._id;
  const isKnown = warehouse === undefined || !stock.isPending;
  // A warehouse whose hub is unknown gives no price, so that nobody changes the price of another hub.
  const id =
    isWanted && isKnown ? prices?.find((one) => warehouse === undefined || one.seller_id === hub)?._id : undefined;
  const latest = useRef({ inputOf, navigate, search: { ...search, warehouse } });
  latest.current = { inputOf, navigate, search: { ...search, warehouse } };
  useEffect(() => {
    if (id === undefined) return;
    // The bar gives the focus back a moment after it is gone.
    const timer = setTimeout(() => {
      const own = latest.current;
      const input = own.inputOf(id);
      input?.scrollIntoView({ block: 'nearest' });
      if (hasMouse()) input?.focus({ preventScroll: true });
      // Coming back to this page later moves nothing.
      void own.navigate({ to: '.', search: own.search, replace: true, resetScroll: false });
    });
    return () => clearTimeout(timer);
  }, [id]);
}
