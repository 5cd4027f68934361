/** What a line of an order says about stock: what the hub has, and the hub's limit for sale. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import { Limit, StockOfLine } from '#features/orders/parts/lines/LineStock.tsx';

const item = (available: number | null, quantity = 12) =>
  ({ available, quantity, quantity_accepted: null, product: { case_count: 12 } }) as unknown as OrderItem;
const words = (element: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]+>/g, '')
    .replace('&#x27;', "'");
const there = (of: OrderItem, units: number | undefined) => words(createElement(StockOfLine, { item: of, units }));
const limit = (of: OrderItem, beside: boolean) => words(createElement(Limit, { item: of, beside }));

describe('a line of an order', { tags: ['UI-24', 'B8.4'] }, () => {
  test("says first what is there, and then the hub's limit for sale", () => {
    expect(there(item(480), 324)).toBe("27 cases there; 40.0 cases available, the hub's limit for sale");
    expect(there(item(480, 6), 6)).toBe("6 units there; 40.0 cases available, the hub's limit for sale");
    expect(there(item(486), 324)).toBe("27 cases there; 40.5 cases available, the hub's limit for sale");
    expect(there(item(null), 324)).toBe('27 cases there');
    expect(there(item(480, 360), 324)).toBe(
      "27 cases there; 40.0 cases available, the hub's limit for sale3 cases too many",
    );
    // A limit of 0 stands below the name, with "Out of Stock".
    expect(there(item(0), 324)).toBe('27 cases there');
    // Until the stock is known the limit stands alone.
    expect(there(item(480), undefined)).toBe("40.0 cases available, the hub's limit for sale");
  });
  test('shows the limit below the name if no column has the stock, and never twice', () => {
    expect(limit(item(480), false)).toBe("40.0 cases available, the hub's limit for sale");
    expect(limit(item(486), false)).toBe("40.5 cases available, the hub's limit for sale");
    expect(limit(item(480), true)).toBe('');
    expect(limit(item(0), true)).toBe("Out of StockNot for sale here: the hub's limit is 0.");
    expect(limit(item(null), false)).toBe('');
  });
});
