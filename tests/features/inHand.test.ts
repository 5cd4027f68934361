/** The note under the goods of a delivery associate. */
import { expect, test } from 'vitest';
import { inHandNote } from '#features/people/OfficerGlance.tsx';

test('the note counts all products, and those with more sold than issued', { tags: ['SO-11', 'B5.4'] }, () => {
  const goods = (...quantities: number[]) => quantities.map((quantity) => ({ quantity }));
  expect(inHandNote([])).toBe('');
  expect(inHandNote(goods(3))).toBe('1 product after sales, most cases first');
  expect(inHandNote(goods(9, 8, 7, 6, 5, 4))).toBe('6 products after sales, most cases first');
  expect(inHandNote(goods(9, 8, 7, 6, 5, 4, 3, -1, -2))).toBe(
    '7 products after sales, most cases first. 2 more were sold than issued, and the worth does not count them.',
  );
  expect(inHandNote(goods(9, -1))).toBe(
    '1 product after sales, most cases first. 1 more was sold than issued, and the worth does not count them.',
  );
});
