import type { LedgerLog } from '#contract/wallet/walletCalls.ts';
import { koboOf } from '#domain/money.ts';

/**
 * The balances before the oldest and after the newest of the rows, in kobo with the shown sign: minus means owed. Null where the server sends no balances, and
 * without a row.
 */
export function balancesAround(
  rows: readonly Pick<LedgerLog, 'effect' | 'balance_after'>[],
): { opening: number; closing: number } | null {
  const [newest, oldest] = [rows[0], rows.at(-1)];
  if (!newest?.balance_after || !oldest?.balance_after) return null;
  return {
    opening: 0 - (koboOf(oldest.balance_after) - koboOf(oldest.effect)),
    closing: 0 - koboOf(newest.balance_after),
  };
}
