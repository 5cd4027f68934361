/** The page of a product: movements in words, the level by day, the days that a stock lasts, and prices beside the list price. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DAY } from '#domain/time.ts';
import { cover, levels, movementWords } from '#features/catalogue/parts/movements.ts';
import { CasesUnits } from '#features/catalogue/product/CasesUnits.tsx';
import { overList } from '#features/catalogue/product/HubPrices.tsx';
import { farFromList, priceProblem, typedPrice } from '#features/catalogue/product/useHubPrices.ts';
import { productListColumns, type StockOfPage } from '#features/catalogue/products/columns.tsx';

const order = {
  _id: 'po',
  ref: 'PO-1',
  source_obj: { _id: 's', name: 'Adé & Sons' },
  destination_obj: { _id: 'd', name: 'Yusuf' },
};

test('a movement names the other party and the direction; without a transfer it names only the act', () => {
  const words = (kind: string, quantity: number, of: typeof order | null = order, note = '') =>
    movementWords({ kind, quantity, note, purchase_order: of });
  expect(
    [
      ['shipment_in', 24],
      ['shipment_out', -2],
      ['stock_out', -5],
      ['stock_in', 3],
      ['transfer', -3],
      ['transfer', 3],
    ].map(([kind, quantity]) => words(String(kind), Number(quantity))),
  ).toEqual([
    'Received from Adé & Sons',
    'Rejected to Yusuf',
    'Issued to Yusuf',
    'Returned by Adé & Sons',
    'Moved to Yusuf',
    'Moved from Adé & Sons',
  ]);
  // The same transfers in the logs of the distributor and the associate.
  expect(
    [
      ['shipment_in', -24],
      ['shipment_out', 2],
      ['stock_out', 5],
      ['stock_in', -3],
    ].map(([kind, quantity]) => words(String(kind), Number(quantity))),
  ).toEqual(['Delivered to Yusuf', 'Rejected by Adé & Sons', 'Received from Adé & Sons', 'Returned to Yusuf']);
  expect(words('stock_out', -5, null)).toBe('Issued');
  expect(words('adjustment', -1, null, 'one tin burst')).toBe('Counted, one tin burst');
  expect(words('adjustment', 1, null)).toBe('Counted');
  expect(words('opening', 9, null)).toBe('Opening stock');
  // The server's note names the purchase order, and makes one sentence with the kind.
  expect(words('opening', 9, null, 'Opening for PO-Q4P9L78U')).toBe('Opening stock for PO-Q4P9L78U');
  expect(words('opening', 9, null, 'Counted on the first day')).toBe('Opening stock, Counted on the first day');
});

test('stock is cases and units; a change has its sign, and a line breaks only between cases and units', {
  tags: ['UI-22'],
}, () => {
  const html = (units: number, signed = false) =>
    renderToStaticMarkup(createElement(CasesUnits, { units, caseCount: 12, signed }));
  const texts = (markup: string) => markup.replaceAll(/<[^>]*>/g, '');
  expect([html(24), html(30), html(6), html(0), html(-6)].map(texts)).toEqual([
    '2 cases',
    '2 cases 6 units',
    '6 units',
    '0 cases',
    '−6 units',
  ]);
  expect([html(13, true), html(-13, true)].map(texts)).toEqual(['+1 case 1 unit', '−1 case 1 unit']);
  expect(html(30).match(/whitespace-nowrap/g)).toHaveLength(2);
});

test('under a heading "cases" the word is for screen readers alone', { tags: ['UI-22'] }, () => {
  const html = (units: number) =>
    renderToStaticMarkup(createElement(CasesUnits, { units, caseCount: 12, signed: true, bare: true }));
  expect(html(-60)).toBe('<span class="whitespace-nowrap">−5<span class="sr-only"> cases</span></span>');
  expect(html(12)).toContain('+1<span class="sr-only"> case</span>');
  expect(html(6)).toBe('<span class="whitespace-nowrap text-xs leading-4 font-normal">+6 units</span>');
  expect(html(30).replaceAll(/<[^>]*>/g, '')).toBe('+2 cases 6 units');
});

test('the level of a day is the last balance until its end; before the first movement it is zero or unknown', () => {
  const now = 20_000 * DAY;
  const logs = [
    { created: now - DAY, quantity: -12, balance_after: 24 },
    { created: now - 3 * DAY, quantity: 36, balance_after: 36 },
  ];
  const of = (isWhole: boolean) => levels(logs, 12, now, 5, isWhole).map(({ values }) => values.level);
  expect(of(true)).toEqual([0, 3, 3, 2, 2]);
  expect(of(false)).toEqual([undefined, 3, 3, 2, 2]);
});

test('the days that a stock lasts are whole days at the recent rate, and unknown if nothing left', () => {
  expect([cover(30, 28, 28), cover(29, 14, 28), cover(0, 14, 28), cover(30, 0, 28), cover(30, -3, 28)]).toEqual([
    30,
    58,
    0,
    null,
    null,
  ]);
});

test('a typed price may have commas and the naira sign; any other text gives an error', () => {
  expect([typedPrice('77,592'), typedPrice('₦ 77592.50'), typedPrice('12k')]).toEqual([7_759_200, 7_759_250, null]);
  expect(['', 'twelve', '-5', '12', '9999999999999999'].map(priceProblem)).toEqual([
    'Price field is required.',
    'Price must be a number.',
    'Price must not be less than 0',
    null,
    'Price is too large.',
  ]);
});

test('the difference from the list price is shown in percent', () => {
  expect([
    overList(7_759_200, 7_390_000),
    overList(7_245_000, 7_390_000),
    overList(7_390_000, 7_390_000),
    overList(7_390_001, 7_390_000),
    overList(5, 0),
    overList(null, 5),
  ]).toEqual(['+5%', '−2%', 'as list', '+0%', '–', '–']);
});

test('a price far from the list price gets a note in percent; a stored price or a near one does not', () => {
  const warnsOf = (text: string, stored = 780_000) => farFromList(text, 820_000, stored);
  expect([warnsOf('40,000'), warnsOf('5'), warnsOf('10,660'), warnsOf('5740'), warnsOf('82000000')]).toEqual([
    '₦40,000 is 388% above the list price',
    '₦5 is 100% below the list price',
    '₦10,660 is 30% above the list price',
    '₦5,740 is 30% below the list price',
    '₦82,000,000 is 999,900% above the list price',
  ]);
  expect([warnsOf('10,500'), warnsOf('6000'), warnsOf('many'), warnsOf('-5'), warnsOf('40000', 4_000_000)]).toEqual(
    Array(5).fill(null),
  );
  expect([farFromList('5', null, 1), farFromList('5', 0, 1)]).toEqual([null, null]);
});

test('the list of products says that the stock is not stored on this device, and says nothing while it is awaited', () => {
  const viewer = { administrator: true, ownHub: null, mayOpen: true, mayOpenBrand: true, mayOpenManufacturer: true };
  const cell = (stock: Partial<StockOfPage>) => {
    const of = { isAwaited: false, held: undefined, copyAt: null, isMissing: false, ...stock };
    const column = productListColumns(viewer, false, of).find(({ key }) => key === 'stock');
    const row = { _id: 'p1', case_count: 12 };
    return renderToStaticMarkup(createElement('td', null, column?.cell(row as never, 0)));
  };
  expect(cell({ isMissing: true })).toBe('<td><span title="Not stored on this device">–</span></td>');
  expect(cell({})).toBe('<td></td>');
  expect(cell({ held: { p1: 0 } })).toContain('none');
  expect(cell({ held: { p1: 24 } })).toContain('2');
});
