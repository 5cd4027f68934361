/** The questions about figures and lots that are probably slips. */
import { describe, expect, test } from 'vitest';
import { lotsText } from '#domain/lots.ts';
import { DAY } from '#domain/time.ts';
import { doubtOf, doubtsOf } from '#features/stock/parts/lines/doubts.ts';
import { strayDoubt } from '#features/stock/transfer/typing/strayWords.ts';

/** A line of a product with 12 units in a case. */
const line = (product_id: string, cases: number, more: { accepted?: number | null; lots?: string } = {}) => ({
  product_id,
  case_count: 12,
  quantity: cases * 12,
  quantity_accepted: more.accepted === undefined ? cases * 12 : more.accepted === null ? null : more.accepted * 12,
  lots: more.lots,
});
/** 24 November 2026, 12:00 in Lagos, epoch seconds. */
const NOW = Date.UTC(2026, 10, 24, 11) / 1_000;
const receipt = { kind: 'shipment_in', isCount: false, now: NOW } as const;

describe('a doubtful figure', { tags: ['B3.5', 'UI-13'] }, () => {
  test('more than 500 cases are questioned, unless so many were expected', () => {
    expect(doubtOf(null, undefined, 24)).toBeNull();
    expect(doubtOf(500 * 24, undefined, 24)).toBeNull();
    expect(doubtOf(6_737 * 24, 6_737 * 24, 24)).toBeNull();
    expect(doubtOf(6_737 * 24, undefined, 24)).toBe('6,737 cases: is that right?');
    expect(doubtOf(6_737 * 24 + 1, 24, 24)).toBe('6,737 cases 1 unit: is that right?');
    // Behind a code that nobody knows, whose case may be of any size.
    expect(strayDoubt({ n: 500, in: 'case' })).toBeNull();
    expect(strayDoubt({ n: 60_033, in: 'case' })).toBe('60,033 cases: is that right?');
    expect(strayDoubt({ n: 501, in: 'unit' })).toBe('501 units: is that right?');
  });

  test('an unlikely saved figure stays questioned, in a count by the expected quantity, and only if the source has no books of ours', () => {
    const lines = [
      line('a', 6_737),
      line('b', 2),
      line('c', 2, { accepted: 6_737 }),
      line('d', 6_737, { accepted: null }),
    ];
    const asks = '6,737 cases: is that right?';
    expect([...doubtsOf(lines, receipt)]).toEqual([
      ['a', asks],
      ['c', asks],
      ['d', asks],
    ]);
    expect([...doubtsOf(lines, { ...receipt, isCount: true })]).toEqual([['c', asks]]);
    expect(doubtsOf(lines, { ...receipt, kind: 'stock_out' }).size).toBe(0);
  });

  test('a figure far above all others of a receipt is questioned, whichever came first', () => {
    const asks = '72 cases, much more than the others: is that right?';
    expect([...doubtsOf([line('a', 72), line('b', 7), line('c', 3), line('d', 5)], receipt)]).toEqual([['a', asks]]);
    expect([...doubtsOf([line('a', 7), line('b', 14), line('c', 3), line('d', 72)], receipt)]).toEqual([['d', asks]]);
  });

  test.each([
    ['two other lines say too little', [72, 2, 3]],
    ['fewer than 50 cases', [49, 1, 1, 1, 1]],
    ['less than ten times the middle line', [72, 8, 8, 8]],
    ['less than three times the highest line', [72, 1, 2, 25]],
    ['two such lines', [72, 80, 2, 3, 1]],
  ])('a usual figure is not questioned: %s', (_why, cases) => {
    expect(
      doubtsOf(
        cases.map((n, at) => line(String(at), n)),
        receipt,
      ).size,
    ).toBe(0);
  });

  test('a count compares with what was announced, and an issue with the stock', () => {
    const lines = [72, 2, 3, 4].map((n, at) => line(String(at), n));
    expect(doubtsOf(lines, { ...receipt, isCount: true }).size).toBe(0);
    expect(doubtsOf(lines, { ...receipt, kind: 'stock_out' }).size).toBe(0);
  });
});

describe('an expired lot', { tags: ['B3.5'] }, () => {
  const day = (from: number) => new Date((NOW + from * DAY) * 1_000).toISOString().slice(0, 10);
  const lots = (...each: readonly [string, number][]) =>
    lotsText(each.map(([code, from]) => ({ code, expires: day(from), units: 12 })));

  test('today and later days are no doubt, nor is a lot without a day', () => {
    const good = [line('a', 1, { lots: lots(['A', 0]) }), line('b', 1, { lots: lots(['B', 30]) })];
    expect(doubtsOf(good, receipt).size).toBe(0);
    expect(doubtsOf([line('c', 1, { lots: lotsText([{ code: 'C', expires: '', units: 12 }]) })], receipt).size).toBe(0);
  });

  test('goods that go back, and lines that nobody counted or that move nothing, are not questioned', () => {
    const old = { lots: lots(['A12', -3]) };
    for (const kind of ['shipment_out', 'stock_in'] as const)
      expect(doubtsOf([line('a', 1, old)], { ...receipt, kind }).size).toBe(0);
    expect(doubtsOf([line('a', 1, { ...old, accepted: null })], { ...receipt, isCount: true }).size).toBe(0);
    expect(doubtsOf([line('a', 1, { ...old, accepted: 0 })], receipt).size).toBe(0);
  });

  test('goods to be sold say which lot has expired, beside a doubt about the figure', () => {
    for (const kind of ['shipment_in', 'stock_out'] as const) {
      const doubts = doubtsOf([line('a', 1, { lots: lots(['A12', -3], ['B', 9]) })], { ...receipt, kind });
      expect([...doubts]).toEqual([['a', 'Lot A12 expired 3 days ago.']]);
    }
    expect(doubtsOf([line('a', 2, { lots: lots(['A', -1], ['B', -9]) })], receipt).get('a')).toBe(
      '2 lots have expired.',
    );
    expect(doubtsOf([line('a', 600, { lots: lots(['A', -1]) })], receipt).get('a')).toBe(
      '600 cases: is that right? Lot A expired 1 day ago.',
    );
  });
});
