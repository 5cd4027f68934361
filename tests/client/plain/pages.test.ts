/** A page cut from a whole list by the client: several values of one filter. */
import { expect, test } from 'vitest';
import { pageOf } from '#client/plain/pages.ts';

const rows = ['pending', 'delivered', 'completed', 'cancelled'].map((tag) => ({
  _id: tag,
  tag,
  seller_id: `of ${tag}`,
}));
const found = (tag: string | string[]) => pageOf(rows, { tag }).rows.map(({ _id }) => _id);

test('a filter of several values lets through what has any of them, also beside a word for several', {
  tags: ['PLAIN-04', 'ORD-11'],
}, () => {
  expect(found('pending,cancelled')).toEqual(['pending', 'cancelled']);
  expect(found(['pending', 'cancelled'])).toEqual(['pending', 'cancelled']);
  expect(found('pencom,cancelled')).toEqual(['pending', 'completed', 'cancelled']);
  expect(found('cancelled,pencom')).toEqual(['pending', 'completed', 'cancelled']);
  expect(found('all')).toHaveLength(4);
});
