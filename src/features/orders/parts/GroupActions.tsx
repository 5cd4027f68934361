import { useState } from 'react';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { LIST_MOVES, type OrderTag } from '#domain/order.ts';
import { IconButton } from '#ui/Button.tsx';
import { PaymentDialog } from './payment/PaymentDialog.tsx';
import { TagDialog } from './payment/TagDialog.tsx';

/** The actions of a row (ORD-07): Edit Payment; complete and cancel on pending groups only (ORD-28). */
export function GroupActions({ row }: { row: OrderGroupRow }) {
  const [open, setOpen] = useState<'payment' | OrderTag | null>(null);
  return (
    <div className="-mr-3 -ml-1 flex justify-end">
      <Gate needs={['update_order']}>
        <IconButton icon="edit" label={`Edit Payment ${row.ref}`} onClick={() => setOpen('payment')} />
      </Gate>
      {row.tag === 'pending' && (
        <Gate needs={['update_order_tag']}>
          {LIST_MOVES.map((tag) => (
            <IconButton
              key={tag}
              icon={tag === 'completed' ? 'check' : 'close'}
              label={`${tag === 'completed' ? 'Complete' : 'Cancel'} ${row.ref}`}
              onClick={() => setOpen(tag)}
            />
          ))}
        </Gate>
      )}
      {open === 'payment' && <PaymentDialog group={row} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'payment' && <TagDialog group={row} to={open} onClose={() => setOpen(null)} />}
    </div>
  );
}
