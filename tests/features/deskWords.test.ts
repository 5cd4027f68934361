/** Words that users asked for: rows of a wallet, hubs without a product, and the two stocks of an associate's warehouse. */
import { describe, expect, test } from 'vitest';
import type { WarehouseProduct } from '#contract/stock/stockCalls.ts';
import { sellingNone } from '#features/catalogue/product/StockByHub.tsx';
import { orderTitle } from '#features/purchasing/orderCells.tsx';
import type { OrderHead } from '#features/purchasing/orderValues.ts';
import { casesNote } from '#features/stock/warehouse/stockSums.ts';
import { happened } from '#features/wallet/parts/happened.ts';

describe('the words of a row in a wallet', { tags: ['LED-03'] }, () => {
  const row = (more: Partial<Parameters<typeof happened>[0]>) => ({
    ...{ tag: 'receipt', effect: '10.00', ref_type: 'purchase_order', retailer: null },
    ...more,
  });
  test('say whether goods of an associate were issued or returned, although both rows have the tag receipt', () => {
    expect(happened(row({}), 'sales_officer')).toBe('Stock issued');
    expect(happened(row({ effect: '-10.00' }), 'sales_officer')).toBe('Stock returned');
    expect(happened(row({ effect: '-10.00' }), 'distributor')).toBe('Goods received');
    expect(happened(row({}), 'distributor')).toBe('Goods rejected');
  });
  test('name the retailer for cash of an order, except in the retailer’s own wallet and for a deposit', () => {
    const cash = row({ tag: 'cash', ref_type: 'order_group', retailer: 'Hauwa Stores' });
    expect(happened(cash, 'sales_officer')).toBe('Cash from Hauwa Stores');
    expect(happened({ ...cash, effect: '-10.00' }, 'sales_officer')).toBe('Cash to Hauwa Stores');
    expect(happened({ ...cash, tag: 'order' }, 'sales_officer')).toBe('Order of Hauwa Stores');
    expect(happened(cash, 'buyer')).toBe('');
    expect(happened(row({ tag: 'cash', ref_type: null }), 'sales_officer')).toBe('');
    // A copy of an earlier release does not know the retailer.
    expect(happened({ ...cash, retailer: undefined }, 'sales_officer')).toBe('');
  });
});

test('a hub that sells a product and has none of it is listed after the hubs that have some', () => {
  const hub = (id: string) => ({ _id: id, name: `Hub ${id}` });
  const selling = ['c', 'a', 'b'].map(hub);
  expect(sellingNone(selling, [{ hub: hub('a') }]).map(({ _id }) => _id)).toEqual(['b', 'c']);
  expect(sellingNone([], [{ hub: hub('a') }])).toEqual([]);
});

test('the note of a warehouse counts the products of its list, and for an associate names both stocks', {
  tags: ['WH-17'],
}, () => {
  const row = (quantity: number, inHand?: number) =>
    ({
      quantity,
      product: { case_count: 10 },
      ...(inHand === undefined ? {} : { in_hand: inHand }),
    }) as WarehouseProduct;
  expect(casesNote([row(100), row(0), row(50)])).toBe('of 2 products');
  // A product that was sold and never issued has 0 in the books and less than 0 after sales. It is no product of the warehouse.
  expect(casesNote([row(300, 250), row(0, -50), row(0, 0)])).toBe('in the books, 20 after sales, of 1 product');
});

test('the title of a purchase order says what the order does', { tags: ['PO-11'] }, () => {
  const order = { kind: 'stock_in', source_obj: { name: 'Yusuf' }, destination_obj: { name: 'Mushin Hub' } };
  expect(orderTitle(order as OrderHead)).toBe('Return from Yusuf to Mushin Hub');
});
