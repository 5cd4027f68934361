/** The rules of counting as pure functions: what the counts of a product say, which state it has, and the books at the time of a count. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookAt, type CountFigure, countedOf, countState, movedAt } from '#domain/stocktake.ts';

const figure = (user_id: string, quantity: number, more: Partial<CountFigure> = {}): CountFigure => ({
  ...{ product_id: 'milk', place: '', round: 1, user_id, quantity, counted_at: 100 },
  ...more,
});

describe('what the counts of a product say', () => {
  test('nobody counted', { tags: ['STK-05'] }, () => {
    expect(countedOf([])).toEqual({ quantity: null, round: 0, counted_at: null, differs: false, lots: [] });
  });
  test('places add up, and the time is that of the last place', { tags: ['STK-05', 'STK-10'] }, () => {
    const counted = countedOf([figure('a', 5, { place: 'A' }), figure('b', 7, { place: 'B', counted_at: 120 })]);
    expect(counted).toEqual({ quantity: 12, round: 1, counted_at: 120, differs: false, lots: [] });
  });
  test('two who agree on a place counted the same goods; two who differ are in doubt', { tags: ['STK-06'] }, () => {
    expect(countedOf([figure('a', 5), figure('b', 5)])).toMatchObject({ quantity: 5, differs: false });
    expect(countedOf([figure('a', 5), figure('b', 6, { counted_at: 101 })])).toMatchObject({
      quantity: 6,
      differs: true,
    });
  });
  test('the last round that has counts holds alone', { tags: ['STK-06'] }, () => {
    const all = [figure('a', 5), figure('b', 6), figure('c', 9, { round: 2, place: 'B' })];
    expect(countedOf(all)).toMatchObject({ quantity: 9, round: 2, differs: false });
  });
  test('the order in which figures are read does not matter', { tags: ['STK-06'] }, () => {
    const some = fc.record({
      ...{
        product_id: fc.constant('milk'),
        place: fc.constantFrom('', 'A', 'B'),
        round: fc.integer({ min: 1, max: 3 }),
      },
      ...{ user_id: fc.constantFrom('a', 'b', 'c'), quantity: fc.integer({ min: 0, max: 3 }) },
      counted_at: fc.integer({ min: 1, max: 3 }),
    });
    const many = fc.uniqueArray(some, { selector: (one) => `${one.place} ${one.round} ${one.user_id}` });
    fc.assert(
      fc.property(many, fc.integer(), (figures, turn) => {
        const at = figures.length === 0 ? 0 : Math.abs(turn) % figures.length;
        expect(countedOf([...figures.slice(at), ...figures.slice(0, at)].toReversed())).toEqual(countedOf(figures));
      }),
    );
  });
});

test('a product waits for its first count, for a recount, or is counted', { tags: ['STK-06', 'STK-08'] }, () => {
  const one = countedOf([figure('a', 5)]);
  expect(countState(countedOf([]), 1)).toBe('to_count');
  expect(countState(one, 1)).toBe('counted');
  expect(countState(one, 2)).toBe('recount');
  expect(countState(countedOf([figure('a', 5), figure('b', 6)]), 1)).toBe('recount');
});

describe('the books at the time of a count', () => {
  const move = (quantity: number, timestamp: number, created = timestamp) => ({
    ...{ quantity, timestamp, created, corrects: false },
  });
  test('are those of now without what moved after the count', { tags: ['STK-10'] }, () => {
    const moves = [move(-12, 90), move(-24, 100), move(5, 101), move(-6, 300)];
    expect(bookAt(63, moves, 100)).toBe(64);
    expect(bookAt(63, [], 100)).toBe(63);
  });
  test('a movement has its business time, but none after it was written', { tags: ['STK-10', 'K21'] }, () => {
    expect(movedAt(move(-1, 90, 500))).toBe(90);
    expect(movedAt(move(1, 86_500, 100))).toBe(100);
    expect(bookAt(10, [move(-1, 90, 500), move(4, 86_500, 80)], 100)).toBe(10);
  });
  test('a correction is before each count', { tags: ['STK-10'] }, () => {
    expect(bookAt(10, [{ ...move(-5, 300), corrects: true }], 100)).toBe(10);
  });
  test('whatever moves: the books at the count and the later movements make the books of now', {
    tags: ['STK-10'],
  }, () => {
    const some = fc.record({
      quantity: fc.integer({ min: -50, max: 50 }),
      timestamp: fc.nat(200),
      created: fc.nat(200),
      corrects: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(some), fc.nat(200), fc.nat(500), (moves, at, now) => {
        const later = moves.filter((one) => !one.corrects && one.timestamp > at && one.created > at);
        expect(bookAt(now, moves, at) + later.reduce((sum, one) => sum + one.quantity, 0)).toBe(now);
      }),
    );
  });
});
