/** Whether the person adds by tapping offered goods, by what is chosen. */
import { expect, test } from 'vitest';
import { tappingAfter } from '#features/stock/transfer/likely/useTapping.ts';

const tapped = { isTapping: true, productId: 'a' };

test('taps go on until a product is chosen by letters or by a scan; a press on a line, an empty field and a count change nothing', {
  tags: ['UI-28'],
}, () => {
  expect(tappingAfter(tapped, null)).toBe(tapped);
  expect(tappingAfter(tapped, { productId: 'a', how: 'add' })).toBe(tapped);
  expect(tappingAfter(tapped, { productId: 'b', how: 'count' })).toBe(tapped);
  const stopped = { isTapping: false, productId: 'a' };
  expect(tappingAfter(tapped, { productId: 'b', how: 'add' })).toEqual(stopped);
  expect(tappingAfter(tapped, { productId: 'b', how: 'set' })).toEqual(stopped);
  expect(tappingAfter(stopped, null)).toBe(stopped);
});
