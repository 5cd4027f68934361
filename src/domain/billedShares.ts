/** The share of each order line in what its order group is billed: its goods, plus its part of edited amounts, discounts and fees, in kobo (K7). */

interface BilledOrder {
  /** The amount of the order in kobo: the sum of its lines, unless somebody edited it. */
  readonly amount: number;
  /** The lines of the order, sorted by id, each with its own value in kobo. */
  readonly lines: readonly { readonly _id: string; readonly value: number }[];
}

/**
 * Returns the share of each line in `total`, by line id. The shares add up to `total` exactly, unless there are no lines. First, the amount of each
 * order is spread over its own lines by their values. The rest (edited subtotal, fee, discount, orders without lines) is then spread over all lines
 * by their shares so far. The migration 207_billed_lines.sql does the same for older orders.
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

/** Splits `amount` by weight, or into equal parts if no weight is above 0 or any weight is below 0. Each cumulative sum is rounded towards 0. */
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
