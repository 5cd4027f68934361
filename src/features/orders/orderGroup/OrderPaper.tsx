import { Fragment } from 'react';
import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { showPaperTime } from '#domain/longTime.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { type DeliveryOutcome, isCancelledOrDeleted, isLiveTag, OUTCOME_LABEL, TAG_LABEL } from '#domain/order.ts';
import { METHOD_LABEL, RETURNS_LABEL } from '#domain/orderMeta.ts';
import { shownPhone } from '#domain/phone.ts';
import { casesText } from '#domain/units.ts';
import { type PaperFact, PaperFoot, PaperHead } from '#ui/paper/Sheet.tsx';
import { aCase } from '../../lines/parts/texts.ts';
import type { PaperSize } from '../../stock/parts/paper/PrintQuestion.tsx';
import { DeliverySignatures } from '../../stock/parts/paper/Receipt.tsx';
import type { OrderWithItems } from '../parts/lines/OrderLines.tsx';
import { ordersOf } from '../parts/OrderBody.tsx';
import { InvoiceDue, otherBalance } from '../parts/payment/InvoiceDue.tsx';
import { orderTexts } from '../parts/texts.ts';

/** A sheet with more lines than this has a second page, whose heading then names the order. */
const LINES_OF_A_PAGE = 15;

interface Props {
  group: OrderGroupRow;
  size: PaperSize;
  /** The time of printing in epoch seconds, by this device's clock. */
  printed: number;
  /** The name of the person who prints. */
  by: string | undefined;
  /** The address of the hub and of the retailer. '' if it is unknown or the account may not see it. */
  addresses: { hub: string; retailer: string };
}

/** The sheet of an order, on A4 or an 80 mm roll: who sells, who buys, the goods that count, what was paid and what is due. */
export function OrderSheet({ group, size, printed, by, addresses }: Props) {
  const gone = isCancelledOrDeleted(group.tag);
  // A cancelled or deleted order shows all its parts. Another order shows the parts that its total counts.
  const parts = ordersOf(group).filter((part) => part.items.length > 0 && (gone || isLiveTag(part.tag)));
  return (
    <article className="paper">
      <PaperHead title="Order" facts={factsOf(group, addresses)}>
        {gone && (
          <p className="paper-provisional">
            <strong>{orderTexts.gone(group.tag)}</strong>
          </p>
        )}
      </PaperHead>
      {size === 'a4' ? <Wide group={group} parts={parts} /> : <Narrow parts={parts} />}
      <Sums group={group} />
      <DeliverySignatures />
      <PaperFoot printed={printed} by={by} />
    </article>
  );
}

function factsOf(group: OrderGroupRow, addresses: Props['addresses']): PaperFact[] {
  const { buyer } = group;
  const facts: PaperFact[] = [
    ['Reference', group.ref],
    ['Date', showPaperTime(group.placed_at ?? group.created)],
    ['Status', TAG_LABEL[group.tag]],
    ['Delivery Associate', group.sales_officer_name],
    ['Hub', listed(group.seller?.name, addresses.hub)],
    ['Retailer', listed(buyer.name, buyer.person, shownPhone(buyer.phone))],
    ['Deliver to', listed(addresses.retailer, buyer.location?.name)],
    ['Delivery', OUTCOME_LABEL[group.delivery_outcome as DeliveryOutcome] ?? ''],
  ];
  return facts.filter(([, value]) => value !== '');
}

const listed = (...words: (string | undefined)[]) => words.filter(Boolean).join(', ');

const linesOf = (parts: readonly OrderWithItems[]): OrderItem[] => parts.flatMap((part) => part.items);
const hasDifference = ({ quantity, quantity_accepted: accepted }: OrderItem) =>
  accepted !== null && accepted !== quantity;
const moved = ({ quantity, quantity_accepted }: OrderItem) => quantity_accepted ?? quantity;
const priceText = ({ rate, rate_about }: OrderItem) => (rate === null ? '' : aCase(rate, rate_about));

function Wide({ group, parts }: { group: OrderGroupRow; parts: readonly OrderWithItems[] }) {
  const items = linesOf(parts);
  const differs = items.some(hasDifference);
  return (
    <table>
      <thead>
        {items.length > LINES_OF_A_PAGE && (
          <tr>
            <th colSpan={differs ? 6 : 5}>{`Order ${group.ref}, ${group.buyer.name}`}</th>
          </tr>
        )}
        <tr>
          <th>#</th>
          <th>Product</th>
          {differs && <th className="paper-figure">Ordered</th>}
          <th className="paper-figure">{differs ? 'Accepted' : 'Quantity'}</th>
          <th className="paper-figure">Price</th>
          <th className="paper-figure">Amount</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <Fragment key={part._id}>
            <tr className="break-after-avoid">
              <th colSpan={differs ? 5 : 4}>{`${part.manufacturer.name} ${part.ref}`}</th>
              <th className="paper-figure">{showNaira(part.amount)}</th>
            </tr>
            {linesOf([part]).map((item) => (
              <tr key={item._id}>
                <td>{items.indexOf(item) + 1}</td>
                <td>{item.product.name}</td>
                {differs && <td className="paper-figure">{casesText(item.quantity, item.product.case_count)}</td>}
                <td className="paper-figure">{casesText(moved(item), item.product.case_count)}</td>
                <td className="paper-figure">{priceText(item)}</td>
                <td className="paper-figure">{showNaira(item.line_value)}</td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Narrow({ parts }: { parts: readonly OrderWithItems[] }) {
  return (
    <ol>
      {linesOf(parts).map((item) => (
        <li key={item._id}>
          <span>{item.product.name}</span>
          <span className="paper-row">
            <span>
              {casesText(moved(item), item.product.case_count)}
              {hasDifference(item) && ` of ${casesText(item.quantity, item.product.case_count)}`}
            </span>
            <span>{showNaira(item.line_value)}</span>
          </span>
          <small>{priceText(item)}</small>
        </li>
      ))}
    </ol>
  );
}

/** The subtotal and the charges make the total. The payments lead from the total to what is due. */
function Sums({ group }: { group: OrderGroupRow }) {
  const { charges, meta_obj } = group;
  const other = otherBalance(group);
  const { returns } = meta_obj;
  const paid = (['cash', 'transfer'] as const).filter((method) => koboOf(group[method]) !== 0);
  const rows: [string, string][] = [
    ...(charges.length > 0 ? ([['Subtotal', showNaira(group.subtotal)]] as [string, string][]) : []),
    ...charges.map((charge): [string, string] => [charge.title, showNaira(charge.value)]),
    ['Total', showNaira(group.total)],
    ...paid.map((method): [string, string] => [`Paid (${METHOD_LABEL[method]})`, showNaira(group[method])]),
    ...(paid.length === 0 ? ([['Paid', showNaira(group.paid)]] as [string, string][]) : []),
    ...(other ? ([[other > 0 ? 'Other orders' : 'Credit', showNaira(other)]] as [string, string][]) : []),
  ];
  const own = koboOf(group.total) - koboOf(group.paid);
  const includesOther = other === null && Math.abs(koboOf(group.amount_due) - koboOf(group.overpaid) - own) >= 100;
  return (
    <div className="paper-sums">
      {rows.map(([name, value]) => (
        <p key={name} className="paper-row">
          <span>{name}</span>
          <span>{value}</span>
        </p>
      ))}
      <p className="paper-row">
        <strong>{includesOther ? 'Invoice due, with other orders and credit' : 'Invoice due'}</strong>
        <strong>
          <InvoiceDue group={group} />
        </strong>
      </p>
      {returns && koboOf(returns.value) > 0 && (
        <p className="paper-row">
          <span>
            {`Returns (${RETURNS_LABEL[returns.meta as keyof typeof RETURNS_LABEL] ?? returns.meta}), not part of the total`}
          </span>
          <span>{showNaira(returns.value)}</span>
        </p>
      )}
    </div>
  );
}
