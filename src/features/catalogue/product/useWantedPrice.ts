import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { oneQuery } from '#client/reads/queries.ts';
import { warehouse as warehouseModel } from '#contract/stock/warehouse.ts';
import { useSearchValues } from '#crud/address.ts';
import { hasMouse } from '#ui/fields/focus.ts';
import type { HubPrice } from './useHubPrices.ts';

/**
 * Selects the price that the command bar leads to (`act=price`): the price of the hub of `warehouse`, otherwise the first one. A typed figure
 * replaces the selected price. A touch screen only shows the price, because the focus would open the keyboard over half of the screen. `prices`: null
 * until they are loaded.
 */
export function useWantedPrice(
  prices: readonly HubPrice[] | null,
  inputOf: (id: string) => HTMLInputElement | null | undefined,
): void {
  const { act, warehouse, ...search } = useSearchValues();
  const navigate = useNavigate();
  const isWanted = act === 'price';
  // The warehouse itself names its hub. The stock of the product does not: it leaves out hubs that never had the product.
  const place = useQuery({
    ...oneQuery(warehouseModel, warehouse ?? ''),
    enabled: isWanted && warehouse !== undefined,
  });
  const of = place.data?.data[0];
  const hub = of?.parent_type === 'seller' ? of.parent._id : undefined;
  const isKnown = warehouse === undefined || of !== undefined;
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
