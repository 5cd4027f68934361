/** What the rows of a reconciliation say together (B6.10). */
import type { Balances, Differences } from '#contract/wallet/reconciliationCalls.ts';
import { formatMoney } from '#domain/money.ts';

const sum = (some: readonly number[]) => formatMoney(Math.abs(some.reduce((total, kobo) => total + kobo, 0)));

/** What the closings say together, in kobo below zero for who owes. `cash`: the cash of each associate, in kobo. */
export function balancesOf(closings: readonly number[], cash: readonly number[] | null): Balances {
  const owed = closings.filter((kobo) => kobo < 0);
  const credit = closings.filter((kobo) => kobo > 0);
  const having = (cash ?? []).filter((kobo) => kobo > 0);
  return {
    owed: sum(owed),
    owed_count: owed.length,
    credit: sum(credit),
    credit_count: credit.length,
    cash: cash && sum(having),
    cash_count: having.length,
  };
}

/** What the differences say together, in kobo below zero for who owes. */
export function differencesOf(all: readonly number[]): Differences {
  const owed = all.filter((kobo) => kobo < 0);
  const over = all.filter((kobo) => kobo > 0);
  return {
    owed: sum(owed),
    owed_count: owed.length,
    over: sum(over),
    over_count: over.length,
    settled: all.length - owed.length - over.length,
    largest: formatMoney(all.reduce((most, kobo) => Math.max(most, Math.abs(kobo)), 0)),
  };
}
