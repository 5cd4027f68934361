import { TextLink } from '#crud/Link.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { isHandedOver } from '#domain/handover/rules.ts';
import { KINDS } from '#domain/transfer.ts';
import { Card } from '#ui/Card.tsx';
import { Fact } from '#ui/Fact.tsx';
import { handoverTexts } from '../stock/parts/handoverTexts.ts';
import type { OrderHead } from './orderValues.ts';

/** The side panel (PO-11): people and times, related orders, and the link to the officer's screen of the order. `OrderWay` has the times of the steps. */
export function OrderSide({ order }: { order: OrderHead }) {
  const { reversal } = order;
  const isBack = reversal?.order?._id === order._id;
  // The card of the reversal shows the reversal.
  const opposites = order.reversed_by.filter((one) => one._id !== reversal?.order?._id);
  const wizard = order.kind === 'transfer' ? null : KINDS[order.kind];
  const usesWizard = useCan(...(wizard ? [wizard.permission] : [])) && wizard !== null && order.tag !== 'receipt';
  // Two hubs confirm a transfer on this page. The codes of an issue are on the tablet that confirmed the issue.
  const givesByCode = useCan('execute_purchase_order') && isGivenHere(order);
  return (
    <div className="grid min-w-0 items-start gap-5 sm:grid-cols-2 lg:grid-cols-1">
      <Card label="Who and when">
        <dl className="flex flex-col gap-2.5 compact:text-sm">
          <Fact name="Created by">{order.created_by?.name ?? 'The system'}</Fact>
          {order.executed_at !== null && <Fact name="Completed by">{order.executed_by?.name ?? 'The system'}</Fact>}
          {order.reverses && (
            <Fact name={isBack ? 'Reverses' : 'Opposite of'}>
              <TextLink to={`/purchase-orders/${order.reverses._id}`}>{order.reverses.ref}</TextLink>
            </Fact>
          )}
          {opposites.length > 0 && (
            <Fact name="Opposite transfer">
              <span className="flex flex-wrap gap-x-3">
                {opposites.map((one) => (
                  <TextLink key={one._id} to={`/purchase-orders/${one._id}`}>
                    {one.ref}
                  </TextLink>
                ))}
              </span>
            </Fact>
          )}
          {reversal?.order && !isBack && (
            <Fact name="Reversed by">
              <TextLink to={`/purchase-orders/${reversal.order._id}`}>{reversal.order.ref}</TextLink>
            </Fact>
          )}
          {reversal && (
            <>
              <Fact name="Reason of the reversal">{reversal.reason}</Fact>
              <Fact name="Reversal asked for by">{reversal.asked_by?.name ?? 'The system'}</Fact>
              {reversal.decided_by && reversal.decided_by._id !== reversal.asked_by?._id && (
                <Fact name="Reversal approved by">{reversal.decided_by.name}</Fact>
              )}
            </>
          )}
        </dl>
        {givesByCode && (
          <div className="no-print mt-4 border-t pt-2">
            <TextLink to="/handovers" search={{ give: order._id }}>
              {handoverTexts.giveTitle}
            </TextLink>
          </div>
        )}
        {usesWizard && (
          <div className="no-print mt-4 border-t pt-2">
            <TextLink to={`/inventory/${wizard.type}/${wizard.direction}`} search={{ purchase_order_id: order._id }}>
              Continue in {wizard.title}
            </TextLink>
          </div>
        )}
      </Card>
    </div>
  );
}

const isGivenHere = (order: OrderHead): boolean =>
  order.tag === 'receipt' && order.kind === 'transfer' && isHandedOver(order) && !order.reversal;
