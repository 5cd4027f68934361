/** Splits what an order group is billed over its lines (K7): goods, and shares of edited amounts, discounts and fees. Kobo. */

interface BilledOrder {
  /** The amount of the order: the sum of its lines, unless a user edited it. */
  readonly amount: number;
  /** The lines with their own billed amounts, sorted by id. */
  readonly lines: readonly { readonly _id: string; readonly value: number }[];
}

/**
 * The shares of `total` by line id. They add up to `total` exactly, unless there is no line.
 * An order's edited amount is split over its own lines by value. The rest (edited subtotal, fee, discount, an order without lines) is split over
 * all lines by their shares so far. tests/support/billedShares.sql says the same once more.
 */
export function billedShares(orders: readonly BilledOrder[], total: number): Map<string, number> {
  const shares = new Map<string, number>();
  let left = total;
  for (const { amount, lines } of orders) {
    if (lines.length === 0) continue;
    left -= amount;
    const parts = spread(
      amount,
      lines.map((line) => line.value),
    );
    lines.forEach((line, at) => {
      shares.set(line._id, parts[at] ?? 0);
    });
  }
  const ids = [...shares.keys()].sort();
  const parts = spread(
    left,
    ids.map((id) => shares.get(id) ?? 0),
  );
  ids.forEach((id, at) => {
    shares.set(id, (shares.get(id) ?? 0) + (parts[at] ?? 0));
  });
  return shares;
}

/** Splits `amount` by weight, or equally if no weight is above 0 or one is below it. Each cumulative sum is rounded towards 0. */
function spread(amount: number, weights: readonly number[]): number[] {
  const fair = weights.every((weight) => weight >= 0) && weights.some((weight) => weight > 0);
  const used = weights.map((weight) => (fair ? BigInt(weight) : 1n));
  const all = used.reduce((sum, weight) => sum + weight, 0n);
  let sum = 0n;
  let before = 0n;
  return used.map((weight) => {
    sum += weight;
    const border = (BigInt(amount) * sum) / all;
    const part = border - before;
    before = border;
    return Number(part);
  });
}
