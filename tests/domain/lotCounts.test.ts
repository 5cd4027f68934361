import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LotChange, lotResults, lotsToMove, sumsByLot } from '#domain/lotCounts.ts';
import { countedOf } from '#domain/stocktake.ts';

const lot = (code: string, expires: string, units: number) => ({ code, expires, units });
const changesOf = (book: LotChange[], named: LotChange[], rest: number) =>
  lotResults(book, named, rest).map((one) => [one.code, one.expires, one.counted, one.book, one.difference]);
const BOOK = [lot('A', '2027-01-01', 30), lot('B', '2027-03-01', 20), lot('', '', 4)];

describe('a count by lot against the books', () => {
  test('all of it by lot: each lot has what was counted, and what nobody named is not there', {
    tags: 'LOT-20',
  }, () => {
    expect(changesOf(BOOK, [lot('A', '2027-01-01', 24), lot('C', '', 7)], 0)).toEqual([
      ['A', '2027-01-01', 24, 30, -6],
      ['B', '2027-03-01', null, 20, -20],
      ['', '', null, 4, -4],
      ['C', '', 7, 0, 7],
    ]);
  });

  test('what was counted without a lot is what the books have beyond: what is missing expired first, what is over is unknown', {
    tags: 'LOT-21',
  }, () => {
    expect(changesOf(BOOK, [lot('A', '2027-01-01', 10)], 30)).toEqual([
      ['A', '2027-01-01', 10, 30, -14],
      ['B', '2027-03-01', null, 20, 0],
      ['', '', null, 4, 0],
    ]);
    expect(changesOf(BOOK, [lot('B', '2027-03-01', 25)], 36)).toEqual([
      ['A', '2027-01-01', null, 30, 0],
      ['B', '2027-03-01', 25, 20, 5],
      ['', '', null, 4, 2],
    ]);
  });

  test('a lot that has too little by now: unknown gives in its place, and then what expires first', {
    tags: 'LOT-22',
  }, () => {
    const held = [lot('A', '2027-01-01', 2), lot('B', '2027-03-01', 20), lot('', '', 1)];
    expect(lotsToMove(held, [lot('A', '2027-01-01', -6), lot('C', '', 7)])).toEqual([
      lot('A', '2027-01-01', -2),
      lot('B', '2027-03-01', -3),
      lot('', '', -1),
      lot('C', '', 7),
    ]);
  });

  test('whatever was counted: the lots move what the product moves, and none goes below nothing', {
    tags: ['LOT-20', 'LOT-21', 'LOT-22'],
  }, () => {
    const some = (least: number) =>
      fc.array(
        fc.record({
          code: fc.constantFrom('', 'A', 'B', 'C'),
          expires: fc.constantFrom('', '2027-01-01', '2027-03-01'),
          units: fc.integer({ min: least, max: 40 }),
        }),
        { maxLength: 5 },
      );
    const sum = (all: readonly { units: number }[]) => all.reduce((total, { units }) => total + units, 0);
    const named = some(1).map((all) => all.filter(({ code }) => code !== ''));
    fc.assert(
      fc.property(some(0), some(0), named, fc.nat(50), (book, later, counted, rest) => {
        const results = lotResults(book, counted, rest);
        const total = results.reduce((all, one) => all + one.difference, 0);
        expect(total).toBe(sum(counted) + rest - sum(book));
        for (const one of results.filter(({ counted: units, code }) => units !== null && code !== ''))
          expect(one.book + one.difference).toBeGreaterThanOrEqual(one.counted ?? 0);
        // What is there now has nothing to do with the books then.
        const held = [...later, lot('', '', Math.max(0, -total - sum(later)))];
        const moves = lotsToMove(
          held,
          results.map(({ difference, ...one }) => ({ ...one, units: difference })),
        );
        expect(sum(moves)).toBe(total);
        for (const one of sumsByLot([...held, ...moves]).values()) expect(one.units).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the lots of the counts of a product', () => {
  const figure = { product_id: 'p', round: 1, counted_at: 1, place: '', user_id: 'ada', quantity: 12 };
  const one = '[["A","",12]]';
  test('two persons who name other lots differ; who names none says nothing against them', { tags: 'LOT-19' }, () => {
    const with_ = (user_id: string, lots: string | null, counted_at = 2) => ({ ...figure, user_id, lots, counted_at });
    expect(countedOf([with_('ada', one), with_('bem', '[["B","",12]]')]).differs).toBe(true);
    expect(countedOf([with_('ada', one), with_('bem', null, 3)])).toMatchObject({
      differs: false,
      lots: [lot('A', '', 12)],
    });
    expect(countedOf([with_('ada', one), { ...with_('bem', null, 3), quantity: 5 }])).toMatchObject({
      differs: true,
      lots: [],
    });
    expect(countedOf([with_('ada', one), { ...with_('ada', one), place: 'Floor' }]).lots).toEqual([
      lot('A', '', 12),
      lot('A', '', 12),
    ]);
  });
});
