/** Who else counts a transfer. */
import { expect, test } from 'vitest';
import { countersOf, replacedBy } from '#features/stock/parts/lines/counters.ts';

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
  expect(countersOf(items, 'me', true)).toEqual({ byProduct: new Map(), words: '' });
  expect(countersOf([], undefined, true).words).toBe('');
});

test('one person is named, several are one and the number of the others', { tags: ['UI-28'] }, () => {
  expect(countersOf([item('a', 'zainab')], 'me', true).words).toBe('Name of zainab counted 1 line');
  const more = countersOf([item('a', 'zainab'), item('b', 'zainab'), item('c', 'ade'), item('d', 'me')], 'me', true);
  expect(more.words).toBe('Name of zainab and 1 other counted 3 lines');
  expect(more.byProduct.get('c')).toBe('Name of ade');
  expect(more.byProduct.has('d')).toBe(false);
});

test('without a count, the colleague "entered" the lines, also lines with unchanged figures', {
  tags: ['UI-28'],
}, () => {
  const items = [item('a', 'zainab', { version: 1 }), item('b', 'zainab', { version: 1 }), item('c', 'zainab')];
  expect(countersOf(items, 'me', true).words).toBe('Name of zainab counted 1 line');
  expect(countersOf([...items, item('d', 'me')], 'me', false).words).toBe('Name of zainab entered 3 lines');
  expect(countersOf(items, 'zainab', false).words).toBe('');
});

test('a replaced figure of this person is named; an unchanged figure and a newer one of this tablet are not', {
  tags: ['UI-28'],
}, () => {
  const view = (units: number | null, state = 'sent') =>
    ({
      transfer: 't',
      lines: [{ product_id: 'a', case_count: 12, quantity: 48, quantity_accepted: units, state }],
    }) as never as Parameters<typeof replacedBy>[0];
  const entered = (units: number, more: object = {}, seq = 1) =>
    ({
      op: {
        ...{ seq, transfer: 't', user_id: 'me', type: 'upsert', state: 'done' },
        payload: { product_id: 'a', quantity: 48, quantity_accepted: units },
        ...more,
      },
    }) as never as Parameters<typeof replacedBy>[2][number];
  const others = countersOf([item('a', 'zainab')], 'me', true);
  const noteOf = (shown: Parameters<typeof replacedBy>[0], ...past: ReturnType<typeof entered>[]) =>
    replacedBy(shown, others, past, 'me').get('a');
  expect(noteOf(view(36))).toBeUndefined();
  expect(noteOf(view(36), entered(36))).toBeUndefined();
  expect(noteOf(view(36), entered(48, { user_id: 'ade' }))).toBeUndefined();
  expect(noteOf(view(36), entered(48, { transfer: 'other' }))).toBeUndefined();
  expect(noteOf(view(36), entered(48, { state: 'discarded' }))).toBeUndefined();
  expect(noteOf(view(null), entered(48))).toBeUndefined();
  expect(noteOf(view(36, 'waiting'), entered(48))).toBeUndefined();
  expect(replacedBy(view(36), countersOf([item('a', 'me')], 'me', true), [entered(48)], 'me').size).toBe(0);
  // The newest own figure counts, in whatever order they are read.
  expect(noteOf(view(36), entered(36, {}, 5), entered(48, {}, 2))).toBeUndefined();
  expect(noteOf(view(36), entered(48))).toBe('You entered 4 cases, Name of zainab 3 cases.');
});
