import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shownPhone } from '#domain/phone.ts';
import { cleanLines, cleanText, containsWords, searchable, sentenceOf } from '#domain/text.ts';
import { sharedRows } from '#tests/support/sharedData.ts';

describe('one line of text', { tags: ['B1.11'] }, () => {
  test.each([
    ['', ''],
    [' \t\n ', ''],
    ['  Ada   Obi ', 'Ada Obi'],
    ['Ada\u00a0\u2003Obi', 'Ada Obi'],
    ['Ada\r\nObi', 'Ada Obi'],
    ['O\u0323la\u0301', 'Ọlá'],
    ['a\u0000b\u0007c', 'abc'],
    ['\ufeffAda\u200b', 'Ada'],
    ['\u202eAda\u202c', 'Ada'],
    ['Ada\ud800', 'Ada\ufffd'],
    ['👩🏾‍🌾 Ada', '👩🏾‍🌾 Ada'],
  ])('%j is kept as %j', (raw, kept) => {
    expect(cleanText(raw)).toBe(kept);
  });

  test('cleaning twice changes nothing more', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (raw) => cleanText(cleanText(raw)) === cleanText(raw)));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (raw) => cleanLines(cleanLines(raw)) === cleanLines(raw)));
  });

  test('descriptions keep their lines, at most one empty one in a row', () => {
    expect(cleanLines('  Keep  cool.\r\n\r\n\r\n\r\nStack\t6 high. \n\n\n end ')).toBe(
      'Keep cool.\n\nStack 6 high.\n\nend',
    );
  });
});

describe('text as it is searched', { tags: ['API-1.5'] }, () => {
  test.each([
    ['ỌLÁ', 'ola'],
    ['Ìbàdàn', 'ibadan'],
    ['Ọ̀ṣun', 'osun'],
    ['Ẹgbẹ́dá', 'egbeda'],
    ['Ọhịa Ụmụahịa ṅ', 'ohia umuahia n'],
    ['Ɗan Ɓaure Ƙofa Ƴola', 'dan baure kofa yola'],
    ['ɗan ɓaure ƙofa ƴola', 'dan baure kofa yola'],
    ["Ɗan'uwa", 'danuwa'],
    ['ʼyan Mata', 'yan mata'],
    ['d’Or', 'dor'],
    ['Straße Œuvre ÆØ Łódź', 'strasse oeuvre aeo lodz'],
    ['Ｍｉｌｋ ﬁne ½', 'milk fine 1⁄2'],
    ['İstanbul', 'istanbul'],
    ['50% OFF_', '50% off_'],
  ])('%s is %s', (text, folded) => {
    expect(searchable(text)).toBe(folded);
  });

  test('it does not matter how the letters were composed', () => {
    for (const text of ['Ọ̀ṣun', 'Ẹ̀kọ́', 'Ụ́'])
      expect(searchable(text.normalize('NFD'))).toBe(searchable(text.normalize('NFC')));
  });

  const names = sharedRows('awkward/nigerian_language_names.csv');
  test.skipIf(names === null)('1,116 names in Yoruba, Igbo, Hausa, Fulah and Pidgin are found by plain keys', () => {
    expect(names?.length).toBe(1_116);
    for (const { text = '' } of names ?? []) {
      // A plain keyboard has these signs; everything in the names must come down to them.
      expect(searchable(text), text).toMatch(/^[ -~–]*$/);
      expect(containsWords(text, searchable(text).toUpperCase()), text).toBe(true);
    }
  });

  test.each([
    ['Ọlá Stores Ìkẹjà', 'ola zzz', false],
    ['Ọlá Stores Ìkẹjà', 'olastores', false],
    ['', 'a', false],
    ['Ọlá Stores Ìkẹjà', 'ikeja OLA', true],
    ['Ọlá Stores Ìkẹjà', '  tore ', true],
    ['Ọlá Stores Ìkẹjà', '', true],
    ['Milk 100%', '100%', true],
    ['Milk 100', '100%', false],
  ])('words are ANDed: %j by %j is %s', (text, wanted, found) => {
    expect(containsWords(text, wanted)).toBe(found);
  });
});

describe('a number with its prefix is sought as it is kept, on the tablet as at the server', {
  tags: ['UI-05', 'API-1.5'],
}, () => {
  const row = 'Musa Danjuma 08031234567';
  // A picker shows the number with its prefix, and searches what it shows.
  const shown = `Musa Danjuma ${shownPhone('08031234567')}`;
  test.each([
    ...['+2348031234568', '+44 803', '2348031234568', '+234 903', '00234803123456', '0803 999', '08031234568'],
    shownPhone('08031234568'),
  ])('%j is not his', (typed) => {
    expect(containsWords(row, typed)).toBe(false);
    expect(containsWords(shown, typed)).toBe(false);
  });

  test.each([
    '+2348031234567',
    '2348031234567',
    '+234 803 123 4567',
    '+234 (0)803-123-4567',
    '002348031234567',
    '+234 803 12',
    'musa +2348031',
    '08031234567',
    '0803',
    '0803 123 4567',
    '803 123 4567',
    '8031234567',
    '123 4567',
    '4567 musa',
    '+234',
    '234 803 123 4567',
    shownPhone('08031234567'),
    shownPhone('08031234567').slice(0, 12),
    `danjuma ${shownPhone('08031234567')}`,
  ])('%j is his', (typed) => {
    expect(containsWords(row, typed)).toBe(true);
    expect(containsWords(shown, typed)).toBe(true);
  });
});

test.each([
  ['BACK_OFFICE', 'Back office'],
  ['support_phone', 'Support phone'],
  ['WhatsApp', 'WhatsApp'],
  ['Field visit', 'Field visit'],
  ['_odd_', '_odd_'],
  ['', ''],
])('the words of the code %s', (code, words) => {
  expect(sentenceOf(code)).toBe(words);
});
