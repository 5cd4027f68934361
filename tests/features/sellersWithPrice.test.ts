/** K29: the hubs that sell a product, as the catalogue lists them. */
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SellersWithPrice } from '#features/catalogue/parts/SellersWithPrice.tsx';

const drawn = (prices: readonly string[]) => {
  const sellers = Object.fromEntries(
    prices.map((price, at) => [`hub_${at}`, { status: 'active', price, seller: { name: `Hub ${at}` } }]),
  );
  return renderToString(createElement(SellersWithPrice, { row: { sellers } as never }))
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
};

test('prices that are not shown are counted as "1 other price" or "2 other prices"', { tags: ['K29'] }, () => {
  expect(drawn(['1.00', '2.00'])).not.toContain('other');
  expect(drawn(['1.00', '2.00', '3.00'])).toContain('and 1 other price ');
  expect(drawn(['1.00', '2.00', '3.00', '4.00'])).toContain('and 2 other prices ');
});

test('the price of most hubs comes first, and hubs with the same price share a line', { tags: ['PROD-05'] }, () => {
  expect(drawn(['1.00', '2.00', '2.00'])).toMatch(/2 hubs ₦2.* Hub 0 ₦1/);
});
