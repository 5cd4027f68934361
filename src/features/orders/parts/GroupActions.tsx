import { type ReactNode, useState } from 'react';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { Gate } from '#crud/query/Gate.tsx';
import type { OrderTag } from '#domain/order.ts';
import { Icon } from '#ui/Icon.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { PaymentDialog } from './payment/PaymentDialog.tsx';
import { owes } from './payment/paymentValues.ts';
import { TagDialog } from './payment/TagDialog.tsx';
import { orderTexts } from './texts.ts';

/** A note beside "Complete" of a pending order. Completing skips the step "Mark delivered" (ORD-07, B5.1). */
export const SkipsDelivered = () => <span className="ml-auto pl-3 text-sm text-ink-faint">{orderTexts.skips}</span>;

const MOVE_WORD = { delivered: orderTexts.markDelivered, completed: 'Complete', cancelled: 'Cancel' } as const;
const MOVE_ICON = { delivered: 'truck', completed: 'check', cancelled: 'close' } as const;

/** The actions of a row (ORD-07): Edit Payment, and on a pending group the next step, complete and cancel (ORD-28). `children`: what a list adds. */
export function GroupActions({ row, children }: { row: OrderGroupRow; children?: ReactNode }) {
  const [open, setOpen] = useState<'payment' | 'record' | OrderTag | null>(null);
  const move = (tag: keyof typeof MOVE_WORD) => (
    <button type="button" aria-label={`${MOVE_WORD[tag]} ${row.ref}`} onClick={() => setOpen(tag)}>
      <Icon name={MOVE_ICON[tag]} size={18} /> {MOVE_WORD[tag]}
      {tag === 'completed' && <SkipsDelivered />}
    </button>
  );
  return (
    <>
      <RowMenu of={row.ref}>
        {row.tag === 'pending' && <Gate needs={['update_order_tag']}>{move('delivered')}</Gate>}
        <Gate needs={['update_order']}>
          <button type="button" aria-label={`Edit Payment ${row.ref}`} onClick={() => setOpen('payment')}>
            <Icon name="edit" size={18} /> Edit Payment
          </button>
          {owes(row) && (
            <button type="button" aria-label={`Record payment ${row.ref}`} onClick={() => setOpen('record')}>
              <Icon name="plus" size={18} /> Record payment
            </button>
          )}
        </Gate>
        {row.tag === 'pending' && (
          <Gate needs={['update_order_tag']}>
            {move('completed')}
            {move('cancelled')}
          </Gate>
        )}
        {children}
      </RowMenu>
      {(open === 'payment' || open === 'record') && (
        <PaymentDialog group={row} records={open === 'record'} onClose={() => setOpen(null)} />
      )}
      {open !== null && open !== 'payment' && open !== 'record' && (
        <TagDialog group={row} to={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
