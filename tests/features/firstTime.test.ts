import { expect, test } from 'vitest';
import { isFirstTime } from '#features/stock/transfer/firstTime.ts';

test('the message that a transfer is saved on this tablet appears once for each transfer', { tags: ['K27'] }, () => {
  expect(['a', 'a', 'b', 'a', 'b'].map(isFirstTime)).toEqual([true, false, true, false, false]);
});
