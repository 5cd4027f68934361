import type { LedgerLog } from '#contract/wallet/walletCalls.ts';
import { showDate } from '#domain/longTime.ts';
import { koboOf, showLogged } from '#domain/money.ts';
import { linkedRecord } from '#domain/orderRef.ts';
import type { Column } from '#ui/tables/Table.tsx';

/** What a row of a retailer's statement is about: "Order LRUCKYMV", "Cash, brought to the hub". */
export function statementWords({ tag, description, ref_type }: Pick<LedgerLog, 'tag' | 'description' | 'ref_type'>) {
  const kind = tag.charAt(0).toUpperCase() + tag.slice(1);
  const record = ref_type ?? linkedRecord({ tag, description });
  if (record !== 'order_group') return description ? `${kind}, ${description}` : kind;
  return tag === 'order' ? `Order ${description}` : `${kind} for order ${description}`;
}

/** The amount of a row in one of the two columns. The other column stays empty. */
const amount = (kobo: number) => (kobo > 0 ? showLogged(kobo) : '');

/** The columns of a retailer's statement on paper (decision 1573). */
export const STATEMENT: readonly Column<LedgerLog>[] = [
  { key: 'date', title: 'Date', cell: (row) => showDate(row.created) },
  { key: 'description', title: 'Description', grow: true, cell: statementWords },
  { key: 'billed', title: 'Billed', align: 'right', cell: ({ effect }) => amount(koboOf(effect)) },
  { key: 'paid', title: 'Paid', align: 'right', cell: ({ effect }) => amount(0 - koboOf(effect)) },
  {
    key: 'balance',
    title: 'Balance',
    align: 'right',
    cell: ({ balance_after: after }) => (after ? showLogged(0 - koboOf(after)) : ''),
  },
];
