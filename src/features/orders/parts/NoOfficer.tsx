import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { Badge } from '#ui/feedback/Badge.tsx';

/** Whether nobody is there to deliver the order, which waits for it. */
export const lacksOfficer = ({ tag, sales_officer_id }: Pick<OrderGroupRow, 'tag' | 'sales_officer_id'>): boolean =>
  tag === 'pending' && !sales_officer_id;

/** The mark of an order that waits for a delivery associate. */
export const NoOfficer = () => <Badge tone="wait">No associate</Badge>;
