import { expect, test } from 'vitest';
import { isFirstTime } from '#features/stock/transfer/saidOnce.ts';

test('K27: that a transfer is saved on this tablet is said once for each transfer', () => {
  expect(['a', 'a', 'b', 'a', 'b'].map(isFirstTime)).toEqual([true, false, true, false, false]);
});
