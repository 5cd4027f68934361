/**
 * Finds how the entries of wallets changed their balances. The documents send a value without defining its sign, and they send the balance: an interpretation
 * of the values is accepted if it explains the balances.
 */

/** An entry of a wallet's log. `value`: kobo, null if missing. */
export interface WalletEntry {
  created: number;
  tag: string;
  value: number | null;
  description: string;
}

/** Whether an entry is a charge, if its value is written as it was typed; null: unknown. */
export type IsCharge = (entry: WalletEntry) => boolean | null;

const sumOf = (some: readonly number[]) => some.reduce((sum, kobo) => sum + kobo, 0);

/** Each interpretation of a value, as the kobo that the owner owes more afterwards; null: the interpretation cannot tell. */
const readings = (isCharge: IsCharge): readonly ((entry: WalletEntry) => number | null)[] => [
  // The value is the increase of the debt.
  ({ value }) => value,
  // Money in is positive and a charge negative, as screens show it.
  ({ value }) => value && 0 - value,
  // The value as it was typed: the total of an order, the sum of a deposit.
  (entry) => {
    const charge = isCharge(entry);
    return charge === null ? null : charge ? entry.value : entry.value && 0 - entry.value;
  },
];

/**
 * For each wallet the kobo by which each of its entries raised the debt; null: no interpretation explains the balance, or two explain it differently. All
 * wallets use one format, so an interpretation that fails for one wallet is dropped for all. `balance` in kobo, positive for a debt.
 */
export function effectsOf(
  wallets: readonly { balance: number | null; entries: readonly WalletEntry[] }[],
  isCharge: IsCharge,
): (readonly number[] | null)[] {
  const ways = readings(isCharge);
  const explained = wallets.map(({ balance, entries }) =>
    ways.map((way) => {
      const effects = entries.map(way);
      if (!effects.every((one) => one !== null)) return null;
      return sumOf(effects) === balance ? effects : null;
    }),
  );
  const telling = explained.filter((fits) => fits.some(Boolean));
  // All charges together must raise the debt.
  const charged = (way: number) =>
    sumOf(
      explained.map((fits, of) => {
        const entries = wallets[of]?.entries ?? [];
        return sumOf((fits[way] ?? []).filter((_, at) => entries[at] && isCharge(entries[at])));
      }),
    );
  const isCommon = ways.map((_, way) => telling.every((fits) => fits[way]) && charged(way) >= 0);
  return explained.map((fits) => {
    const [one, ...others] = fits.filter((effects, way) => effects !== null && isCommon[way]);
    return one && others.every((other) => String(other) === String(one)) ? one : null;
  });
}
