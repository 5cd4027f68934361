/** The days that a range takes, and the errors of other days. */
import { describe, expect, test } from 'vitest';
import { dateRule, rangeFault } from '#ui/fields/dateRule.ts';

const MAX = '2026-11-22';

describe('a day of a range', { tags: ['UI-17'] }, () => {
  test('a year that is still being typed is neither taken nor an error, also if the range has a start', () => {
    for (const year of ['0002', '0020', '0202', '1999'])
      for (const min of ['', '2026-11-01']) expect(dateRule(`${year}-11-05`, min, MAX), year).toBe('hold');
    expect(dateRule('0202-11-05T08:30', '', `${MAX}T00:00`)).toBe('hold');
    expect(dateRule('20240-11-05', '', MAX)).toBe('hold');
  });

  test('a day after the last or before the first one is an error that names the limit', () => {
    expect(dateRule('2026-11-23', '', MAX)).toEqual({ fault: 'Not after 22 Nov 2026' });
    expect(dateRule('2026-10-31', '2026-11-01', MAX)).toEqual({ fault: 'Not before 01 Nov 2026' });
    expect(dateRule('2026-11-22T00:01', '', `${MAX}T00:00`)).toEqual({ fault: 'Not after 22 Nov 2026' });
  });

  test('both limits, every day between them, and no day are taken', () => {
    for (const text of ['', '2000-01-01', '2024-11-05', MAX]) expect(dateRule(text, '', MAX), text).toBe('take');
    expect(dateRule('2026-11-01', '2026-11-01', MAX)).toBe('take');
  });
});

describe('a range, as it stands in an address', { tags: ['UI-17'] }, () => {
  const NOT_AFTER = 'Not after 22 Nov 2026';
  test('an impossible end is named, and an impossible start does not limit the end', () => {
    expect(rangeFault('2099-01-01', '', MAX)).toEqual({ from: NOT_AFTER });
    expect(rangeFault('', '2099-01-01', MAX)).toEqual({ to: NOT_AFTER });
    expect(rangeFault('2099-01-01', MAX, MAX)).toEqual({ from: NOT_AFTER });
    expect(rangeFault('2099-01-01', '2099-02-01', MAX)).toEqual({ from: NOT_AFTER, to: NOT_AFTER });
    expect(rangeFault('2026-11-21', '2026-11-20', MAX)).toEqual({ to: 'Not before 21 Nov 2026' });
    expect(rangeFault(`${MAX}T00:01`, `${MAX}T00:00`, `${MAX}T00:00`)).toEqual({ from: NOT_AFTER });
  });

  test('possible days are no error: both days, one day, none, and days that are not chosen', () => {
    for (const [from, to] of [
      ['2026-11-01', MAX],
      [MAX, MAX],
      ['', MAX],
      ['open', MAX],
      [MAX, 'open'],
      ['', ''],
      ['open', 'open'],
    ] as const)
      expect(rangeFault(from, to, MAX), `${from} to ${to}`).toBeNull();
  });
});
