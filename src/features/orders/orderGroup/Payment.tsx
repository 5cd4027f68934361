import { useState } from 'react';
import { upsertGroupMeta } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useMayAsk } from '#crud/query/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { METHOD_LABEL, type PaymentMethod, RETURNS_LABEL } from '#domain/orderMeta.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { PaymentDialog } from '../parts/payment/PaymentDialog.tsx';

/** The payment of an order group: amounts, method and comment. */
export function Payment({ group }: { group: OrderGroupRow }) {
  const mayEdit = useMayAsk(upsertGroupMeta);
  const [open, setOpen] = useState(false);
  const { returns } = group.meta_obj;
  const rows = [
    ['Payment method', group.payment_method ? METHOD_LABEL[group.payment_method as PaymentMethod] : '-'],
    ['Cash', showNaira(group.cash)],
    ['Transfer', showNaira(group.transfer)],
    ...(returns && Number(returns.value) > 0
      ? ([
          [
            'Returns',
            `${showNaira(returns.value)}, ${RETURNS_LABEL[returns.meta as keyof typeof RETURNS_LABEL] ?? returns.meta} (not part of the total)`,
          ],
        ] as const)
      : []),
    ...(group.comment ? ([['Comment', group.comment]] as const) : []),
  ] as const;
  return (
    <Card label="Payment">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="text-lg font-bold">Payment</h2>
        {mayEdit && (
          <Button icon="edit" onClick={() => setOpen(true)}>
            Edit Payment
          </Button>
        )}
      </div>
      <dl className="flex flex-col gap-2">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="break-words text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {open && <PaymentDialog group={group} onClose={() => setOpen(false)} />}
    </Card>
  );
}
