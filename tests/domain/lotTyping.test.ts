import { describe, expect, test } from 'vitest';
import { lotPieces, lotsOnPaper } from '#domain/lotLine.ts';
import {
  chosenOut,
  expiryRead,
  expiryTyped,
  firstOut,
  heldAfter,
  isExpiryBegun,
  lotCode,
  type StockLot,
} from '#domain/lotTyping.ts';
import { expiryInWords, expiryShown, lotName } from '#domain/lotWords.ts';

const HELD: readonly StockLot[] = [
  ['A12', '2027-03-01', 24],
  ['B7', '2027-06-01', 12],
  ['', '', 30],
];

describe('a lot as it is typed', { tags: ['LOT-13'] }, () => {
  test.each(['13', '1327', '0027', '310227', '0', '32012027', '2027-02-30', 'March', '1.2.3.4', '991399'])(
    'the day %s is none',
    (text) => {
      expect(expiryTyped(text)).toBeNull();
    },
  );
  test.each([
    ['', ''],
    ['0327', '2027-03-31'],
    ['3/27', '2027-03-31'],
    ['032027', '2027-03-31'],
    ['010327', '2027-03-01'],
    ['1.3.27', '2027-03-01'],
    ['01 03 2027', '2027-03-01'],
    ['01032027', '2027-03-01'],
    ['2027-03-01', '2027-03-01'],
    ['0228', '2028-02-29'],
  ])('the day %s is %s', (text, day) => {
    expect(expiryTyped(text)).toBe(day);
  });
  test.each([
    ['1399', false],
    ['45', false],
    ['00', false],
    ['3227', false],
    ['010327999', false],
    ['0', true],
    ['03', true],
    ['032', true],
    ['1503', true],
    ['15032', true],
    ['03202', true],
    ['12202', true],
    ['13202', false],
    ['0103202', true],
    ['3/2', true],
  ])('%s is the beginning of a day: %s', (text, isBegun) => {
    expect(isExpiryBegun(text)).toBe(isBegun);
  });
  test.each([
    ['0327', 'March 2027'],
    ['3/27', 'March 2027'],
    ['032027', 'March 2027'],
    ['010327', '1 March 2027'],
    ['2027-03-01', '1 March 2027'],
  ])('%s is read as %s', (text, words) => {
    const read = expiryRead(text);
    expect(read && expiryInWords(read)).toBe(words);
  });
  test('its name is stored in capitals, as GS1 allows it', () => {
    expect(lotCode('  ab-12\t')).toBe('AB-12');
    expect(lotCode('é')).toBe('');
    expect(lotCode('a'.repeat(30))).toBe('A'.repeat(20));
  });
});

describe('what leaves', { tags: ['LOT-14'] }, () => {
  test('is what expires first; the unknown lot has no name to write down', () => {
    expect(firstOut(HELD, 20)).toBe('[["A12","2027-03-01",20]]');
    expect(firstOut([...HELD].reverse(), 30)).toBe('[["A12","2027-03-01",24],["B7","2027-06-01",6]]');
    expect(firstOut(HELD, 60)).toBe('[["A12","2027-03-01",24],["B7","2027-06-01",12]]');
    expect(firstOut([['', '', 5]], 3)).toBe('');
  });
  test('is another lot where a person chose it, with the reason, and then what expires first', () => {
    const chosen = HELD[1] as StockLot;
    expect(chosenOut(HELD, chosen, 10, 'reach')).toBe('[["B7","2027-06-01",10,"reach"]]');
    expect(chosenOut(HELD, chosen, 20, undefined)).toBe('[["A12","2027-03-01",8],["B7","2027-06-01",12]]');
    expect(chosenOut(HELD, HELD[2] as StockLot, 40, 'other')).toBe('[["A12","2027-03-01",10]]');
  });
  test('of a stored copy is gone from what is there', () => {
    expect(heldAfter(HELD, 66)).toEqual(HELD);
    expect(heldAfter(HELD, 40)).toEqual([
      ['B7', '2027-06-01', 10],
      ['', '', 30],
    ]);
    expect(heldAfter(HELD, 0)).toEqual([]);
  });
});

test('lots in words', { tags: ['LOT-15'] }, () => {
  expect(lotName({ code: '', expires: '' })).toBe('Unknown lot');
  expect(lotPieces('[["A12","2027-03-01",24]]', 12)).toEqual([
    { name: 'Lot A12', day: 'expires 1 Mar 2027', size: '' },
  ]);
  expect(lotsOnPaper('[["A12","2027-03-01",24],["B7","",6,"held"]]', 12)).toBe(
    'Lot A12 · expires 1 Mar 2027: 2 cases; Lot B7: 6 units (The earlier lot is held back)',
  );
});

test('a lot is expired from the day after its day on, seen from the time that is given', { tags: ['LOT-15'] }, () => {
  const at = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1_000;
  const one = '[["A","2025-10-31",24]]';
  expect(lotPieces(one, 12, 24, at('2025-10-31'))).toEqual([{ name: 'Lot A', day: 'expires 31 Oct 2025', size: '' }]);
  expect(lotPieces(one, 12, 24, at('2025-11-01'))).toEqual([{ name: 'Lot A', day: 'expired 31 Oct 2025', size: '' }]);
  expect(lotPieces('[["A","",24]]', 12, 24, at('2025-11-01'))).toEqual([{ name: 'Lot A', day: '', size: '' }]);
  expect(lotsOnPaper(one, 12, at('2026-01-01'))).toBe('Lot A · expired 31 Oct 2025: 2 cases');
  expect(lotPieces('[["A","2025-10-31",24],["B","",12]]', 12, 48, at('2026-01-01'))).toEqual([
    { name: 'A', day: 'expired 31 Oct 2025', size: '2 cases' },
    { name: 'B', day: '', size: '1 case' },
    { name: 'no lot', day: '', size: '1 case' },
  ]);
});

test('the field of an expiry day shows its day in words, and the digits of a hand while it is typed', () => {
  expect(expiryShown('2027-03-31', false)).toBe('31 Mar 2027');
  expect(expiryShown('2027-03-31', true)).toBe('310327');
  expect(expiryTyped(expiryShown('2027-03-31', true))).toBe('2027-03-31');
  expect(expiryTyped(expiryShown('1999-03-31', true))).toBe('1999-03-31');
  for (const isTyped of [true, false])
    for (const text of ['', '03', '1399']) expect(expiryShown(text, isTyped)).toBe(text);
});
