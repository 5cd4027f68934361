/** Whether the person adds by tapping offered goods, by what is chosen. */
import { expect, test } from 'vitest';
import { tappingAfter, troubleOf } from '#features/stock/transfer/likely/useTapping.ts';
import type { LineView } from '#offline/outbox/overlay.ts';

const tapped = { isTapping: true, productId: 'a', trouble: '' };

test('taps go on until a product is chosen by letters or by a scan; a press on a line, an empty field and a count change nothing', {
  tags: ['UI-28'],
}, () => {
  expect(tappingAfter(tapped, null)).toBe(tapped);
  expect(tappingAfter(tapped, { productId: 'a', how: 'add' })).toBe(tapped);
  expect(tappingAfter(tapped, { productId: 'b', how: 'count' })).toBe(tapped);
  const stopped = { isTapping: false, productId: 'a', trouble: '' };
  expect(tappingAfter(tapped, { productId: 'b', how: 'add' })).toEqual(stopped);
  expect(tappingAfter(tapped, { productId: 'b', how: 'set' })).toEqual(stopped);
  expect(tappingAfter(stopped, null)).toBe(stopped);
});

test('a code that nobody knows, and a conflict, end the taps once each, and their end changes nothing', {
  tags: ['UI-28'],
}, () => {
  const line = (product_id: string, state: string) => ({ product_id, state }) as LineView;
  expect(troubleOf(null, [line('a', 'saved')])).toBe('');
  const trouble = troubleOf({ code: '4000', nth: 3 }, [line('a', 'saved'), line('b', 'conflict')]);
  expect(trouble).toContain('4000');
  expect(trouble).toContain('b');
  const stopped = { isTapping: false, productId: 'a', trouble };
  expect(tappingAfter(tapped, null, trouble)).toEqual(stopped);
  expect(tappingAfter(stopped, null, trouble)).toBe(stopped);
  // The next tap on goods while the code still waits.
  const again = { ...stopped, isTapping: true };
  expect(tappingAfter(again, null, trouble)).toBe(again);
  expect(tappingAfter(again, null, '')).toEqual({ ...again, trouble: '' });
  expect(tappingAfter(again, null, troubleOf({ code: '4000', nth: 4 }, []))).toMatchObject({ isTapping: false });
});
