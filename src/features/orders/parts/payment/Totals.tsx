import { isValidElement, type ReactNode } from 'react';
import { updateGroupAmount, updateGroupDeliveryFee, updateGroupSubtotal } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useMayAsk } from '#crud/query/useSession.ts';
import { formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Owed } from '../../../wallet/parts/Owed.tsx';
import { Figure } from '../Figure.tsx';
import { orderTexts } from '../texts.ts';
import { InvoiceDue } from './InvoiceDue.tsx';

const isFigure = (value: ReactNode) => isValidElement(value) && value.type === Figure;

const SAID = orderTexts.updated;

/** The totals panel: subtotal and charges make the total; then the paid amount and the amount due (ORD-13, ORD-14, A8). */
export function Totals({ group }: { group: OrderGroupRow }) {
  const { busy, send: write, refused, retyped } = useCommand();
  const figure = (field: 'subtotal' | 'delivery_fee' | 'amount') => ({
    row: group,
    busy,
    refused: refused[field],
    onRetyped: () => retyped(field),
  });
  const _id = group._id;
  const balance = koboOf(group.buyer.ledgers.wallet.balance);
  const mayEdit = useMayAsk(updateGroupAmount);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      'Subtotal',
      <Figure
        key="subtotal"
        call={updateGroupSubtotal}
        label="Subtotal"
        {...figure('subtotal')}
        of={(one) => one.subtotal}
        notZero
        onSave={async (subtotal, base_version, tell) =>
          (await write(updateGroupSubtotal, { _id, base_version, subtotal }, SAID, { conflict: tell })) !== null
        }
      />,
    ],
    [
      'Delivery fee',
      <Figure
        key="fee"
        call={updateGroupDeliveryFee}
        label="Delivery fee"
        {...figure('delivery_fee')}
        of={(one) => one.delivery_fee}
        onSave={async (delivery_fee, base_version, tell) =>
          (await write(updateGroupDeliveryFee, { _id, base_version, delivery_fee }, SAID, { conflict: tell })) !== null
        }
      />,
    ],
    ...group.charges
      .filter((charge) => charge._id !== 'delivery_fee')
      .map((charge) => [charge.title, <span key={charge._id}>{showNaira(charge.value)}</span>] as const),
    [
      'Total',
      <strong key="total" className="figures text-lg">
        {showNaira(group.total)}
      </strong>,
    ],
    [
      group.total === group.amount ? 'Amount' : 'Amount *',
      <Figure
        key="amount"
        call={updateGroupAmount}
        label="Amount"
        {...figure('amount')}
        of={(one) => one.amount}
        onSave={async (amount, base_version, tell) =>
          (await write(updateGroupAmount, { _id, base_version, amount }, SAID, { conflict: tell })) !== null
        }
      />,
    ],
    ['Paid', showNaira(group.paid)],
    ['Outstanding', <Owed key="outstanding" balance={group.outstanding} bare />],
    ['Retailer outstanding', <Owed key="retailer" balance={formatMoney(0 - balance)} />],
    [
      'Invoice due',
      <strong key="due">
        <InvoiceDue group={group} className="text-lg" />
      </strong>,
    ],
  ];
  return (
    <Card label="Totals">
      <h2 className="mb-2 text-lg font-bold">Totals</h2>
      {/* The figures are in one column: a row without an edit button keeps the space of one. */}
      <dl className="flex flex-col divide-y">
        {rows.map(([name, value]) => (
          <div key={name} className="flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <dt className="text-ink-soft">{name}</dt>
            <dd className={classes('ml-auto text-right', mayEdit && !isFigure(value) && '[@media_screen]:pr-13')}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {group.total !== group.amount && (
        <p className="mt-2 text-sm text-wait">* The total is {showNaira(group.total)}, the stored amount differs.</p>
      )}
    </Card>
  );
}
