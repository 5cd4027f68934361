/** Merges the typed values of an order line with the values that a colleague saved meanwhile (B12.6). */
import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import { formatMoney, koboOf, lineAmount } from '#domain/money.ts';

type Line = Pick<OrderItem, 'quantity' | 'amount' | 'rate'> & {
  product: Pick<OrderItem['product'], 'price' | 'case_count'>;
};

/** The line's price in kobo per case: its own price (K1), else the product's. */
export const rateOfLine = (line: Line): number => koboOf(line.rate ?? line.product.price ?? '0');

/** The values to write: quantity in units, rate as naira text per case. Absent ones are unchanged. `amount`: the resulting amount as naira text. */
interface Written {
  quantity?: number;
  rate?: string;
  amount: string;
}

/**
 * Merges `mine` into `over`, the current line. `seen` is the line as it was when typing began. `quantity` is units, `rate` is kobo per case. A
 * quantity or rate that was not changed here keeps the colleague's value, and the amount follows from both. If nothing differs from `over`, its
 * amount stays to the kobo.
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
