/** More than the source holds is said while it is typed (issue, reject, return). */
import { expect, test } from 'vitest';
import { shortageOf, shortageText } from '#domain/stockLimit.ts';

test.each([
  ['what is not in our books is never short', [null, 0, 9_000], null],
  ['all of it is not too many', [43, 0, 43], null],
  ['one more is', [43, 0, 44], { there: 43, tooMany: 1 }],
  ['what other transfers of this tablet take is not there any more', [43, 40, 5], { there: 3, tooMany: 2 }],
  ['others take all and more: nothing is there', [43, 50, 1], { there: 0, tooMany: 1 }],
  ['a stock below zero is nothing', [-5, 0, 1], { there: 0, tooMany: 1 }],
] as const)('%s', (_title, [held, promised, wanted], shortage) => {
  expect(shortageOf(held, promised, wanted)).toEqual(shortage);
});

test('the words say cases and units', () => {
  expect(shortageText({ there: 43, tooMany: 29 }, 12)).toBe('3 cases 7 units there, 2 cases 5 units too many.');
  expect(shortageText({ there: 0, tooMany: 12 }, 12)).toBe('0 cases there, 1 too many.');
  expect(shortageText({ there: 43 * 12, tooMany: 9_956 * 12 }, 12)).toBe('43 cases there, 9,956 too many.');
  // A person is no place.
  const holder = 'Blessing Okon';
  expect(shortageText({ there: 9 * 12, tooMany: 3 * 12, holder }, 12)).toBe(
    'Blessing Okon holds 9 cases. This is 3 more.',
  );
  expect(shortageText({ there: 9, tooMany: 12, holder }, 12)).toBe('Blessing Okon holds 9 units. This is 1 case more.');
});
