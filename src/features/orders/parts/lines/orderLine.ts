/** The rules of an order's lines that differ from the lines of a purchase order. */
import { type OrderItem, removeGroupItem, updateGroupItem } from '#contract/orders/orderItemCalls.ts';
import { showNaira } from '#domain/money.ts';
import { figuresOver, type LineFigures } from '../../../lines/parts/lineFigures.ts';
import type { LinePolicy } from '../../../lines/parts/useLineWrites.tsx';

/** The figures to send: those that differ from the stored line. The server computes the amount from quantity and price. */
export function changedFigures({ quantity, quantity_accepted, rate }: LineFigures, over: LineFigures) {
  return {
    ...(quantity === over.quantity ? {} : { quantity }),
    ...(quantity_accepted === over.quantity_accepted ? {} : { quantity_accepted }),
    ...(rate === null || rate === over.rate ? {} : { rate }),
  };
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
