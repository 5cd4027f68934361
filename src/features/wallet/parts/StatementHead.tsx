import type { LedgerLog } from '#contract/wallet/walletCalls.ts';
import { showDate } from '#domain/longTime.ts';
import { showLogged } from '#domain/money.ts';
import { shownPhone } from '#domain/phone.ts';
import { fromInput } from '#domain/time.ts';
import { usePrinting } from '#ui/hooks/usePrinting.ts';

import { balancesAround } from './statement.ts';

interface Props {
  owner: { name: string; phone: string };
  /** The printed rows, newest first. */
  rows: readonly LedgerLog[];
  /** Whether these rows are all rows of the days. Some rows have no opening and no closing balance. */
  isWhole: boolean;
  /** The days of the filter, as the fields have them; '' for none. */
  from: string;
  to: string;
}

/** The head of a printed statement: whose it is, its days, and the balances before and after its rows (decision 1543). */
export function StatementHead({ owner, rows, isWhole, from, to }: Props) {
  const printed = usePrinting();
  if (printed === null) return null;
  const around = isWhole ? balancesAround(rows) : null;
  const begin = fromInput(from) ?? rows.at(-1)?.created;
  const end = fromInput(to) ?? printed;
  const facts = [
    ['Phone', owner.phone && shownPhone(owner.phone)],
    ['Period', begin === undefined ? '' : `${showDate(begin)} to ${showDate(end)}`],
    ['Opening balance', around ? showLogged(around.opening) : ''],
    ['Closing balance', around ? showLogged(around.closing) : ''],
  ] as const;
  return (
    <div>
      <h2 className="page-title">Statement of {owner.name}</h2>
      <dl className="mt-2 mb-3 flex flex-wrap gap-x-6 gap-y-1">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt className="text-sm">{name}</dt>
                <dd className="figures text-sm font-semibold">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}
