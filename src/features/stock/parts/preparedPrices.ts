/** The products that were prepared for a source alone, with the prices that count towards a destination (B3.6). */
import type { LongRows } from '#client/reads/longRows.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { type HubRates, ratesBetween } from '#domain/usualRate.ts';

type Ends = Parameters<typeof ratesBetween>[0];

const NONE: HubRates = { sold: {}, shipped: {} };

/** `rates`: the prepared prices of the hub among the two parties. Null: there are none, and each product has its list price. */
export function pricedBetween(rows: LongRows<Pickable>, ends: Ends, rates: HubRates | null): LongRows<Pickable> {
  const known = ratesBetween(ends, rates ?? NONE);
  return known ? repriced(rows, known) : rows;
}

function repriced(rows: LongRows<Pickable>, rates: Readonly<Record<string, string>>): LongRows<Pickable> {
  // An unchanged source row gives the same row object, so that React does not render it again.
  const made = new WeakMap<Pickable, Pickable>();
  const priced = (row: Pickable): Pickable => {
    const rate = rates[row.product_id] ?? row.product.price ?? row.rate;
    if (rate === row.rate) return row;
    const known = made.get(row) ?? { ...row, rate };
    made.set(row, known);
    return known;
  };
  const self: LongRows<Pickable> = {
    length: rows.length,
    ids: rows.ids,
    inactive: rows.inactive,
    slice: (from, to) => rows.slice(from, to).map(priced),
    only(pass) {
      const found = rows.only(pass);
      return found === rows ? self : repriced(found, rates);
    },
    mentions: rows.mentions,
    // The texts and codes of a product do not depend on its price.
    ...(rows.standing && { standing: rows.standing }),
  };
  return self;
}
