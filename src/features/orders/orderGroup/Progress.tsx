import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { logsByGroup } from '#contract/orders/orderReadCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useMayAsk } from '#crud/query/useSession.ts';
import { type DeliveryOutcome, OUTCOME_LABEL } from '#domain/order.ts';
import { Icon } from '#ui/Icon.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { Way } from '#ui/Way.tsx';
import { itemsOf } from '../parts/OrderBody.tsx';
import { type OrderStep, pathOf } from './path.ts';

/** The status of the order on its path, and at the right the buttons for the next steps. */
export function Progress({ group, children }: { group: OrderGroupRow; children: ReactNode }) {
  const reads = useMayAsk(logsByGroup);
  const logs = useQuery({ ...queryFor(logsByGroup, { order_group_id: group._id }), enabled: reads });
  const steps = pathOf(group.tag, group.placed_at, logs.data?.data);
  const short = itemsOf(group).filter(
    ({ quantity, quantity_accepted: accepted }) => accepted !== null && accepted < quantity,
  ).length;
  return (
    <Way
      steps={steps.map((step) => ({ label: step.label, state: step.state, note: noteOf(step, group) }))}
      more={
        short > 0 && (
          <p className="flex w-full items-center gap-1.5 text-sm text-wait">
            <Icon name="alert" size={16} />
            {short === 1 ? '1 product was' : `${short} products were`} delivered in part; only what was accepted is
            billed.
          </p>
        )
      }
    >
      {children}
    </Way>
  );
}

function noteOf({ tag, state, at }: OrderStep, group: OrderGroupRow): ReactNode {
  if (state === 'passed') return 'not marked';
  if (state === 'next')
    return tag === 'delivered' && group.sales_officer_name ? `to be delivered by ${group.sales_officer_name}` : '';
  const outcome =
    tag === 'delivered' && group.delivery_outcome && OUTCOME_LABEL[group.delivery_outcome as DeliveryOutcome];
  return (
    <>
      {at !== null && (
        <span className="block">
          {state === 'now' && 'since '}
          <Moment at={at} />
        </span>
      )}
      {outcome && <span className="block">{outcome}</span>}
    </>
  );
}
