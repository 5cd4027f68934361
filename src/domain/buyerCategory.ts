/** Categories of retailers, derived from their orders (B7.2, CONST-21). */

export type BuyerCategory =
  | 'new_active'
  | 'new_inactive'
  | 'regular_weekly'
  | 'regular_biweekly'
  | 'regular_triweekly'
  | 'pre_launch'
  | 'N/A';

export const BUYER_CATEGORIES = [
  'new_active',
  'new_inactive',
  'regular_weekly',
  'regular_biweekly',
  'regular_triweekly',
  'pre_launch',
  'N/A',
] as const satisfies readonly BuyerCategory[];

/** The name of each category on screens. */
export const CATEGORY_LABEL: Readonly<Record<BuyerCategory, string>> = {
  new_active: 'New, active',
  new_inactive: 'New, inactive',
  regular_weekly: 'Regular, weekly',
  regular_biweekly: 'Regular, bi-weekly',
  regular_triweekly: 'Regular, tri-weekly',
  pre_launch: 'Pre-launch',
  'N/A': 'N/A',
};

/** The thresholds in days, the ratio, and the launch at 4 May 2020 00:00 in Lagos (epoch seconds, config key launch_cutoff) (CONST-21, K10). */
export const CATEGORY_RULES = {
  newDays: 14,
  /** The ratio covers the last 12 weeks, or the age of a younger account. */
  windowDays: 84,
  ratio: 0.8,
  biweeklyDays: 21,
  triweeklyDays: 28,
  launch: 1_588_546_800,
} as const;

/** This number of recent orders is enough for every category. */
export const ENOUGH_ORDERS = Math.floor((CATEGORY_RULES.ratio * CATEGORY_RULES.windowDays) / 7) + 1;

/**
 * Returns the category of a retailer; the first match wins (B7.2, K10). Times are epoch seconds. `recent_orders` is the number of counted orders
 * (B7.1) in the last `windowDays` days, including the first second. `last_ordered_on` is the time of the newest counted order ever.
 */
export function categoryOf(buyer: {
  created: number;
  recent_orders: number;
  last_ordered_on: number | null;
  now: number;
  launch?: number;
}): BuyerCategory {
  const { created, recent_orders, last_ordered_on, now, launch = CATEGORY_RULES.launch } = buyer;
  const age = (now - created) / 86_400;
  const since = last_ordered_on === null ? Number.POSITIVE_INFINITY : (now - last_ordered_on) / 86_400;
  const often = (every: number) =>
    recent_orders / (Math.min(age, CATEGORY_RULES.windowDays) / every) > CATEGORY_RULES.ratio;
  if (age <= CATEGORY_RULES.newDays) return recent_orders >= 1 ? 'new_active' : 'new_inactive';
  if (often(7) && since < CATEGORY_RULES.newDays) return 'regular_weekly';
  if (often(14) && age > CATEGORY_RULES.biweeklyDays && since < CATEGORY_RULES.biweeklyDays) return 'regular_biweekly';
  if (often(21) && age > CATEGORY_RULES.triweeklyDays && since < CATEGORY_RULES.triweeklyDays)
    return 'regular_triweekly';
  const orderedSinceLaunch = last_ordered_on !== null && last_ordered_on >= launch;
  return created < launch && !orderedSinceLaunch ? 'pre_launch' : 'N/A';
}
