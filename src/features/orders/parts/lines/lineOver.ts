/** Rebases an edited line of an order onto the line that a colleague saved meanwhile (B12.6). */
import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import { formatMoney, koboOf, lineAmount } from '#domain/money.ts';

type Line = Pick<OrderItem, 'quantity' | 'amount' | 'rate'> & {
  product: Pick<OrderItem['product'], 'price' | 'case_count'>;
};

/** The price of a case in kobo: the line's own price (K1), otherwise the product's. */
export const rateOfLine = (line: Line): number => koboOf(line.rate ?? line.product.price ?? '0');

/** The values to write: quantity in units, rate as naira text per case; missing if unchanged. `amount` is the resulting amount as naira text. */
interface Written {
  quantity?: number;
  rate?: string;
  amount: string;
}

/**
 * Rebases `mine` onto `over`, the current line. `seen` is the line that the person edited. `quantity` is in units, `rate` in kobo per case. A
 * quantity or rate that the person did not change stays theirs, and the amount follows from both. If nothing differs from `over`, its exact amount
 * is kept.
 */
export function lineOver(mine: { quantity: number; rate: number }, seen: Line, over: Line): Written {
  const quantity = mine.quantity === seen.quantity ? over.quantity : mine.quantity;
  const rate = mine.rate === rateOfLine(seen) ? rateOfLine(over) : mine.rate;
  const priced = rate === rateOfLine(over) ? {} : { rate: formatMoney(rate) };
  if (quantity === over.quantity && priced.rate === undefined) return { amount: over.amount };
  return {
    ...(quantity === over.quantity ? {} : { quantity }),
    ...priced,
    amount: formatMoney(lineAmount(quantity, rate, over.product.case_count)),
  };
}
