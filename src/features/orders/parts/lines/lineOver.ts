/** A line of an order typed here, put over the one a colleague saved meanwhile (B12.6). */
import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import { formatMoney, koboOf, lineAmount } from '#domain/money.ts';

type Line = Pick<OrderItem, 'quantity' | 'amount' | 'rate'> & {
  product: Pick<OrderItem['product'], 'price' | 'case_count'>;
};

/** What a case of the line costs, in kobo: its own price (K1), else the product's. */
export const rateOfLine = (line: Line): number => koboOf(line.rate ?? line.product.price ?? '0');

/** What is written: a quantity in units, a price in naira text a case; absent: not changed. `amount`: what the line comes to then, naira text. */
interface Written {
  quantity?: number;
  rate?: string;
  amount: string;
}

/**
 * Mine over `over`, the line as it is now; `seen` is the line when it was typed over. `quantity` in units, `rate` in kobo a case. A quantity or a
 * rate that was not changed here is theirs, and the amount follows from both; where nothing differs from `over`, its amount stays to the kobo.
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
