/** What somebody marked on products, until the server has it (DIST-08, CAT-03, PROD-41). */
import { expect, test } from 'vitest';
import {
  type CarriedChanges,
  type CarriedLink,
  leftOver,
  mark,
  stillWanted,
  toSend,
} from '#features/catalogue/parts/carried.ts';

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key${keys}`;
};
const link = (product_id: string, status: string): [string, CarriedLink] => [
  product_id,
  { _id: `l_${product_id}`, product_id, status },
];
const none: CarriedChanges = new Map();

test('a create whose answer was lost is no change once its link is there, and is never sent as an update', {
  tags: ['DIST-08'],
}, () => {
  const wishes = mark(['milk', 'rice'], true, new Map(), none, newKey);
  expect(toSend(wishes, new Map())).toMatchObject({ create: [{}, {}], update: [] });
  // The first batch was written, its answer or the second batch's was lost: read anew, the link is there.
  const links = new Map([link('milk', 'active')]);
  const left = stillWanted(leftOver(wishes, new Map(), newKey), links);
  expect([...left]).toEqual([['rice', wishes.get('rice')]]);
  expect(toSend(left, links).update).toEqual([]);
  expect(toSend(left, links).create).toEqual([
    { key: wishes.get('rice')?.key, fields: { product_id: 'rice', status: 'active' } },
  ]);
});

test('a refused change stays with a new key, what had no verdict with its own, what was taken is gone', {
  tags: ['DIST-08', 'API-04'],
}, () => {
  const products = ['milk', 'rice', 'salt', 'soap'];
  const wishes = mark(products, true, new Map(), none, newKey);
  const key = (id: string) => wishes.get(id)?.key ?? '';
  const verdictOf = (
    id: string,
    code: number,
    error = '',
  ): [string, { code: number; message: string; data: unknown }] => [key(id), { code, message: 'No', data: { error } }];
  const verdicts = new Map([verdictOf('milk', 200), verdictOf('rice', 422), verdictOf('salt', 409, 'in_progress')]);
  const left = leftOver(wishes, verdicts, newKey);
  expect([...left.keys()]).toEqual(['rice', 'salt', 'soap']);
  expect(left.get('rice')).toMatchObject({ on: true });
  expect(left.get('rice')?.key).not.toBe(key('rice'));
  expect([left.get('salt')?.key, left.get('soap')?.key]).toEqual([key('salt'), key('soap')]);
});
