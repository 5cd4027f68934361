import type { ReactNode } from 'react';
import { TextLink } from '#crud/Link.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { KINDS, PARTY_LABEL, type PartyType } from '#domain/transfer.ts';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import { momentText } from '#ui/when.ts';
import type { OrderHead } from './orderValues.ts';

/** The side panel (PO-11): where the goods go, who did what and when, and related orders and links. */
export function OrderSide({ order }: { order: OrderHead }) {
  const seesWarehouses = useCan('view_warehouses');
  const wizard = order.kind === 'transfer' ? null : KINDS[order.kind];
  const usesWizard = useCan(...(wizard ? [wizard.permission] : [])) && wizard !== null && order.tag !== 'receipt';
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 xl:grid-cols-1">
      <Card label="Way of the goods">
        <div className="flex flex-col gap-3">
          <Stop
            word="From"
            name={order.source_obj.name}
            type={order.source_type}
            warehouse={seesWarehouses ? order.source_warehouse : null}
          />
          <Icon name="arrowDown" className="text-ink-faint" />
          <Stop
            word="To"
            name={order.destination_obj.name}
            type={order.destination_type}
            warehouse={seesWarehouses ? order.destination_warehouse : null}
          />
        </div>
        {usesWizard && (
          <div className="no-print mt-4 border-t pt-2">
            <TextLink to={`/inventory/${wizard.type}/${wizard.direction}`} search={{ purchase_order_id: order._id }}>
              Continue in {wizard.title}
            </TextLink>
          </div>
        )}
      </Card>
      <Card label="Who and when">
        <dl className="flex flex-col gap-3 text-[0.9375rem]">
          <Fact name="Created">{who(order.created_by, order.created)}</Fact>
          {order.executed_at !== null && <Fact name="Completed">{who(order.executed_by, order.executed_at)}</Fact>}
          {order.reverses && (
            <Fact name="Opposite of">
              <TextLink to={`/purchase-orders/${order.reverses._id}`}>{order.reverses.ref}</TextLink>
            </Fact>
          )}
          {order.reversed_by.length > 0 && (
            <Fact name="Opposite transfer">
              {order.reversed_by.map((one) => (
                <TextLink key={one._id} to={`/purchase-orders/${one._id}`}>
                  {one.ref}
                </TextLink>
              ))}
            </Fact>
          )}
        </dl>
      </Card>
    </div>
  );
}

function Stop({
  word,
  name,
  type,
  warehouse,
}: {
  word: string;
  name: string;
  type: PartyType;
  warehouse: { _id: string } | null;
}) {
  return (
    <div className="min-w-0">
      <p className="text-sm text-ink-faint">
        {word} {PARTY_LABEL[type]}
      </p>
      <p className="break-words font-semibold">{name}</p>
      {warehouse && <TextLink to={`/warehouses/${warehouse._id}/products`}>Warehouse</TextLink>}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-faint">{name}</dt>
      <dd className="flex flex-wrap gap-x-3">{children}</dd>
    </div>
  );
}

const who = (person: { name: string } | null, at: number) =>
  person ? `${person.name}, ${momentText(at)}` : momentText(at);
