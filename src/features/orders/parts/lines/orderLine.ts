/** The rules of an order's lines that differ from the lines of a purchase order. */
import { type OrderItem, removeGroupItem, updateGroupItem } from '#contract/orders/orderItemCalls.ts';
import { showNaira } from '#domain/money.ts';
import { figuresOver, isUnusual, type LineFigures } from '../../../lines/parts/lineFigures.ts';
import type { LinePolicy } from '../../../lines/parts/useLineWrites.tsx';

/** The figures to send: those that differ from the stored line. The server computes the amount from quantity and price. */
export function changedFigures({ quantity, quantity_accepted, rate }: LineFigures, over: LineFigures) {
  return {
    ...(quantity === over.quantity ? {} : { quantity }),
    ...(quantity_accepted === over.quantity_accepted ? {} : { quantity_accepted }),
    ...(rate === null || rate === over.rate ? {} : { rate }),
  };
}

/** The price of a line, naira text per case: its own one (K1), else the product's. */
export const priceOf = ({ rate, product }: OrderItem): string => rate ?? product.price ?? '0.00';

/** The most units that may be ordered, undefined for no limit. A line of a product that is out of stock may keep its quantity or get smaller. */
export const ceilingOf = ({ available, quantity }: OrderItem): number | undefined =>
  available === null ? undefined : Math.max(1, available === 0 ? quantity : available);

/** A note beside a typed price that is far from the usual one. */
export function usualText({ product: { price } }: OrderItem, typed: string): string | undefined {
  return isUnusual(typed, price ?? undefined)
    ? `The usual price is ${showNaira(price ?? '0')} a case. Check before you save.`
    : undefined;
}

/** `updated`: the toast after a change. The retailer's cart and the order have other words (A29). */
export const orderLinePolicy = (updated: string): LinePolicy<OrderItem, LineFigures> => ({
  wordsOf: ({ quantity, quantity_accepted, amount }, cases) => [
    ['Quantity', cases(quantity)],
    ['Accepted', quantity_accepted === null ? '' : cases(quantity_accepted)],
    ['Amount', showNaira(amount)],
  ],
  merge: figuresOver,
  change: (send, figures, over, on) => {
    const body = { _id: over._id, base_version: over.version, ...changedFigures(figures, over) };
    return send(updateGroupItem, body, updated, on);
  },
  remove: (send, { _id }, base_version, on) =>
    send(removeGroupItem, { _id, base_version }, 'Product removed from order.', on),
});

export const PRODUCT_UPDATED = orderLinePolicy('Order product updated');
export const ITEM_UPDATED = orderLinePolicy('Order item updated');
