/** Periods and who came back in them (B7.5, B7.7). */
import { describe, expect, test } from 'vitest';
import { PERIODS } from '#domain/periods.ts';
import { MAX_PERIODS, periodsOf, RETENTION_KINDS, retentionOf } from '#domain/retention.ts';

const TO = 1_795_251_600;

describe('retention', () => {
  test('periods are whole, cut backwards from the end, oldest first, at most 60', { tags: ['B7.5'] }, () => {
    for (const kind of RETENTION_KINDS) {
      const length = PERIODS[kind];
      const periods = periodsOf(kind, TO - Math.floor(2.5 * length), TO);
      expect(periods.map(({ from, to }) => [from - TO, to - TO])).toEqual([
        [-3 * length, -2 * length],
        [-2 * length, -length],
        [-length, 0],
      ]);
    }
    expect(periodsOf('day', 0, TO)).toHaveLength(MAX_PERIODS);
    expect(periodsOf('week', TO - 1, TO)).toHaveLength(1);
    expect(periodsOf('day', TO - 86_400, TO)[0]?.label).toBe('20 Nov 2026');
    expect(periodsOf('week', TO - 604_800, TO)[0]?.label).toBe('14 Nov 2026 - 21 Nov 2026');
  });
  test('active, new, retained, returning and the rate', { tags: ['B7.7'] }, () => {
    const periods = periodsOf('week', TO - 3 * PERIODS.week, TO);
    const [first] = periods;
    const inside = (place: number) => (first?.from ?? 0) + place * PERIODS.week + 5;
    const figures = retentionOf(periods, [
      { first: inside(0), active: new Set([0, 1, 2]) },
      { first: inside(-9), active: new Set([-1, 0]) },
      { first: inside(-9), active: new Set([-1, 2]) },
      { first: inside(2), active: new Set([2]) },
      { first: inside(-9), active: new Set() },
    ]);
    expect(figures).toEqual([
      { active: 2, new: 1, returning: 0, retained: 1, retention_rate: 0.5 },
      { active: 1, new: 0, returning: 0, retained: 1, retention_rate: 0.5 },
      { active: 3, new: 1, returning: 1, retained: 1, retention_rate: 1 },
    ]);
  });
  test('the rate is null when nobody was active before', { tags: ['B7.7'] }, () => {
    const periods = periodsOf('day', TO - 86_400, TO);
    expect(retentionOf(periods, [{ first: TO - 5, active: new Set([0]) }])[0]).toMatchObject({
      new: 1,
      retention_rate: null,
    });
  });
});
