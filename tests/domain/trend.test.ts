import { expect, test } from 'vitest';
import { daysBefore, trendOf, trendWords } from '#domain/trend.ts';

test('a trend is said in words, and nothing before is no trend', { tags: ['REP-14'] }, () => {
  expect([trendOf(5, 0), trendOf(5, -3), trendOf(0, 0)]).toEqual([null, null, null]);
  expect([trendOf(112, 100), trendOf(96, 100), trendOf(0, 100), trendOf(1_099, 100)]).toEqual([
    '↑ 12%',
    '↓ 4%',
    '↓ 100%',
    '↑ 999%',
  ]);
  expect([trendOf(100, 100), trendOf(1_001, 1_000)]).toEqual(['as much', 'about as much']);
  expect([daysBefore(1), daysBefore(30)]).toEqual(['the day before', 'the 30 days before']);
  expect(trendWords(112, 100, '₦100', daysBefore(30))).toBe('↑ 12% from ₦100 in the 30 days before');
  expect(trendWords(100, 100, '₦100', daysBefore(30))).toBe('as much as in the 30 days before');
  // More than tenfold: the sum before says more than "↑ 2,209%".
  expect(trendWords(2_309, 100, '₦100', daysBefore(30))).toBe('↑ from ₦100 in the 30 days before');
  expect(trendWords(5, 0, '₦0', daysBefore(1))).toBe('none in the day before');
});
