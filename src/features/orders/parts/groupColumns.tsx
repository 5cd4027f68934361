import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import type { Sheet } from '#crud/export/ExportButton.tsx';
import { Link } from '#crud/Link.tsx';
import { RowLink } from '#crud/list/RowLink.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { type Ages, ageTone } from '#domain/age.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showDateTime, waitText } from '#domain/longTime.ts';
import { koboOf, oneRule, showNaira } from '#domain/money.ts';
import { DISCOUNT_LABEL, type DiscountReason, METHOD_LABEL, type PaymentMethod } from '#domain/orderMeta.ts';
import { sentenceOf } from '#domain/text.ts';
import { showFixed } from '#domain/units.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { lacksOfficer, NoOfficer } from './NoOfficer.tsx';
import { InvoiceDue } from './payment/InvoiceDue.tsx';
import { TagBadge } from './payment/TagBadge.tsx';
import { isUnpaid, worthText } from './payment/worthText.ts';
import { orderTexts } from './texts.ts';

export type GroupColumn = Column<OrderGroupRow>;

const methodOf = (row: OrderGroupRow) =>
  row.payment_method ? METHOD_LABEL[row.payment_method as PaymentMethod] : NO_VALUE;
const reasonOf = (row: OrderGroupRow) => DISCOUNT_LABEL[row.discount_reason as DiscountReason] ?? row.discount_reason;
/** Writes an amount of the list. Takes kobo. */
type Show = (kobo: number) => string;

/** How a list writes its amounts: one amount with kobo gives all of them kobo (decision 1331). */
export const ruleOf = (rows: readonly OrderGroupRow[], details: boolean): Show =>
  oneRule(
    rows.flatMap(({ total, outstanding, discount, cash, transfer, paid }) => [
      ...[total, outstanding],
      ...(details ? [discount, cash, transfer, paid] : []),
    ]),
  );

/** The time since the order was placed, in the colour of its age (B5.10). */
export const ageColumn = (ages: Ages): GroupColumn => ({
  key: 'age',
  title: 'Age',
  sort: 'age',
  // On a card the age stands beside the status.
  card: 'state',
  cell: (row) => {
    const age = Math.max(0, Math.floor(Date.now() / 1_000) - (row.placed_at ?? row.created));
    return <Badge tone={ageTone(age, ages)}>{waitText(age)}</Badge>;
  },
});

/** What is unpaid of the order itself (decision 1503). The amount due holds the debt of other orders too. */
const owingColumn = (show: Show): GroupColumn => ({
  key: 'owing',
  title: 'Owing (NGN)',
  hint: 'What is unpaid of this order',
  word: 'Owing',
  align: 'right',
  // Paid minus total, so the largest debt is the smallest number.
  sort: '-outstanding',
  cell: (row) => <span className="figures">{show(isUnpaid(row) ? 0 - koboOf(row.outstanding) : 0)}</span>,
});

/**
 * The columns of order groups in the documents' order (ORD-03 to ORD-05), and after them the optional ones. `retailer`: false in a retailer's own orders
 * (ORD-02). `dated`: columns beside the date. `owing`: the list is about debts. `details`: the optional columns are on. Then the list scrolls sideways, so the reference and the amount due
 * stay in sight.
 */
export function groupColumns({
  retailer = true,
  dated = [],
  owing = false,
  details = false,
  show = showNaira,
}: {
  retailer?: boolean;
  dated?: readonly GroupColumn[];
  owing?: boolean;
  details?: boolean;
  show?: Show;
} = {}): GroupColumn[] {
  const pin = (edge: 'start' | 'end') => (details ? { pin: edge } : {});
  return [
    { key: 'tag', title: 'Status', card: 'state', cell: (row) => <TagBadge tag={row.tag} /> },
    {
      key: 'ref',
      title: 'Ref',
      sort: 'ref',
      stick: true,
      ...pin('start'),
      // A card begins with who ordered.
      ...(retailer ? { card: 'half', word: '' } : {}),
      cell: (row) => (
        <Link to={`/order-groups/${row._id}`} className="touch-tap row-link figures whitespace-nowrap">
          {row.ref}
        </Link>
      ),
    },
    { key: 'date', title: 'Date', sort: 'created', card: 'time', cell: (row) => <Moment at={row.created} /> },
    ...dated,
    ...(retailer
      ? [
          {
            key: 'retailer',
            title: 'Retailer',
            sort: 'retailer',
            grow: true,
            card: 'lead' as const,
            cell: (row: OrderGroupRow) => (
              <span className="beside is-other">
                <RetailerName row={row} />
                <span className="flex items-center gap-1.5">
                  <span className="phone-aside">
                    <PhoneLink phone={row.buyer.phone} isAside />
                  </span>
                  {row.buyer_is_new && <span className="new-aside font-semibold text-accent">New</span>}
                </span>
              </span>
            ),
          },
        ]
      : []),
    {
      key: 'location',
      title: 'Location',
      grow: true,
      aside: 1,
      card: 'half',
      // On a card the names and the place need no headings.
      word: '',
      cell: (row) => row.buyer.location?.name ?? NO_VALUE,
    },
    {
      key: 'officer',
      title: 'Delivery Associate',
      card: 'half',
      word: '',
      grow: true,
      aside: 2,
      cell: (row) => row.sales_officer_name || (lacksOfficer(row) ? <NoOfficer /> : NO_VALUE),
    },
    {
      key: 'manufacturers',
      title: 'Manufacturers',
      align: 'right',
      aside: dated.length > 0 ? 0 : 1,
      card: 'none',
      cell: (row) => row.manufacturers,
    },
    {
      key: 'cases',
      title: 'Cases',
      align: 'right',
      card: 'half',
      sort: 'cases',
      cell: (row) => showFixed(row.cases, 2),
    },
    ...(owing ? [owingColumn(show)] : []),
    {
      key: 'due',
      title: 'Invoice Due (NGN)',
      hint: orderTexts.dueHolds,
      card: 'figure',
      word: 'Invoice due',
      ...pin('end'),
      align: 'right',
      sort: 'amount_due',
      cell: (row) => <Due row={row} show={show} />,
    },
    ...(details ? detailColumns(show) : []),
  ];
}

/** The name of a row's retailer: a link for people who may open the retailer (ORD-04). */
function RetailerName({ row }: { row: OrderGroupRow }) {
  const { name } = row.buyer;
  if (useCan('view_buyers')) return <RowLink to={`/buyers/${row.buyer_id}/orders`}>{name}</RowLink>;
  return (
    <span className="cut" title={name}>
      {name}
    </span>
  );
}

/**
 * The amount due. '*' and "vs" show that the total differs from the stored amount (ORD-05). The value of this order is shown below, because the
 * amount due includes what the retailer owes for other orders (decision 1351).
 */
function Due({ row, show }: { row: OrderGroupRow; show: Show }) {
  return (
    <>
      <span className="flex items-baseline justify-end gap-x-2 compact:leading-4 max-sm:flex-wrap">
        {row.total !== row.amount && (
          <span className="text-xs text-wait">
            <span aria-hidden="true">*</span> vs {show(koboOf(row.amount))}
          </span>
        )}
        {/* The amount due of a paid order is the debt of other orders. */}
        <InvoiceDue group={row} show={show} className={isUnpaid(row) ? 'font-semibold' : 'font-normal text-ink-soft'} />
      </span>
      <span className="worth figures block text-xs font-normal leading-3.5 text-ink-soft compact:leading-3">
        {worthText(row, show)}
      </span>
    </>
  );
}

/** The optional columns (ORD-06). */
function detailColumns(show: Show): GroupColumn[] {
  const right = (key: string, title: string, of: (row: OrderGroupRow) => string): GroupColumn => ({
    key,
    title,
    align: 'right',
    cell: (row) => show(koboOf(of(row))),
  });
  return [
    { key: 'source', title: 'Source', cell: (row) => sentenceOf(row.source) || NO_VALUE },
    right('discount', 'Discount', (row) => row.discount),
    { key: 'discount_reason', title: 'Discount Reason', cell: (row) => reasonOf(row) || NO_VALUE },
    { key: 'method', title: 'Payment Method', cell: methodOf },
    right('cash', 'Cash', (row) => row.cash),
    right('transfer', 'Transfer', (row) => row.transfer),
    right('paid', 'Total Paid', (row) => row.paid),
    {
      key: 'outstanding',
      title: 'Outstanding',
      align: 'right',
      card: 'fact',
      // Paid minus total, so the largest debt is the smallest number.
      sort: '-outstanding',
      cell: (row) => (
        <span className={Number(row.outstanding) < 0 ? 'text-bad' : undefined}>{show(koboOf(row.outstanding))}</span>
      ),
    },
    {
      key: 'comment',
      title: 'Comment',
      grow: true,
      cell: (row) => row.comment || NO_VALUE,
    },
  ];
}

/** The columns of the export. Money is written as numbers. The total stands in each row of the list, below what is due. */
const GROUP_SHEET: Sheet<OrderGroupRow> = {
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
    // Exports have one decimal, as the documents say; the screen has two.
    { title: 'Cases', value: (row) => Math.round(row.cases * 10) / 10 },
    { title: 'Invoice Due (NGN)', value: (row) => Number(row.amount_due) },
    { title: 'Overpaid (NGN)', value: (row) => Number(row.overpaid), off: true },
    { title: 'Total', value: (row) => Number(row.total) },
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

/** The columns of the export with "Show details": what the list shows then is ticked. */
const DETAILED_SHEET: Sheet<OrderGroupRow> = {
  ...GROUP_SHEET,
  columns: GROUP_SHEET.columns.map(({ off: _off, ...column }) => column),
};

export const sheetOf = (details: boolean) => (details ? DETAILED_SHEET : GROUP_SHEET);
