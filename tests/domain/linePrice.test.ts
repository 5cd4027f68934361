import { describe, expect, test } from 'vitest';
import { linePrice, standingPrice } from '#domain/linePrice.ts';

const CASE = 24;
const PRICE = 1_293_200;

/** What a line of 24 a case comes to; kobo. */
const of = (input: Partial<Parameters<typeof linePrice>[0]>) =>
  linePrice({ quantity: CASE, caseCount: CASE, line: null, usual: PRICE, ...input });

describe('the price of a line', () => {
  test('a price that was given stays through any quantities, to the kobo', { tags: ['K1'] }, () => {
    let line = { ...of({ quantity: 7 }), quantity: 7 };
    expect(line).toEqual({ amount: 377_183, rate: PRICE, about: false, quantity: 7 });
    for (const quantity of [24, 5, 1, 2_400, 7, 11, 24]) {
      line = { ...of({ quantity, line, usual: 1 }), quantity };
      expect(line.rate).toBe(PRICE);
    }
    expect(line.amount).toBe(PRICE);
  });

  test('1 unit of 48 at 57,450 and then 100 cases bills 100 times 57,450', { tags: ['K1'] }, () => {
    const one = linePrice({ quantity: 1, caseCount: 48, line: null, usual: 5_745_000 });
    expect(one.amount).toBe(119_688);
    const more = linePrice({ quantity: 4_800, caseCount: 48, line: { ...one, quantity: 1 }, usual: 1 });
    expect(more.amount).toBe(574_500_000);
  });

  test('units per case that changed since: the price is of the new case, and more units bill in step', {
    tags: ['K1'],
  }, () => {
    // 24 units at 12,000.00 a case of 12; a case holds 24 by now.
    const line = { amount: 2_400_000, rate: 1_200_000, about: false, quantity: 24 };
    expect(standingPrice(line, 12)).toBe(1_200_000);
    expect(standingPrice(line, 24)).toBe(2_400_000);
    expect(standingPrice({ ...line, rate: null }, 24)).toBeNull();
    expect(of({ quantity: 48, line, usual: 1 })).toMatchObject({ amount: 4_800_000, rate: 2_400_000 });
    expect(of({ quantity: 24, line, usual: 1 })).toMatchObject({ amount: 2_400_000, rate: 2_400_000 });
  });

  test('an amount that was typed gives the line the price that it means, marked as worked back', {
    tags: ['K1'],
  }, () => {
    const line = { ...of({ quantity: 7 }), quantity: 7 };
    const typed = of({ quantity: 7, amount: 400_000, line });
    expect(typed).toEqual({ amount: 400_000, rate: 1_371_429, about: true });
    expect(of({ quantity: 24, line: { ...typed, quantity: 7 } })).toEqual({
      amount: 1_371_429,
      rate: 1_371_429,
      about: true,
    });
    expect(of({ quantity: 7, rate: PRICE, line: { ...typed, quantity: 7 } })).toEqual({
      amount: 377_183,
      rate: PRICE,
      about: false,
    });
  });

  test('an amount that a known price gives is no typed amount', { tags: ['K1'] }, () => {
    expect(of({ quantity: 7, amount: 377_183 })).toEqual({ amount: 377_183, rate: PRICE, about: false });
    const line = { amount: 377_183, rate: PRICE, about: false, quantity: 7 };
    expect(of({ quantity: 24, amount: PRICE, line, usual: 1 })).toEqual({ amount: PRICE, rate: PRICE, about: false });
    expect(of({ quantity: 24, amount: 12, rate: 12, line })).toEqual({ amount: 12, rate: 12, about: false });
  });

  test('of a price and an amount that do not belong together the amount counts', { tags: ['K1'] }, () => {
    expect(of({ quantity: 24, amount: 500, rate: 12 })).toEqual({ amount: 500, rate: 500, about: true });
  });

  test('what is sent back as it stands changes nothing', { tags: ['K1'] }, () => {
    const line = { amount: 400_000, rate: 1_371_429, about: true, quantity: 7 };
    expect(of({ quantity: 7, line })).toMatchObject({ amount: 400_000, rate: 1_371_429, about: true });
    expect(of({ quantity: 7, amount: 400_000, rate: 1_371_429, line })).toMatchObject({ about: true });
  });

  test('a line of nothing keeps no price', { tags: ['K1'] }, () => {
    expect(of({ quantity: 0, rate: 12 })).toEqual({ amount: 0, rate: null, about: false });
    expect(of({ quantity: 24, line: { amount: 0, rate: null, about: false, quantity: 0 } }).rate).toBe(PRICE);
  });
});
