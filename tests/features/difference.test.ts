import { expect, test } from 'vitest';
import { differenceWords } from '#features/orders/difference.tsx';

test('a difference has its word and no sign', { tags: ['B6.10'] }, () => {
  expect(['-493377.00', '24250.50', '0.00'].map(differenceWords)).toEqual([
    'owes ₦493,377',
    'over by ₦24,250.50',
    'settled',
  ]);
});
