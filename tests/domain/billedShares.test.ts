import { describe, expect, test } from 'vitest';
import { billedShares } from '#domain/billedShares.ts';

const order = (amount: number, ...lines: [string, number][]) => ({
  amount,
  lines: lines.map(([_id, value]) => ({ _id, value })),
});
const shares = (orders: ReturnType<typeof order>[], total: number) => Object.fromEntries(billedShares(orders, total));

describe('what each line carries of what its group is billed', { tags: ['K7'] }, () => {
  test('without anything edited each line carries itself', () => {
    expect(shares([order(300, ['a', 100], ['b', 200]), order(7, ['c', 7])], 307)).toEqual({ a: 100, b: 200, c: 7 });
  });
  test('an edited amount goes over its own lines by their values, to the kobo', () => {
    expect(shares([order(100, ['a', 1], ['b', 1], ['c', 1]), order(50, ['d', 50])], 150)).toEqual({
      a: 33,
      b: 33,
      c: 34,
      d: 50,
    });
  });
  test('a discount and a fee go over all lines by what they carry, one that was given away carries nothing of them', () => {
    expect(shares([order(0, ['a', 100]), order(100, ['b', 100])], 0)).toEqual({ a: 0, b: 0 });
    expect(shares([order(100, ['a', 100]), order(300, ['b', 300])], 501)).toEqual({ a: 125, b: 376 });
  });
  test('lines that are worth nothing share alike, an order without a line is carried by the others', () => {
    expect(shares([order(10, ['a', 0], ['b', 0])], 10)).toEqual({ a: 5, b: 5 });
    expect(shares([order(100, ['a', 100]), order(500)], 600)).toEqual({ a: 600 });
    expect(shares([order(500)], 500)).toEqual({});
  });
  test('amounts of a million million naira are shared exactly', () => {
    expect(shares([order(99_999_999_999_999, ['a', 99_999_999_999_998], ['b', 1])], 99_999_999_999_999)).toEqual({
      a: 99_999_999_999_998,
      b: 1,
    });
  });
});
