import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { lineAmount } from '#domain/money.ts';
import {
  acceptedValue,
  type CountedLine,
  differenceKind,
  discrepancies,
  isBeingCounted,
  keptRate,
  scanned,
  TooMany,
} from '#domain/receiving.ts';
import { sizeText } from '#domain/units.ts';

const line = (
  name: string,
  quantity: number,
  accepted: number | null,
  amount: number,
  case_count = 12,
): CountedLine => ({
  product_id: name,
  name,
  case_count,
  quantity,
  quantity_accepted: accepted,
  amount,
});
const price = () => 1_200;

describe('expected against accepted', { tags: ['B3.5'] }, () => {
  test.each([
    ['not counted', 12, null, null],
    ['as expected', 12, 12, null],
    ['nothing expected, nothing came', 0, 0, null],
    ['nothing came', 12, 0, 'short'],
    ['short', 12, 11, 'short'],
    ['over', 12, 13, 'over'],
    ['not expected', 0, 3, 'unexpected'],
  ] as const)('%s', (_name, quantity, quantity_accepted, kind) => {
    expect(differenceKind({ quantity, quantity_accepted })).toBe(kind);
  });

  test('what was accepted is worth its part of the amount; what nobody expected, its list price', {
    tags: ['B3.7'],
  }, () => {
    expect(acceptedValue(line('a', 12, null, 1_000), price)).toBe(1_000);
    expect(acceptedValue(line('a', 12, 0, 1_000), price)).toBe(0);
    expect(acceptedValue(line('a', 12, 7, 1_000), price)).toBe(583);
    expect(acceptedValue(line('a', 0, 6, 0), price)).toBe(600);
  });

  test('the summary: groups in order, cases of each product, signed values, what nobody counted', () => {
    const result = discrepancies(
      [
        line('short', 40, 25, 4_000),
        line('short too', 10, 0, 700, 7),
        line('over', 12, 24, 1_200),
        line('surprise', 0, 13, 0),
        line('right', 5, 5, 500),
        line('open', 5, null, 500),
      ],
      price,
    );
    expect(result.groups).toEqual([
      { kind: 'short', products: 2, cases: 2, units: 6, value: -2_200 },
      { kind: 'over', products: 1, cases: 1, units: 0, value: 1_200 },
      { kind: 'unexpected', products: 1, cases: 1, units: 1, value: 1_300 },
    ]);
    expect(result.groups.map(sizeText)).toEqual(['2 cases and 6 loose units', '1 case', '1 case 1 unit']);
    expect(result).toMatchObject({ uncounted: 1, expected: 6_900, accepted: 7_200, counted: 6_700 });
    expect(result.differences.map((one) => one.units)).toEqual([-15, -10, 12, 13]);
  });
  test('nothing differs: no groups', () => {
    expect(discrepancies([line('a', 5, 5, 500)], price)).toMatchObject({ groups: [], differences: [], uncounted: 0 });
  });
  test('a count is on when a line is open; one that differs alone does not turn it on', () => {
    expect(isBeingCounted([])).toBe(false);
    expect(isBeingCounted([line('a', 5, 5, 0)])).toBe(false);
    expect(isBeingCounted([line('a', 5, 5, 0), line('b', 5, null, 0)])).toBe(true);
    expect(isBeingCounted([line('b', 5, 4, 0)])).toBe(false);
  });
});

describe('what a scan changes', { tags: ['B3.8'] }, () => {
  const about = (counting: boolean) => ({ case_count: 12, rate: 1_000, counting });
  test('never beyond what a line holds', () => {
    expect(() =>
      scanned({ quantity: MAX_QUANTITY, quantity_accepted: null, amount: 0, rate: null }, 1, about(false)),
    ).toThrow(TooMany);
    expect(() =>
      scanned({ quantity: 1, quantity_accepted: MAX_QUANTITY, amount: 0, rate: null }, 1, about(true)),
    ).toThrow(TooMany);
  });
  test('building the list: quantity and accepted grow together', () => {
    expect(scanned(null, 1, about(false))).toEqual({ quantity: 1, quantity_accepted: 1, amount: 83, rate: 1_000 });
    expect(scanned({ quantity: 1, quantity_accepted: 1, amount: 83, rate: null }, 12, about(false))).toEqual({
      quantity: 13,
      quantity_accepted: 13,
      amount: 1_083,
      rate: 1_000,
    });
    expect(
      scanned({ quantity: 4, quantity_accepted: null, amount: 333, rate: null }, 1, about(false)).quantity_accepted,
    ).toBe(5);
  });
  test('counting: accepted grows, what was expected and its amount stay', () => {
    expect(scanned({ quantity: 24, quantity_accepted: null, amount: 2_000, rate: null }, 12, about(true))).toEqual({
      quantity: 24,
      quantity_accepted: 12,
      amount: 2_000,
      rate: null,
    });
    expect(scanned(null, 12, about(true))).toEqual({ quantity: 0, quantity_accepted: 12, amount: 0, rate: null });
  });
  test('one by one costs the same as all at once: no kobo is lost to rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 48 }),
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 1, max: 60 }),
        (case_count, rate, scans) => {
          let now = scanned(null, 1, { case_count, rate, counting: false });
          for (let n = 1; n < scans; n += 1) now = scanned(now, 1, { case_count, rate, counting: false });
          expect(now).toEqual({
            quantity: scans,
            quantity_accepted: scans,
            amount: lineAmount(scans, rate, case_count),
            rate,
          });
        },
      ),
    );
  });
  test('a price that somebody changed by hand stays changed', () => {
    expect(keptRate({ amount: 2_400, quantity: 12, case_count: 12, rate: null }, 1_000)).toBe(2_400);
    expect(scanned({ quantity: 12, quantity_accepted: 12, amount: 2_400, rate: null }, 12, about(false)).amount).toBe(
      4_800,
    );
  });
  test('the price that a line keeps counts, whatever is offered by now and however few units it has', {
    tags: ['K1'],
  }, () => {
    const line = { quantity: 7, quantity_accepted: 7, amount: 377_183, rate: 1_293_200 };
    expect(keptRate({ ...line, case_count: 24 }, 1_500_000)).toBe(1_293_200);
    expect(scanned(line, 17, { case_count: 24, rate: 1_500_000, counting: false })).toMatchObject({
      amount: 1_293_200,
      rate: 1_293_200,
    });
  });
});
