import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import type { Sheet } from '#crud/export/ExportButton.tsx';
import { TextLink } from '#crud/Link.tsx';
import { showNaira } from '#domain/money.ts';
import { DISCOUNT_LABEL, type DiscountReason, METHOD_LABEL, type PaymentMethod } from '#domain/orderMeta.ts';
import { showDateTime } from '#domain/time.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { InvoiceDue } from './payment/InvoiceDue.tsx';
import { TagBadge } from './payment/TagBadge.tsx';
import { RetailerLink } from './RetailerLink.tsx';

export type GroupColumn = Column<OrderGroupRow>;

const methodOf = (row: OrderGroupRow) => (row.payment_method ? METHOD_LABEL[row.payment_method as PaymentMethod] : '-');
const reasonOf = (row: OrderGroupRow) => DISCOUNT_LABEL[row.discount_reason as DiscountReason] ?? row.discount_reason;
const right = (key: string, title: string, of: (row: OrderGroupRow) => string): GroupColumn => ({
  key,
  title,
  align: 'right',
  cell: (row) => showNaira(of(row)),
});

/**
 * The columns of ORD-03 to ORD-05 in that order. `retailer` is false for one retailer's orders (ORD-02). `dated` has the columns next to the date.
 */
export function groupColumns({
  retailer = true,
  dated = [],
}: {
  retailer?: boolean;
  dated?: readonly GroupColumn[];
} = {}): GroupColumn[] {
  return [
    { key: 'tag', title: 'Status', cell: (row) => <TagBadge tag={row.tag} /> },
    {
      key: 'ref',
      title: 'Ref',
      sort: 'ref',
      stick: true,
      cell: (row) => <TextLink to={`/order-groups/${row._id}`}>{row.ref}</TextLink>,
    },
    { key: 'date', title: 'Date', sort: 'created', cell: (row) => <Moment at={row.created} /> },
    ...dated,
    ...(retailer
      ? [
          {
            key: 'retailer',
            title: 'Retailer',
            sort: 'retailer',
            cell: (row: OrderGroupRow) => (
              <div className="min-w-28 whitespace-normal">
                <RetailerLink _id={row.buyer_id} name={row.buyer.name} tab="orders" />
                <span className="flex items-center gap-x-1.5 text-sm text-ink-faint min-[90rem]:flex-wrap">
                  {row.buyer.phone}
                  {row.buyer_is_new && <Badge tone="accent">New</Badge>}
                </span>
              </div>
            ),
          },
        ]
      : []),
    { key: 'location', title: 'Location', cell: (row) => <Wrapped text={row.buyer.location?.name ?? '-'} /> },
    { key: 'officer', title: 'Delivery Associate', cell: (row) => <Wrapped text={row.sales_officer_name || '-'} /> },
    { key: 'manufacturers', title: 'Manufacturers', align: 'right', cell: (row) => row.manufacturers },
    {
      key: 'cases',
      title: 'Cases',
      align: 'right',
      sort: 'cases',
      cell: (row) => row.cases.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    },
    {
      key: 'due',
      // The hard space makes two lines out of three.
      title: 'Invoice Due\u00a0(NGN)',
      align: 'right',
      sort: 'amount_due',
      cell: (row) => <Due row={row} />,
    },
  ];
}

/** A text on two short lines, so that the money columns stay in view. */
function Wrapped({ text }: { text: string }) {
  return <span className="block min-w-16 whitespace-normal">{text}</span>;
}

/** The amount due. '*' and "vs" show that the total differs from the stored amount (ORD-05). */
function Due({ row }: { row: OrderGroupRow }) {
  return (
    <span>
      <InvoiceDue group={row} className="font-semibold" />
      {row.total !== row.amount && (
        <span className="block text-sm text-wait">
          <span aria-hidden="true">*</span> vs {showNaira(row.amount)}
        </span>
      )}
    </span>
  );
}

/** The optional detail columns (ORD-06). */
export const DETAIL_COLUMNS: readonly GroupColumn[] = [
  { key: 'source', title: 'Source', cell: (row) => row.source || '-' },
  right('discount', 'Discount', (row) => row.discount),
  { key: 'discount_reason', title: 'Discount Reason', cell: (row) => reasonOf(row) || '-' },
  { key: 'method', title: 'Payment Method', cell: methodOf },
  right('cash', 'Cash', (row) => row.cash),
  right('transfer', 'Transfer', (row) => row.transfer),
  right('paid', 'Total Paid', (row) => row.paid),
  {
    key: 'outstanding',
    title: 'Outstanding',
    align: 'right',
    sort: 'outstanding',
    cell: (row) => (
      <span className={Number(row.outstanding) < 0 ? 'text-bad' : undefined}>{showNaira(row.outstanding)}</span>
    ),
  },
  {
    key: 'comment',
    title: 'Comment',
    cell: (row) => <span className="line-clamp-2 min-w-40 whitespace-normal">{row.comment || '-'}</span>,
  },
];

/** The export of the list: every column, money as numbers. */
export const GROUP_SHEET: Sheet<OrderGroupRow> = {
  name: 'Orders',
  columns: [
    { title: 'Status', value: (row) => row.tag },
    { title: 'Ref', value: (row) => row.ref },
    { title: 'Date', value: (row) => showDateTime(row.created) },
    { title: 'Retailer', value: (row) => row.buyer.name },
    { title: 'Phone', value: (row) => row.buyer.phone },
    { title: 'Location', value: (row) => row.buyer.location?.name ?? '' },
    { title: 'Delivery Associate', value: (row) => row.sales_officer_name },
    { title: 'Manufacturers', value: (row) => row.manufacturers },
    // Exports have one decimal, the screen has two (UI-23).
    { title: 'Cases', value: (row) => Math.round(row.cases * 10) / 10 },
    { title: 'Invoice Due (NGN)', value: (row) => Number(row.amount_due) },
    { title: 'Overpaid (NGN)', value: (row) => Number(row.overpaid), off: true },
    { title: 'Total', value: (row) => Number(row.total), off: true },
    { title: 'Source', value: (row) => row.source, off: true },
    { title: 'Discount', value: (row) => Number(row.discount), off: true },
    { title: 'Discount Reason', value: reasonOf, off: true },
    { title: 'Payment Method', value: methodOf, off: true },
    { title: 'Cash', value: (row) => Number(row.cash), off: true },
    { title: 'Transfer', value: (row) => Number(row.transfer), off: true },
    { title: 'Total Paid', value: (row) => Number(row.paid), off: true },
    { title: 'Outstanding', value: (row) => Number(row.outstanding), off: true },
    { title: 'Comment', value: (row) => row.comment, off: true },
  ],
};
