/** The log of a wallet, with the effect of each entry on the balance: screens show money in with a plus and a charge with a minus (B6.3). */
import type * as v from 'valibot';
import { ledgerOfOwner } from '#contract/wallet/walletCalls.ts';
import { DEPOSIT_TAGS } from '#domain/choices.ts';
import { formatMoney } from '#domain/money.ts';
import { containsWords } from '#domain/text.ts';
import { queryClient, type SavedAnswer } from '../reads/queries.ts';
import type { Ask, Input } from './ask.ts';
import { koboIn } from './derived.ts';
import { effectsOf } from './reports/walletEffects.ts';

type Ledger = v.InferOutput<typeof ledgerOfOwner.output>;

/** Rows without an effect if the balance is unknown or no interpretation explains it: their value is shown as the server sent it. */
export async function walletLog(
  ask: Ask,
  { ledger_id, from_timestamp, to_timestamp, search }: Input,
): Promise<Record<string, unknown>[]> {
  const answer = await ask('GET', 'ledger_log/read_by_ledger', { ledger_id });
  const rows = Array.isArray(answer) ? (answer as Record<string, unknown>[]) : [];
  // A log is requested by the wallet's id, which a read of the wallet returned.
  const wallet = queryClient
    .getQueriesData<SavedAnswer<Ledger>>({ queryKey: [ledgerOfOwner.path] })
    .map(([, saved]) => saved?.data)
    .find((one) => one?._id === ledger_id);
  const entries = rows.map(({ created, tag, value, description }) => ({
    created: Number(created),
    tag: String(tag),
    value: koboIn(value),
    description: String(description ?? ''),
  }));
  const [effects] = effectsOf([{ balance: koboIn(wallet?.balance), entries }], ({ tag }) => {
    if (wallet?.head === 'buyer') return tag === 'order';
    return (DEPOSIT_TAGS as readonly string[]).includes(tag) ? false : null;
  });
  const all = rows.map((row, at) => {
    const effect = effects?.[at];
    return effect === undefined ? row : { effect: formatMoney(effect), ...row };
  });
  // The documents' call has no days and no search.
  const [first, end] = [Number(from_timestamp ?? 0), Number(to_timestamp ?? Number.POSITIVE_INFINITY)];
  const words = String(search ?? '');
  return all.filter(
    ({ created, tag, description }) =>
      Number(created) >= first && Number(created) < end && containsWords(`${description} ${tag}`, words),
  );
}
