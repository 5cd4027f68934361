/** The two kinds of reconciliation reports: their words, columns and persons. */
import { plural } from '#domain/plural.ts';
import type { WalletKind } from './difference.tsx';

export interface ReconciliationKind {
  head: WalletKind;
  title: string;
  /** The note under the difference. */
  note: string;
  /** The order of the rows: the difference ascending, as the documents have it (B6.10), then the largest debt. */
  order: string;
  who: string;
  persons: (n: number) => string;
  place: string;
  path: '/buyers' | '/sales-officers';
  report: '/report-buyer-reconciliation' | '/report-sales-officer-reconciliation';
  /** `aside`: the column's place in the order in which a narrow list hides columns. */
  figures: readonly (readonly [name: string, title: string, aside?: 0 | 1 | 2 | 3])[];
  /** The figures that a card on a phone shows beside the difference. The card opens the wallet, which has the other figures. */
  onCard: readonly string[];
  phoneAside: 0 | 1;
}

/** The columns of the reconciliation reports (B6.10). */
export const KINDS = {
  buyer: {
    head: 'buyer',
    title: 'Buyer Reconciliation',
    note: 'Orders add to the debt (−), payments reduce it (+). Difference: money no order explains.',
    order: 'Outside orders first, then largest debt, unused last',
    who: 'Retailer',
    persons: (n) => plural(n, '# retailer', '# retailers'),
    place: 'Location',
    path: '/buyers',
    report: '/report-buyer-reconciliation',
    phoneAside: 1,
    onCard: ['orders', 'cash', 'closing'],
    figures: [
      ['opening', 'Opening', 1],
      ['orders', 'Orders'],
      ['cash', 'Cash'],
      ['transfer', 'Transfer', 2],
      ['other', 'Other', 1],
      ['closing', 'Closing'],
      ['orders_outstanding', 'Orders outstanding', 2],
      ['difference', 'Difference'],
    ],
  },
  sales_officer: {
    head: 'sales_officer',
    title: 'DA Reconciliation',
    note: 'Goods issued and cash collected add to the debt (−); returns, deliveries and deposits reduce it (+). Closing is the wallet, with goods in hand. Difference is the money without them.',
    order: 'Largest debt first, then settled, over last',
    who: 'Delivery Associate',
    persons: (n) => plural(n, '# delivery associate', '# delivery associates'),
    place: 'Hub',
    path: '/sales-officers',
    report: '/report-sales-officer-reconciliation',
    phoneAside: 0,
    onCard: ['cash_collected', 'closing', 'stock_value_held'],
    figures: [
      ['opening', 'Opening', 0],
      ['stock_issued', 'Stock issued', 2],
      ['stock_returned', 'Stock returned', 0],
      ['orders_delivered', 'Orders delivered', 3],
      ['cash_collected', 'Cash collected'],
      ['deposits', 'Deposits'],
      ['other', 'Other', 0],
      ['closing', 'Closing', 1],
      ['stock_value_held', 'Stock value held', 1],
      ['difference', 'Difference'],
    ],
  },
} as const satisfies Record<string, ReconciliationKind>;

/** Whether and where a card on a phone shows a figure. */
export const placeOf = (kind: ReconciliationKind, figure: string) =>
  kind.onCard.includes(figure) ? ('pair' as const) : ('none' as const);
