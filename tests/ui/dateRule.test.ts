/** The days that a range takes, and what is said of the others. */
import { describe, expect, test } from 'vitest';
import { dateRule } from '#ui/dateRule.ts';

const MAX = '2026-11-22';

describe('UI-17 a day of a range', () => {
  test('a year that is still being typed is held, neither taken nor a fault, also where a start stands', () => {
    for (const year of ['0002', '0020', '0202', '1999'])
      for (const min of ['', '2026-11-01']) expect(dateRule(`${year}-11-05`, min, MAX), year).toBe('hold');
    expect(dateRule('0202-11-05T08:30', '', `${MAX}T00:00`)).toBe('hold');
    expect(dateRule('20240-11-05', '', MAX)).toBe('hold');
  });

  test('after the last day and before the first are faults that name the day', () => {
    expect(dateRule('2026-11-23', '', MAX)).toEqual({ fault: 'Not after 22 Nov 2026' });
    expect(dateRule('2026-10-31', '2026-11-01', MAX)).toEqual({ fault: 'Not before 01 Nov 2026' });
    expect(dateRule('2026-11-22T00:01', '', `${MAX}T00:00`)).toEqual({ fault: 'Not after 22 Nov 2026' });
  });

  test('both ends, everything between, and nothing are taken', () => {
    for (const text of ['', '2000-01-01', '2024-11-05', MAX]) expect(dateRule(text, '', MAX), text).toBe('take');
    expect(dateRule('2026-11-01', '2026-11-01', MAX)).toBe('take');
  });
});
