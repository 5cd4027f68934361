import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { stockOfProduct } from '#contract/stock/productStockCalls.ts';
import { useSearchValues } from '#crud/address.ts';
import { hasMouse } from '#ui/fields/focus.ts';
import type { HubPrice } from './useHubPrices.ts';

/**
 * Selects the price that the command bar leads to (`act=price`): the price of the hub of `warehouse`, otherwise the first one. A typed figure
 * replaces the selected price. A touch screen only shows the price, because the focus would open the keyboard over half of the screen. `prices`: null
 * until they are loaded.
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
    // The command bar gives the focus back a moment after it closes.
    const timer = setTimeout(() => {
      const own = latest.current;
      const input = own.inputOf(id);
      input?.scrollIntoView({ block: 'nearest' });
      if (hasMouse()) input?.focus({ preventScroll: true });
      // The parameter leaves the address, so that a later return to this page moves nothing.
      void own.navigate({ to: '.', search: own.search, replace: true, resetScroll: false });
    });
    return () => clearTimeout(timer);
  }, [id]);
}
