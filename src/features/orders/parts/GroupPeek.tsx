import { useQuery } from '@tanstack/react-query';
import { oneQuery } from '#client/reads/queries.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { PeekFacts, PeekFigure, PeekLines, useSettledId } from '#crud/list/PeekParts.tsx';
import { NotLoaded } from '#crud/query/Saved.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { itemsOf } from './OrderBody.tsx';
import { InvoiceDue, otherText } from './payment/InvoiceDue.tsx';
import { TagBadge } from './payment/TagBadge.tsx';

/** A panel beside the list with the order of one row: total, payments, retailer, goods. */
export function GroupPeek({ row }: { row: OrderGroupRow }) {
  const id = useSettledId(row._id);
  const query = useQuery(oneQuery(orderGroup, id));
  const whole = id === row._id ? query.data?.data[0] : undefined;
  const group = whole ?? row;
  return (
    <>
      <PeekFigure
        name="Total"
        aside={
          <>
            <span className="block">{showNaira(group.paid)} paid</span>
            <span className="block">
              due <InvoiceDue group={group} />
            </span>
            <span className="block">{otherText(group)}</span>
          </>
        }
      >
        {showNaira(group.total)}
      </PeekFigure>
      <PeekFacts
        facts={[
          ['Status', <TagBadge key="tag" tag={group.tag} />],
          ['Retailer', group.buyer.name],
          ['Phone', <PhoneLink key="phone" phone={group.buyer.phone} inLine />],
          ['Location', group.buyer.location?.name ?? NO_VALUE],
          ['Hub', group.seller?.name ?? NO_VALUE],
          ['Delivery Associate', group.sales_officer_name || NO_VALUE],
          ['Date', <Moment key="date" at={group.placed_at ?? group.created} />],
        ]}
      />
      {query.isError && !whole ? (
        <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <PeekLines
          lines={
            whole &&
            itemsOf(whole).map((item) => ({
              _id: item._id,
              product: item.product,
              size: casesText(item.quantity, item.product.case_count),
              amount: showNaira(item.line_value),
            }))
          }
        />
      )}
    </>
  );
}
