import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '#client/reads/queries.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { TextLink } from '#crud/Link.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { OWED } from '#domain/order.ts';
import { plural } from '#domain/plural.ts';
import { ALWAYS } from '#domain/time.ts';
import { Notice } from '#ui/feedback/States.tsx';

export interface NotPaid {
  orders: number;
  /** In kobo. */
  unpaid: number;
}

/** The billed orders of a retailer that are not paid in full. null: none, or they are not known. `buyerId`: null asks nothing. */
export function useOrdersNotPaid(buyerId: string | null): NotPaid | null {
  const may = useMayAsk({ allow: orderGroup.reads });
  const query = useQuery({
    ...pageQuery(orderGroup, { ...OWED, buyer_id: buyerId ?? '', page: 1, per_page: 1, sums: '1' }),
    enabled: may && buyerId !== null,
  });
  const answer = query.data?.data;
  const unpaid = koboOf(answer?.sums?.unpaid ?? '0');
  return answer && answer.total > 0 && unpaid > 0 ? { orders: answer.total, unpaid } : null;
}

/** Before a deposit of a retailer: it pays no order, so a payment for an order belongs to the order (B5.3, B6.5). */
export function OrdersNotPaid({
  of: { orders, unpaid },
  buyer: { _id, name },
}: {
  of: NotPaid;
  buyer: { _id: string; name: string };
}) {
  return (
    <Notice tone="info" icon="orders">
      {plural(
        orders,
        `# order is not paid in full: ${showNaira(unpaid)}. A deposit leaves it unpaid. Record a payment for it at the order.`,
        `# orders are not paid in full: ${showNaira(unpaid)}. A deposit leaves them unpaid. Record a payment for one of them at the order.`,
      )}{' '}
      <TextLink to="/order-groups" search={{ ...OWED, from: ALWAYS, search: name, act: 'payment', buyer: _id }}>
        {plural(orders, 'Open it', 'Open them')}
      </TextLink>
    </Notice>
  );
}
