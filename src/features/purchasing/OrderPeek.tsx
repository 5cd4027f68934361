import { useQuery } from '@tanstack/react-query';
import { oneQuery } from '#client/reads/queries.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { PeekFacts, PeekFigure, PeekLines, useSettledId } from '#crud/list/PeekParts.tsx';
import { NotLoaded } from '#crud/query/Saved.tsx';
import { koboOf, showNaira } from '#domain/money.ts';
import { movedQuantity, PARTY_LABEL } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { movedSize } from '../stock/parts/paper/paper.ts';
import { Kind, tagOf } from './orderCells.tsx';
import type { OrderHead } from './orderValues.ts';

/** A panel beside the list with one purchase order or receipt: its amount, its parties and its goods. */
export function OrderPeek({ row }: { row: OrderHead }) {
  const id = useSettledId(row._id);
  const query = useQuery(oneQuery(purchaseOrder, id));
  const whole = id === row._id ? query.data?.data[0] : undefined;
  const items = whole && ((whole.items ?? []) as PurchaseOrderItem[]);
  const order = whole ?? row;
  const isReceipt = order.tag === 'receipt';
  const differs = koboOf(order.amount_accepted) !== koboOf(order.amount);
  return (
    <>
      <PeekFigure
        name={isReceipt ? 'Moved' : 'Amount'}
        aside={
          <>
            {items && (
              <span className="block">
                {movedSize(
                  items.map((item) => ({
                    moved: isReceipt ? movedQuantity(item) : item.quantity,
                    case_count: item.product.case_count,
                  })),
                )}
              </span>
            )}
            {isReceipt && differs && <span className="block text-wait">ordered {showNaira(order.amount)}</span>}
          </>
        }
      >
        {showNaira(isReceipt ? order.amount_accepted : order.amount)}
      </PeekFigure>
      <PeekFacts
        facts={[
          [
            'Tag',
            <Badge key="tag" tone={isReceipt ? 'good' : 'wait'}>
              {tagOf(order)}
            </Badge>,
          ],
          ['Type', <Kind key="type" row={order} />],
          ['Source', `${order.source_obj.name}, ${PARTY_LABEL[order.source_type].toLowerCase()}`],
          ['Destination', `${order.destination_obj.name}, ${PARTY_LABEL[order.destination_type].toLowerCase()}`],
          ['Date', <Moment key="date" at={order.timestamp} />],
          ['Created', <Moment key="created" at={order.created} />],
        ]}
      />
      {query.isError && !whole ? (
        <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <PeekLines
          lines={items?.map((item) => {
            const { case_count } = item.product;
            const moved = isReceipt ? movedQuantity(item) : item.quantity;
            return {
              _id: item._id,
              product: item.product,
              size: (
                <>
                  {casesText(moved, case_count)}
                  {moved !== item.quantity && (
                    <span className="text-wait"> of {casesText(item.quantity, case_count)}</span>
                  )}
                </>
              ),
              amount: showNaira(isReceipt ? item.amount_accepted : item.amount),
            };
          })}
        />
      )}
    </>
  );
}
