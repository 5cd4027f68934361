/** How often a retailer orders, in words. */
import { expect, test } from 'vitest';
import { oftenText } from '#features/people/often.ts';

test('the words say how many days lie between two orders; a single order is named as such', () => {
  const words = (orders: number, every: number | null) => oftenText({ orders, every });
  expect(words(0, null)).toBe('None');
  expect(words(1, null)).toBe('One order');
  expect([words(9, 1.2), words(9, 6.4), words(9, 30), words(3, 62)]).toEqual([
    'Every day',
    'Every 6 days',
    'Every 4 weeks',
    'Every 2 months',
  ]);
});
