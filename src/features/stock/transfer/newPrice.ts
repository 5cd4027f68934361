/** Compares the prices of saved lines with the source's current prices. A line that was saved without a server has the price that the tablet knew. */
import { useCallback } from 'react';
import { type Kobo, parseMoney, showNaira } from '#domain/money.ts';
import { isLocal } from '#offline/outbox/op.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import type { Pickables } from '../parts/parties.ts';

/**
 * Returns the source's current price per case if a line of a transfer that began on this tablet has another one. Null: they are equal, or the server
 * has not answered. An announced transfer has agreed prices, so nothing is compared.
 */
export function useNewPrices(
  { transfer }: Pick<TransferView, 'transfer'>,
  { of, copy, pending }: Pickables,
): (line: LineView) => Kobo | null {
  const isShown = isLocal(transfer) && !copy && !pending;
  return useCallback((line) => (isShown ? newPrice(line, of(line.product_id)?.rate) : null), [isShown, of]);
}

/** The current price if it differs from the line's. `offered`: the source's price per case, naira text; undefined: it does not offer the product. */
export function newPrice(line: Pick<LineView, 'rate' | 'quantity'>, offered: string | undefined): Kobo | null {
  const now = parseMoney(offered ?? '');
  return now === null || line.rate === null || line.quantity === 0 || line.rate === now ? null : now;
}

/** "₦41,000 a case, the price is ₦42,500 now" */
export const priceText = ({ rate }: Pick<LineView, 'rate'>, now: Kobo): string =>
  `${showNaira(rate ?? 0)} a case, the price is ${showNaira(now)} now`;

export const changedText = (lines: number): string =>
  lines === 1 ? '1 product has another price now' : `${lines} products have another price now`;
