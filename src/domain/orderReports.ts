/** The ranges and groups of the order reports (B5.12, RPT-01, RPT-03). */
import { DAY, startOfDay } from './time.ts';

/** The preset ranges: label, first day and last day, both in days before today. */
export const DAY_CHIPS = [
  { key: 'today', label: 'Today', from: 0, to: 0 },
  { key: 'yesterday', label: 'Yesterday', from: 1, to: 1 },
  { key: 'week', label: 'Last 7 days', from: 6, to: 0 },
  { key: 'month', label: 'Last 30 days', from: 29, to: 0 },
] as const;
export type DayChip = (typeof DAY_CHIPS)[number]['key'];

/** The range of a preset, epoch seconds, the end exclusive; days are Lagos days. */
export function chipRange(chip: DayChip, now: number): { from: number; to: number } {
  const { from, to } = DAY_CHIPS.find((one) => one.key === chip) ?? DAY_CHIPS[0];
  const today = startOfDay(now);
  return { from: today - from * DAY, to: today - to * DAY + DAY };
}

export const SALES_BY = ['manufacturer', 'brand', 'product'] as const;
export type SalesBy = (typeof SALES_BY)[number];
export const SALES_BY_LABEL: Record<SalesBy, string> = {
  manufacturer: 'Manufacturer',
  brand: 'Brand',
  product: 'Product',
};

interface Named {
  _id: string;
  name: string;
}
/** The sums of a sales row in kobo (K7): the goods, the adjustments, what the wallets were charged, and what they were not. */
export const SOLD_MONEY = ['amount', 'adjustments', 'billed', 'not_billed'] as const;
type Money = Record<(typeof SOLD_MONEY)[number], number>;
/** The sales of one product. */
export interface Sold extends Money {
  product_id: string;
  name: string;
  brand: Named;
  manufacturer: Named;
  cases: number;
  units: number;
}
export interface SoldGroup extends Named, Money {
  cases: number;
  units: number;
  products: Sold[];
}

/** The sales by product, brand or manufacturer, sorted by name. A group adds up cases and units of its products (B5.12). */
export function groupSales(products: readonly Sold[], by: SalesBy): SoldGroup[] {
  const groups = new Map<string, SoldGroup>();
  for (const one of products) {
    const { _id, name } = by === 'product' ? { _id: one.product_id, name: one.name } : one[by];
    const group = groups.get(_id) ?? {
      ...{ _id, name, cases: 0, units: 0, products: [] },
      ...{ amount: 0, adjustments: 0, billed: 0, not_billed: 0 },
    };
    group.cases += one.cases;
    group.units += one.units;
    for (const money of SOLD_MONEY) group[money] += one[money];
    group.products.push(one);
    groups.set(_id, group);
  }
  return [...groups.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
