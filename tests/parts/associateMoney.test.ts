/** The parts of what an associate owes: goods in hand and cash to hand in. */
import { expect, test } from 'vitest';
import { partsOf } from '#features/people/AssociateMoney.tsx';

test('the part that neither goods nor cash explain is shown too, and never in red', {
  tags: ['SO-11', 'B6.10'],
}, () => {
  expect(partsOf(0, 0, 0)).toEqual([]);
  expect(partsOf(500, 300, -100)).toEqual([
    { name: 'Goods in hand', kobo: 300, bad: false },
    { name: 'Paid in too much', kobo: -100, bad: false },
    { name: 'Other entries', kobo: 300, bad: false },
  ]);
});

test('goods and cash make the sum, and the cash alone is red', { tags: ['SO-11', 'B6.10'] }, () => {
  expect(partsOf(289_387_950, 231_013_750, 58_374_200)).toEqual([
    { name: 'Goods in hand', kobo: 231_013_750, bad: false },
    { name: 'Cash to hand in', kobo: 58_374_200, bad: true },
  ]);
});
