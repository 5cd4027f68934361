/** The words of a chip for a range of dates. */
import { describe, expect, test } from 'vitest';
import { ALWAYS, dateInput } from '#domain/time.ts';
import { paperDay, rangeText } from '#ui/fields/rangeText.ts';

const YEAR = dateInput(Math.floor(Date.now() / 1_000)).slice(0, 4);

describe('a range of dates in words', { tags: ['UI-17'] }, () => {
  test('names two days, one day, half a range, or none', () => {
    expect(rangeText(`${YEAR}-10-24`, `${YEAR}-11-22`)).toBe('24 Oct to 22 Nov');
    expect(rangeText(`${YEAR}-10-24`, `${YEAR}-10-24`)).toBe('24 Oct');
    expect(rangeText(`${YEAR}-10-24`, '')).toBe('Since 24 Oct');
    expect(rangeText('', `${YEAR}-11-22`)).toBe('Until 22 Nov');
    expect(rangeText('', '')).toBe('');
    expect(rangeText('2019-12-31', `${YEAR}-01-01`)).toBe('31 Dec 2019 to 1 Jan');
    expect(rangeText('nonsense', '')).toBe('');
    // A start before the first record is left out.
    expect(rangeText(ALWAYS, '')).toBe('All dates');
    expect(rangeText(ALWAYS, `${YEAR}-11-22`)).toBe('Until 22 Nov');
  });
  test('paper, which is read years later, has the year', () => {
    expect(rangeText('2026-10-24', '2026-11-22', paperDay)).toBe('24 Oct 2026 to 22 Nov 2026');
    expect(rangeText('2026-10-24T08:30', '', paperDay)).toBe('Since 24 Oct 2026, 08:30');
  });
  test('a range of whole days names the days, and its exclusive end is not one of them', () => {
    expect(rangeText(`${YEAR}-10-28T00:00`, `${YEAR}-11-27T00:00`)).toBe('28 Oct to 26 Nov');
    expect(rangeText(`${YEAR}-10-28T00:00`, `${YEAR}-10-29T00:00`)).toBe('28 Oct');
    expect(rangeText(`${YEAR}-10-28T08:30`, `${YEAR}-11-27T00:00`)).toBe('28 Oct, 08:30 to 27 Nov, 00:00');
    expect(rangeText(`${YEAR}-10-28T08:30`, '')).toBe('Since 28 Oct, 08:30');
  });
});
