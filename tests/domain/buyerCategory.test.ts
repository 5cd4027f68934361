import { describe, expect, test } from 'vitest';
import { BUYER_CATEGORIES, type BuyerCategory, CATEGORY_RULES, categoryOf } from '#domain/buyerCategory.ts';

const NOW = 1_795_000_000;
const DAY = 86_400;

test('thresholds: 14 days, ratio 0.8, 21 and 28 days, 4 May 2020 in Lagos', { tags: ['CONST-21'] }, () => {
  expect(CATEGORY_RULES).toEqual({
    newDays: 14,
    windowDays: 84,
    ratio: 0.8,
    biweeklyDays: 21,
    triweeklyDays: 28,
    launch: Date.UTC(2020, 4, 3, 23) / 1000,
  });
});

describe('categories, first match wins', { tags: ['B7.2'] }, () => {
  test.each<[string, number, number, number | null, BuyerCategory]>([
    ['14 days old without an order', 14, 0, null, 'new_inactive'],
    ['14 days old with an order', 14, 1, 3, 'new_active'],
    ['a day old, ordering daily', 1, 5, 0, 'new_active'],
    ['weekly', 70, 9, 13, 'regular_weekly'],
    ['weekly at exactly 0.8 is not enough, but it is more than biweekly', 70, 8, 13, 'regular_biweekly'],
    ['weekly, but the last order is 14 days old', 70, 9, 14, 'regular_biweekly'],
    ['biweekly', 70, 5, 20, 'regular_biweekly'],
    ['biweekly, but the last order is 21 days old', 70, 5, 21, 'regular_triweekly'],
    ['biweekly, but only 21 days old', 21, 2, 15, 'N/A'],
    ['triweekly', 84, 4, 27, 'regular_triweekly'],
    ['triweekly, but the last order is 28 days old', 84, 4, 28, 'N/A'],
    ['just short of triweekly', 80, 3, 20, 'N/A'],
    ['no order for long', 100, 0, null, 'N/A'],
    ['before the launch without orders', (NOW - CATEGORY_RULES.launch) / DAY + 1, 0, null, 'pre_launch'],
    ['on the launch day', (NOW - CATEGORY_RULES.launch) / DAY, 0, null, 'N/A'],
    ['before the launch, but still a weekly buyer', 3_000, 400, 2, 'regular_weekly'],
    ['K10: an old account is judged by its last 12 weeks', 3_000, 10, 2, 'regular_weekly'],
    ['K10: nine orders in 12 weeks are no weekly buyer', 3_000, 9, 2, 'regular_biweekly'],
    ['K10: five orders in 12 weeks are a biweekly buyer', 3_000, 5, 2, 'regular_biweekly'],
    ['K10: four orders in 12 weeks are a triweekly buyer', 3_000, 4, 2, 'regular_triweekly'],
    [
      'K10: three orders in 12 weeks are neither, and who ordered since the launch is pre_launch no more',
      3_000,
      3,
      2,
      'N/A',
    ],
    ['K10: whose only order is from before the launch still is', 3_000, 0, 2_900, 'pre_launch'],
    ['K10: an order on the launch second counts', 3_000, 0, (NOW - CATEGORY_RULES.launch) / DAY, 'N/A'],
  ])('%s', (_case, age, recent_orders, lastDaysAgo, category) => {
    const last_ordered_on = lastDaysAgo === null ? null : NOW - lastDaysAgo * DAY;
    expect(categoryOf({ created: NOW - age * DAY, recent_orders, last_ordered_on, now: NOW })).toBe(category);
    expect(BUYER_CATEGORIES).toContain(category);
  });

  test('the launch is configurable (config key launch_cutoff)', () => {
    const old = { created: NOW - 100 * DAY, recent_orders: 0, last_ordered_on: null, now: NOW };
    expect(categoryOf({ ...old, launch: NOW - 99 * DAY })).toBe('pre_launch');
  });
});
