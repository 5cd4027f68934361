import { expect, test } from 'vitest';
import { fitsNearly, rankOf } from '#domain/slips.ts';
import { searchable } from '#domain/text.ts';

const near = (text: string, wanted: string) => fitsNearly(searchable(text), wanted);

test.each([
  ['Indomie Noodles Chicken', 'pasta'],
  // A code must be right.
  ['Peak 2500', '2501'],
  // Three letters are one slip away from too many words.
  ['Milo', 'mio'],
  ['Knorr Fish', 'korn fresh'],
  // Two slips in a short word.
  ['Indomie Noodles', 'ndles'],
])('%s is not found by "%s"', (text, wanted) => {
  expect(near(text, wanted)).toBe(false);
});

test.each([
  ['Indomie Noodles Chicken', 'nodles'],
  ['Indomie Noodles Chicken', 'indomei'],
  ['Indomie Noodles Chicken', 'nooldes chik'],
  ['Ọlọ́runfẹ́mi Adéyẹmí', 'adeyeni'],
  ['Golden Penny Semovita', 'semvoita'],
  // Half typed.
  ['Chukwuemeka Wholesale', 'chukuem'],
  ['Peak Milk 400 g', 'peek 400'],
])('%s is found by "%s"', (text, wanted) => {
  expect(near(text, wanted)).toBe(true);
});

test('a title that begins with the word goes first', () => {
  expect(['Tin Milk', 'Biscuit tin', 'Satin', 'Ọ̀tìn'].map((title) => rankOf(title, 'tin'))).toEqual([0, 1, 2, 2]);
});
