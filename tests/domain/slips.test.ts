import { expect, test } from 'vitest';
import { addWords, fitsNearly, inTwo, nearly, nearlyAmong, rankOf, slipPattern, slipPatterns } from '#domain/slips.ts';
import { searchable } from '#domain/text.ts';

const near = (text: string, wanted: string) => fitsNearly(searchable(text), wanted);

test.each([
  ['Indomie Noodles Chicken', 'pasta'],
  // A code must be right.
  ['Peak 2500', '2501'],
  // Three letters are one slip away from too many words.
  ['Milo', 'mio'],
  ['Milo Tin', 'mio tin'],
  ['Knorr Fresh', 'knorr fsh'],
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
  ['Knorr Fish 8 g', 'knor fihs'],
  ['Bakers Ginger Nut', 'bakrs'],
  // Three letters beside a longer word.
  ['Knorr Fish 8 g', 'knorr fsh'],
  ['Olúṣẹ́gun Àjàyí', 'Olusegn'],
  ['Olúṣẹ́gun Àjàyí', 'olusegn ajyi'],
  // The first two letters changed round.
  ['Knorr Fish 8 g', 'nkorr'],
])('%s is found by "%s"', (text, wanted) => {
  expect(near(text, wanted)).toBe(true);
});

test.each([
  ['Corn Flakes 500 g', 'cornflakes'],
  ['Kelloggs Corn Flakes', 'cornflak'],
  ['Blue Band', 'blueband'],
])('%s is found by two words in one: "%s"', (text, wanted) => {
  expect(near(text, wanted)).toBe(true);
  const words = new Set<string>();
  addWords(words, searchable(text));
  expect(nearlyAmong(words, wanted)(searchable(text))).toBe(true);
  expect(new RegExp(slipPattern(wanted) ?? '-', 'u').test(searchable(text))).toBe(true);
});

test('a whole word goes before a word that only begins so', () => {
  expect(['Pepsico', 'Pepsi', 'Diet Pepsi'].toSorted((a, b) => rankOf(a, 'pepsi') - rankOf(b, 'pepsi'))).toEqual([
    'Pepsi',
    'Pepsico',
    'Diet Pepsi',
  ]);
});

test('a title that begins with the word goes first', () => {
  expect(['Tin Milk', 'Biscuit tin', 'Satin', 'Ọ̀tìn'].map((title) => rankOf(title, 'tin'))).toEqual([-1, 1, 2, 2]);
});

test.each([
  ['fish', 'fihs', true],
  ['knorr', 'knor', true],
  ['knorr', 'nkorr', true],
  ['bakers', 'bakrs', true],
  ['noodles', 'nodles', true],
  ['noodles', 'noodlles', true],
  ['noodles', 'niodles', true],
  ['wuse', 'wusse', true],
  ['noddy', 'nodles', false],
  ['peak', 'pek', false],
  ['noodles', 'ndles', false],
])('the pattern for the server finds %s by "%s": %s', (word, typed, isFound) => {
  const pattern = slipPattern(typed);
  for (const text of [word, `a ${word} b`, `a (${word}) b`])
    expect(pattern !== null && new RegExp(pattern).test(text), text).toBe(isFound);
  // Inside of a word nothing begins.
  expect(pattern !== null && new RegExp(pattern).test(`xx${word}`)).toBe(false);
});

test('words that name two records are parted in every place, both ways', () => {
  expect(inTwo('milo wuse')).toEqual([
    ['milo', 'wuse'],
    ['wuse', 'milo'],
  ]);
  expect(inTwo('Knorr fish Wúsé')).toContainEqual(['knorr fish', 'wuse']);
  expect(inTwo('milo')).toEqual([]);
  expect(inTwo('milo 8')).toEqual([]);
});

test('a word of more letters than any name has must be right, so that nobody makes a pattern without end', () => {
  expect(slipPattern('a'.repeat(25))).toBeNull();
  expect(fitsNearly('b'.repeat(25), `${'b'.repeat(24)}c`)).toBe(false);
  expect(slipPattern('a'.repeat(24))).not.toBeNull();
});

test('beside a longer word, the pattern of three letters finds a word of four that has one more inside', () => {
  const of = (typed: string, text: string) => new RegExp(slipPatterns(typed.split(' ')).get('fsh') ?? '^$').test(text);
  expect(['knorr fish 8 g', 'knorr (fish)', 'knorr fsh'].map((text) => of('knorr fsh', text))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['knorr fishy', 'knorr fresh', 'knorr selfish'].map((text) => of('knorr fsh', text))).toEqual([
    false,
    false,
    false,
  ]);
  expect(slipPatterns(['fsh']).size).toBe(0);
});

test('many texts, whose words are known, are compared as one text is', () => {
  const texts = ['indomie noodles 70 g', 'knorr fish', 'bakers ginger', 'peak 2500', 'golden penny sugar 50 kg'];
  const words = new Set<string>();
  for (const text of texts) addWords(words, text);
  for (const typed of [
    'nodles',
    'indome nodles',
    'knorr fsh',
    'fsh',
    'nkorr',
    'bakrs',
    '2501',
    'pek',
    'goldn pennny',
    'g',
  ])
    expect(texts.filter(nearlyAmong(words, typed)), typed).toEqual(texts.filter(nearly(typed)));
});
