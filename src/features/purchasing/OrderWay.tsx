import type { ReactNode } from 'react';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { TextLink } from '#crud/Link.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { isDatedApart, movedQuantity } from '#domain/transfer.ts';
import { Card } from '#ui/Card.tsx';
import { Fact } from '#ui/Fact.tsx';
import { Figure } from '#ui/Figure.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { Way } from '#ui/Way.tsx';
import { whyBack } from '../stock/parts/paper/movedWords.ts';
import { movedSize } from '../stock/parts/paper/paper.ts';
import { Kind, State, tagOf } from './orderCells.tsx';
import type { OrderHead } from './orderValues.ts';

/**
 * Shows the step that an order has reached, the next step (`children`), the figures, and the fields that the documents name (PO-11). The words of an open
 * order say what is expected; the words of a receipt say what moved.
 */
export function OrderWay({ order, children }: { order: OrderHead; children: ReactNode }) {
  const items = (order.items ?? []) as PurchaseOrderItem[];
  const isReceipt = order.tag === 'receipt';
  const counted = items.filter((item) => item.quantity_accepted !== null).length;
  const apart = items.filter((item) => movedQuantity(item) !== item.quantity).length;
  // Goods that went back in full say why they did. "As expected" would say nothing of damaged goods.
  const back = isReceipt ? whyBack(items, order.kind) : '';
  const goods = movedSize(
    items.map((item) => ({
      moved: isReceipt ? movedQuantity(item) : item.quantity,
      case_count: item.product.case_count,
    })),
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Date', <Moment key="date" at={order.timestamp} />],
    ['Type', <Kind key="type" row={order} />],
    [
      'Tag',
      <span key="tag" className="inline-flex items-center gap-2 align-middle">
        <State row={order} />
        {tagOf(order)}
      </span>,
    ],
    ['Source', <Place key="source" name={order.source_obj.name} warehouse={order.source_warehouse} />],
    [
      'Destination',
      <Place key="destination" name={order.destination_obj.name} warehouse={order.destination_warehouse} />,
    ],
  ];
  return (
    <Card label="Details" padded={false}>
      <Way
        steps={[
          { label: 'Created', state: 'done', note: <Moment at={order.created} /> },
          {
            label: 'Products',
            state: isReceipt ? 'done' : 'now',
            note: order.item_count === 0 ? 'none yet' : plural(order.item_count, '# product', '# products'),
          },
          {
            label: 'Completed',
            state: isReceipt ? 'done' : 'next',
            note: isReceipt ? <Moment at={order.executed_at ?? order.modified} /> : 'when the stock moves',
          },
        ]}
      >
        {children}
      </Way>
      <dl className="grid grid-cols-1 gap-px bg-line sm:grid-cols-3">
        <Figure name="Amount">{showNaira(order.amount)}</Figure>
        <Figure name="Goods">{order.items ? goods : NO_VALUE}</Figure>
        {apart > 0 ? (
          <Figure
            name={isReceipt ? 'Moved' : 'Accepted'}
            note={plural(apart, '# product differs', '# products differ')}
            tone="wait"
          >
            {showNaira(order.amount_accepted)}
          </Figure>
        ) : (
          // An equal amount is not repeated.
          <Figure name={back ? 'Reason' : isReceipt ? 'Moved' : 'Accepted'} look="none">
            {!order.items
              ? NO_VALUE
              : back ||
                (items.length > 0 && (isReceipt || counted === items.length)
                  ? 'As expected'
                  : counted > 0
                    ? `${counted} of ${items.length} counted`
                    : 'Not counted')}
          </Figure>
        )}
      </dl>
      <div className="border-t px-5 py-3.5">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-12">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
        {/* Nothing has happened to the goods of an open transfer yet, and the first step says when the transfer was entered. */}
        {isReceipt && isDatedApart(order.timestamp, order.created) && (
          <p className="mt-2.5 text-sm text-ink-faint">
            Actual: <Moment at={order.created} />
          </p>
        )}
        {/* The documents' sentence of a receipt (B3.7). An open order shows the figure above. */}
        {isReceipt && order.amount !== order.amount_accepted && (
          <p className="mt-2.5 text-sm font-semibold text-wait">
            Amount {showNaira(order.amount)}, accepted {showNaira(order.amount_accepted)}
          </p>
        )}
      </div>
    </Card>
  );
}

/** A party with the link to its warehouse. */
function Place({ name, warehouse }: { name: string; warehouse: { _id: string } | null }) {
  const seesWarehouses = useCan('view_warehouses');
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 [&_a]:min-h-0">
      {name}
      {warehouse && seesWarehouses && (
        <span className="no-print">
          <TextLink to={`/warehouses/${warehouse._id}/products`}>
            Warehouse<span className="sr-only"> of {name}</span>
          </TextLink>
        </span>
      )}
    </span>
  );
}
