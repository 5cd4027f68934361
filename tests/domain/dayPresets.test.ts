/** The periods that every chip of dates offers. */
import { expect, test } from 'vitest';
import { periodsUntil } from '#domain/dayPresets.ts';

/** 27 November 2026, 01:30 in Lagos, which is 00:30 UTC. */
const NOW = Date.UTC(2026, 10, 27, 0, 30) / 1_000;

test('a period after the latest day is left out, and one that passes it ends there', { tags: ['SHELL-41'] }, () => {
  expect(periodsUntil('2026-11-26', NOW)).toEqual([
    { label: 'Yesterday', from: '2026-11-26', to: '2026-11-26' },
    { label: 'Last 7 days', from: '2026-11-21', to: '2026-11-26' },
    { label: 'Last 30 days', from: '2026-10-29', to: '2026-11-26' },
  ]);
});

test('days of Lagos, today included', { tags: ['SHELL-41'] }, () => {
  expect(periodsUntil('2026-11-27', NOW).map(({ from, to }) => [from, to])).toEqual([
    ['2026-11-27', '2026-11-27'],
    ['2026-11-26', '2026-11-26'],
    ['2026-11-21', '2026-11-27'],
    ['2026-10-29', '2026-11-27'],
  ]);
});

test('a range of moments ends at the first one of the next day', { tags: ['SHELL-41'] }, () => {
  expect(periodsUntil('2026-11-28T00:00', NOW)[0]).toEqual({
    label: 'Today',
    from: '2026-11-27T00:00',
    to: '2026-11-28T00:00',
  });
});
