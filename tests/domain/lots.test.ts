import { describe, expect, test } from 'vitest';
import { lotsText, readLots, unitsOf } from '#domain/lots.ts';

describe('the lots of a line', () => {
  test.each([
    ['A12', 'Lots must be a list of lot, day and units.'],
    ['{"A12":1}', 'Lots must be a list of lot, day and units.'],
    ['[["A12","2027-03-01"]]', 'Lots must be a list of lot, day and units.'],
    ['[["A12","2027-03-01","24"]]', 'Lots must be a list of lot, day and units.'],
    ['[["  ","2027-03-01",24]]', 'Lot field is required.'],
    [`[["${'A'.repeat(21)}","",24]]`, 'Lot must be at most 20 plain characters.'],
    ['[["A\\u0007","",24]]', 'Lot must be at most 20 plain characters.'],
    ['[["A12","2027-02-30",24]]', 'Expiry day must be a day like 2027-03-01.'],
    ['[["A12","1 March",24]]', 'Expiry day must be a day like 2027-03-01.'],
    ['[["A12","",0]]', 'Units of a lot must be 1 to 1,000,000.'],
    ['[["A12","",1.5]]', 'Units of a lot must be 1 to 1,000,000.'],
    [JSON.stringify(Array.from({ length: 21 }, (_, at) => [`A${at}`, '', 1])), 'A line has at most 20 lots.'],
  ])('refuses %s', { tags: ['LOT-01'] }, (text, words) => {
    expect(readLots(text)).toBe(words);
  });

  test('have one text, whatever order they were named in and however they were written', { tags: ['LOT-01'] }, () => {
    const lots = readLots('[["b2","2027-05-01",3],[" A12 ","2027-03-01",24],["B2","2027-05-01",2]]');
    if (typeof lots === 'string') throw new Error(lots);
    expect(unitsOf(lots)).toBe(29);
    expect(lotsText(lots)).toBe('[["A12","2027-03-01",24],["B2","2027-05-01",5]]');
    expect(readLots(' ')).toEqual([]);
    expect(lotsText([])).toBe('');
  });
});
