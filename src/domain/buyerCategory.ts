/** Retailer categories by their orders (DECISIONS B7.2, CONST-21). */

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

/** What people read for each. */
export const CATEGORY_LABEL: Readonly<Record<BuyerCategory, string>> = {
  new_active: 'New, active',
  new_inactive: 'New, inactive',
  regular_weekly: 'Regular, weekly',
  regular_biweekly: 'Regular, bi-weekly',
  regular_triweekly: 'Regular, tri-weekly',
  pre_launch: 'Pre-launch',
  'N/A': 'N/A',
};

/** CONST-21: days, ratio, and 4 May 2020 00:00 in Lagos (epoch seconds, config key launch_cutoff). */
export const CATEGORY_RULES = {
  newDays: 14,
  ratio: 0.8,
  biweeklyDays: 21,
  triweeklyDays: 28,
  launch: 1_588_546_800,
} as const;

/** B7.2, first match wins. Times in epoch seconds; order_count and last_ordered_on over counted orders (B7.1). */
export function categoryOf(buyer: {
  created: number;
  order_count: number;
  last_ordered_on: number | null;
  now: number;
  launch?: number;
}): BuyerCategory {
  const { created, order_count, last_ordered_on, now, launch = CATEGORY_RULES.launch } = buyer;
  const age = (now - created) / 86_400;
  const since = last_ordered_on === null ? Number.POSITIVE_INFINITY : (now - last_ordered_on) / 86_400;
  const often = (every: number) => order_count / (age / every) > CATEGORY_RULES.ratio;
  if (age <= CATEGORY_RULES.newDays) return order_count >= 1 ? 'new_active' : 'new_inactive';
  if (often(7) && since < CATEGORY_RULES.newDays) return 'regular_weekly';
  if (often(14) && age > CATEGORY_RULES.biweeklyDays && since < CATEGORY_RULES.biweeklyDays) return 'regular_biweekly';
  if (often(21) && age > CATEGORY_RULES.triweeklyDays && since < CATEGORY_RULES.triweeklyDays)
    return 'regular_triweekly';
  return created < launch ? 'pre_launch' : 'N/A';
}
