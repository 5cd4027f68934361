import { describe, expect, test } from 'vitest';
import { firstExpired, lotsDigestText, lotsIn, lotsText, lotsWithin, readLots, unitsOf } from '#domain/lots.ts';

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
    ['[["A12","",1,"because"]]', 'Choose the reason for the lot from the list.'],
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

  test('keep why one leaves before its turn', { tags: ['LOT-12'] }, () => {
    const text = '[["B7","2027-06-01",12,"reach"]]';
    expect(lotsIn(text)).toEqual([{ code: 'B7', expires: '2027-06-01', units: 12, why: 'reach' }]);
    expect(lotsText(lotsIn(text))).toBe(text);
    expect(lotsIn('not a list')).toEqual([]);
  });

  test('of a line with another figure: one that was all of it stays all of it, of others what fits, first expired first', {
    tags: ['LOT-10'],
  }, () => {
    const one = '[["A12","2027-03-01",24]]';
    expect(lotsWithin(one, 24, 36)).toBe('[["A12","2027-03-01",36]]');
    expect(lotsWithin(one, 30, 36)).toBe(one);
    expect(lotsWithin(one, 24, 0)).toBe('');
    const two = lotsText([
      { code: 'C1', expires: '', units: 5 },
      { code: 'B1', expires: '2027-05-01', units: 5 },
      { code: 'A1', expires: '2027-03-01', units: 5 },
    ]);
    expect(firstExpired(lotsIn(two)).map(({ code }) => code)).toEqual(['A1', 'B1', 'C1']);
    expect(lotsWithin(two, 15, 7)).toBe('[["A1","2027-03-01",5],["B1","2027-05-01",2]]');
    expect(lotsWithin(null, 5, 7)).toBe('');
  });

  test('of a confirmation are one text, and no text where no line names any', { tags: ['LOT-11'] }, () => {
    const lines = [
      { product_id: 'p2', lots: '[["B","",1]]' },
      { product_id: 'p1', lots: '[["A","",1]]' },
      { product_id: 'p3', lots: null },
    ];
    expect(lotsDigestText(lines)).toBe('p1:[["A","",1]]\np2:[["B","",1]]');
    expect(lotsDigestText([{ product_id: 'p3' }])).toBe('');
  });
});
