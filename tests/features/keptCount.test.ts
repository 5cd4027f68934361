/** A figure of a stocktake that is kept on the tablet: when it is shown again. */
import { expect, test } from 'vitest';
import type { CountLine } from '#offline/outbox/countOverlay.ts';
import { isAsItWas, keptCountOf, keptCountText } from '../../src/features/stock/count/keys/keptCount.ts';

const nobody = { _id: '', name: '', status: 'active' };
const product = {
  ...{ _id: 'p1', name: 'Milo Tin', case_count: 24, status: 'active', price: '1200' },
  ...{ brand: nobody, manufacturer: nobody },
};
const line = (of: Partial<CountLine> = {}): CountLine => ({
  ...{ product_id: 'p1', product, state: 'to_count', round: 1, why: null, needs_another: false, moved_at: null },
  ...{ places: [], own: [], book: null, queued: null, message: null },
  ...of,
});
const own = (quantity: number, place = '') => [{ place, round: 1, quantity, counted_at: 1, version: 1 }];
const chosen = { productId: 'p1', how: 'count', part: { code: '', expires: '' }, start: null, round: 3 } as const;
const at = (lines: CountLine[]) => ({ session: { lines }, place: '', tab: 'to_count' as const });
const kept = (quantity: number | null) => {
  const text = keptCountText({ chosen, quantity, lot: null, shownIn: 'case' }, product, at([line()]));
  const read = keptCountOf(text ?? undefined);
  if (!read) throw new Error('Nothing is kept');
  return read;
};

test('the stored entry has the product without a price, its figure and its unit', () => {
  expect(kept(576)).toMatchObject({ quantity: 576, shownIn: 'case', product: { name: 'Milo Tin' }, round: 1 });
  expect(JSON.stringify(kept(576))).not.toContain('1200');
  expect(keptCountText({ chosen: null, quantity: null, lot: null, shownIn: 'case' }, product, at([]))).toBeNull();
  for (const text of [undefined, '', '{', '{}', '{"chosen":{"productId":"p1"}}']) expect(keptCountOf(text)).toBeNull();
});

test('a stored figure is restored if this person has no other figure of that product, place and round', () => {
  const isShown = (lines: CountLine[], place = '') => isAsItWas(kept(576), { lines }, place);
  expect(isShown([line()])).toBe(true);
  expect(isShown([])).toBe(true);
  // Somebody else counted it: this person's figure is still one of two.
  expect(isShown([line({ state: 'counted' })])).toBe(true);
  expect(isShown([line({ own: own(24, 'Aisle B') })])).toBe(true);
  expect(isShown([line({ own: own(24) })])).toBe(false);
  expect(isShown([line({ own: own(576) })])).toBe(false);
  expect(isShown([line()], 'Aisle B')).toBe(false);
  expect(isShown([line({ state: 'recount', round: 2 })])).toBe(false);
  expect(isShown([line({ needs_another: true })])).toBe(false);
});

test('a product that was only chosen is chosen again while it is still to be counted', () => {
  const isShown = (of: Partial<CountLine>) => isAsItWas(kept(null), { lines: [line(of)] }, '');
  expect(isShown({})).toBe(true);
  expect(isShown({ state: 'counted' })).toBe(false);
});
