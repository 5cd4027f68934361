/** Who else counts a transfer. */
import { expect, test } from 'vitest';
import { countersOf } from '#features/stock/parts/lines/counters.ts';

const item = (
  product_id: string,
  by: string | null,
  more: { quantity_accepted?: number | null; version?: number } = {},
) => ({
  product_id,
  quantity_accepted: 12,
  version: 2,
  modified_by: by === null ? null : { _id: by, name: `Name of ${by}` },
  ...more,
});

test('nobody else counted: own lines, lines without a figure, figures that were announced, and lines of nobody', {
  tags: ['UI-28'],
}, () => {
  const items = [
    item('a', 'me'),
    item('b', 'zainab', { quantity_accepted: null }),
    item('c', 'office', { version: 1 }),
    item('d', null),
  ];
  expect(countersOf(items, 'me')).toEqual({ byProduct: new Map(), words: '' });
  expect(countersOf([], undefined).words).toBe('');
});

test('one person is named, several are one and the number of the others', { tags: ['UI-28'] }, () => {
  expect(countersOf([item('a', 'zainab')], 'me').words).toBe('Name of zainab counted 1 line');
  const more = countersOf([item('a', 'zainab'), item('b', 'zainab'), item('c', 'ade'), item('d', 'me')], 'me');
  expect(more.words).toBe('Name of zainab and 1 other counted 3 lines');
  expect(more.byProduct.get('c')).toBe('Name of ade');
  expect(more.byProduct.has('d')).toBe(false);
});
