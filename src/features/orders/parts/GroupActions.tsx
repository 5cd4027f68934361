import { type ReactNode, useState } from 'react';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { LIST_MOVES, type OrderTag } from '#domain/order.ts';
import { Icon } from '#ui/Icon.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { PaymentDialog } from './payment/PaymentDialog.tsx';
import { owes } from './payment/paymentValues.ts';
import { TagDialog } from './payment/TagDialog.tsx';
import { orderTexts } from './texts.ts';

/** Beside "Complete" of a pending order, whose next step elsewhere is "Mark delivered" (ORD-07, B5.1). */
export const SkipsDelivered = () => <span className="ml-auto pl-3 text-sm text-ink-faint">{orderTexts.skips}</span>;

/** The actions of a row (ORD-07): Edit Payment, and on a pending group complete and cancel (ORD-28). `children`: what a list adds. */
export function GroupActions({ row, children }: { row: OrderGroupRow; children?: ReactNode }) {
  const [open, setOpen] = useState<'payment' | 'record' | OrderTag | null>(null);
  return (
    <>
      <RowMenu of={row.ref}>
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
            {LIST_MOVES.map((tag) => {
              const word = tag === 'completed' ? 'Complete' : 'Cancel';
              return (
                <button key={tag} type="button" aria-label={`${word} ${row.ref}`} onClick={() => setOpen(tag)}>
                  <Icon name={tag === 'completed' ? 'check' : 'close'} size={18} /> {word}
                  {tag === 'completed' && <SkipsDelivered />}
                </button>
              );
            })}
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
