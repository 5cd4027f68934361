/** What each line carries of what its order group is billed (K7): goods, and its share of edited amounts, discounts and fees. Kobo. */

interface BilledOrder {
  /** What the order counts with: the sum of its lines, unless somebody edited it. */
  readonly amount: number;
  /** Its lines with what they bill by themselves, in the order of their ids. */
  readonly lines: readonly { readonly _id: string; readonly value: number }[];
}

/**
 * Shares of `total`, by line id; they come to `total` exactly, unless no line is there. An order's edited amount goes over its own lines by their
 * values; what is left (edited subtotal, fee, discount, an order without a line) over all lines by what they have so far. 207_billed_lines.sql does
 * the same for orders of before.
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

/** `amount` in parts by weight; in equal ones where no weight is above 0 or one is below it. Each border is cut off towards 0. */
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
