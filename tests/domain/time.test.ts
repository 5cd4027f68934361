import { describe, expect, test } from 'vitest';
import { showDate, showDateTime, showPaperTime, waitText } from '#domain/longTime.ts';
import { dayRange, defaultOrderRange, PERIODS } from '#domain/periods.ts';
import {
  DAY,
  dateInput,
  dateTimeInput,
  epochOf,
  fromInput,
  showClock,
  showDay,
  showMoment,
  showShort,
  startOfDay,
} from '#domain/time.ts';

/** Epoch of a wall clock in Lagos: UTC+1 all year. */
const lagos = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0) =>
  Date.UTC(year, month - 1, day, hour - 1, minute, second) / 1000;

describe('shown times of epoch seconds, always in Lagos', { tags: ['GEN-07', 'CONST-11'] }, () => {
  test.each([
    [lagos(2026, 11, 5, 14, 7), '05 Nov 2026', 'Nov 05, 2026 - 2:07 PM', '5 Nov, 14:07', '14:07'],
    [lagos(2026, 1, 1, 0, 0), '01 Jan 2026', 'Jan 01, 2026 - 12:00 AM', '1 Jan, 00:00', '00:00'],
    [lagos(2025, 12, 31, 23, 59, 59), '31 Dec 2025', 'Dec 31, 2025 - 11:59 PM', '31 Dec, 23:59', '23:59'],
    [lagos(2024, 2, 29, 12, 0), '29 Feb 2024', 'Feb 29, 2024 - 12:00 PM', '29 Feb, 12:00', '12:00'],
    // European summer: the offset stays one hour.
    [lagos(2026, 7, 15, 9, 5), '15 Jul 2026', 'Jul 15, 2026 - 9:05 AM', '15 Jul, 09:05', '09:05'],
    [0, '01 Jan 1970', 'Jan 01, 1970 - 1:00 AM', '1 Jan, 01:00', '01:00'],
  ])('%s', (at, date, dateTime, short, clock) => {
    expect([showDate(at), showDateTime(at), showShort(at), showClock(at)]).toEqual([date, dateTime, short, clock]);
  });

  test('paper has the form of the screens, and the year always', () => {
    expect(showPaperTime(lagos(2026, 11, 5, 14, 7))).toBe('5 Nov 2026, 14:07');
    expect(showPaperTime(lagos(2025, 12, 31, 23, 59))).toBe('31 Dec 2025, 23:59');
  });

  test('a screen names the year only when it is another one in Lagos', () => {
    const now = lagos(2026, 1, 1, 0, 30);
    expect(showDay(lagos(2025, 12, 31, 23, 59), now)).toBe('31 Dec 2025');
    expect(showDay(lagos(2026, 11, 5), now)).toBe('5 Nov');
    expect(showMoment(lagos(2025, 12, 31, 23, 59), now)).toBe('31 Dec 2025, 23:59');
    expect(showMoment(lagos(2026, 1, 1), now)).toBe('1 Jan, 00:00');
  });

  test('do not depend on the zone of the device', () => {
    const own = process.env.TZ;
    const seen = ['UTC', 'Pacific/Kiritimati', 'America/New_York'].map((zone) => {
      process.env.TZ = zone;
      return [
        showDateTime(1_795_000_000),
        dateTimeInput(1_795_000_000),
        startOfDay(1_795_000_000),
        fromInput('2026-11-21'),
      ];
    });
    // Assigning undefined would set the text "undefined".
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });
});

describe('inputs', () => {
  test.each([
    '',
    '2026-11',
    '2026-13-01',
    '2026-02-30',
    '2025-02-29',
    '2026-11-21T24:00',
    '2026-11-21T10:60',
    '2026-11-21T10:00:60',
    '21/11/2026',
    '2026-11-21Z',
    '2026-11-21 10:00',
  ])('%j is no moment', (text) => {
    expect(fromInput(text)).toBeNull();
  });

  test.each([
    ['2026-11-21', lagos(2026, 11, 21)],
    ['2026-11-21T14:02', lagos(2026, 11, 21, 14, 2)],
    ['2026-11-21T14:02:59', lagos(2026, 11, 21, 14, 2, 59)],
    ['2024-02-29', lagos(2024, 2, 29)],
    ['2015-01-01', 1_420_066_800],
  ])('%s is read as Lagos time', (text, at) => {
    expect(fromInput(text)).toBe(at);
  });

  test('what an input shows it reads again', () => {
    for (let at = lagos(2026, 2, 27); at < lagos(2026, 3, 2); at += 1_740) {
      expect(fromInput(dateTimeInput(at))).toBe(at - (at % 60));
      expect(fromInput(dateInput(at))).toBe(startOfDay(at));
    }
  });
});

describe('days', () => {
  test('a day begins at 23:00 UTC', () => {
    expect(startOfDay(lagos(2026, 11, 21))).toBe(lagos(2026, 11, 21));
    expect(startOfDay(lagos(2026, 11, 21) - 1)).toBe(lagos(2026, 11, 20));
    expect(startOfDay(lagos(2026, 11, 21, 23, 59, 59))).toBe(lagos(2026, 11, 21));
    expect(startOfDay(lagos(2026, 11, 21)) % DAY).toBe(DAY - 3600);
  });

  test('no range without two real days in order', { tags: ['REP-08'] }, () => {
    expect(dayRange('', '2026-11-21')).toBeNull();
    expect(dayRange('2026-11-21', '2026-11-31')).toBeNull();
    expect(dayRange('2026-11-22', '2026-11-21')).toBeNull();
  });

  test('from 00:00:00 on the first day to 23:59:00 on the last', { tags: ['REP-08'] }, () => {
    expect(dayRange('2026-11-01', '2026-11-21')).toEqual({
      from: lagos(2026, 11, 1),
      to: lagos(2026, 11, 21, 23, 59, 0),
    });
    expect(dayRange('2026-11-21', '2026-11-21')).toEqual({
      from: lagos(2026, 11, 21),
      to: lagos(2026, 11, 21, 23, 59, 0),
    });
  });

  test('orders: from four days before today, the last day included by adding 86400', { tags: ['CONST-28'] }, () => {
    const range = defaultOrderRange(lagos(2026, 11, 21, 17));
    expect(range).toEqual({ from: lagos(2026, 11, 17), to: lagos(2026, 11, 21) + 86_400 });
  });

  test('periods have these seconds', { tags: ['CONST-12'] }, () => {
    expect(PERIODS).toEqual({ day: 86_400, week: 604_800, biweek: 1_209_600, month: 2_592_000, quarter: 7_776_000 });
  });
});

describe('ages', { tags: ['B11.1'] }, () => {
  test.each([
    [-500, '0 min'],
    [3_599, '59 min'],
    [3_600, '1 h'],
    [3 * 3_600, '3 h'],
    [86_399, '23 h'],
    [86_400, '1 day'],
    [2 * 86_400, '2 days'],
  ])('an order waits %s seconds: %s', { tags: ['B5.10'] }, (seconds, text) => {
    expect(waitText(seconds)).toBe(text);
  });
});

describe('epochOf', () => {
  test('what an address holds in place of seconds is no moment', () => {
    for (const text of [undefined, '', 'abc', '2099-01-01', '-5', '1.5', '99999999999999', '253402300800'])
      expect(epochOf(text), text).toBeNull();
    expect(['0', '1795251600', '4070905200'].map(epochOf)).toEqual([0, 1_795_251_600, 4_070_905_200]);
    expect(dateTimeInput(epochOf('253402214399') ?? 0)).toBe('9999-12-31T00:59');
  });
});
