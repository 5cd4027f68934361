import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showNaira } from '#domain/money.ts';
import { METHOD_LABEL, type PaymentMethod, RETURNS_LABEL } from '#domain/orderMeta.ts';
import { Card } from '#ui/Card.tsx';

/** What was paid, by which method, and the comment. */
export function Payment({ group }: { group: OrderGroupRow }) {
  const { returns } = group.meta_obj;
  const rows = [
    ['Payment method', group.payment_method ? METHOD_LABEL[group.payment_method as PaymentMethod] : NO_VALUE],
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
      <h2 className="mb-2 text-base font-semibold">Payment</h2>
      <dl className="flex flex-col gap-2 compact:text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="break-words text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
