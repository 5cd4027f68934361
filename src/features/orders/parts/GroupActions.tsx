import { type ReactNode, useState } from 'react';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useSearchValues } from '#crud/address.ts';
import { Link } from '#crud/Link.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import type { OrderTag } from '#domain/order.ts';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { CallItem } from '#ui/PhoneLink.tsx';
import { ServerItem } from '#ui/ServerButton.tsx';
import { PaymentDialog } from './payment/PaymentDialog.tsx';
import { owes } from './payment/paymentValues.ts';
import { TagDialog } from './payment/TagDialog.tsx';
import { orderTexts } from './texts.ts';

/** A note beside "Complete" of a pending order. Completing skips the step "Mark delivered" (ORD-07, B5.1). */
export const SkipsDelivered = () => <span className="ml-auto pl-3 text-sm text-ink-faint">{orderTexts.skips}</span>;

const MOVE_WORD = { delivered: orderTexts.markDelivered, completed: 'Complete', cancelled: orderTexts.cancel } as const;

/** The actions of a row (ORD-07): Edit Payment, and on a pending group the next step, complete and cancel (ORD-28). `children`: what a list adds. */
export function GroupActions({ row, children }: { row: OrderGroupRow; children?: ReactNode }) {
  const [open, setOpen] = useState<'payment' | 'record' | OrderTag | null>(null);
  // The command bar names a retailer and an amount: "pay 20000 hauwa".
  const { search, sum } = useSearchValues();
  const move = (tag: keyof typeof MOVE_WORD) => (
    <ServerItem
      aria-label={`${MOVE_WORD[tag]} ${row.ref}`}
      className={tag === 'cancelled' ? 'text-bad' : ''}
      onClick={() => setOpen(tag)}
    >
      {MOVE_WORD[tag]}
      {tag === 'completed' && <SkipsDelivered />}
    </ServerItem>
  );
  return (
    <>
      <RowMenu of={row.ref}>
        <Link to={`/order-groups/${row._id}`} aria-label={`View ${row.ref}`}>
          View
        </Link>
        {row.tag === 'pending' && <Gate needs={['update_order_tag']}>{move('delivered')}</Gate>}
        <Gate needs={['update_order']}>
          <ServerItem aria-label={`Edit Payment ${row.ref}`} onClick={() => setOpen('payment')}>
            Edit Payment
          </ServerItem>
          {owes(row) && (
            <ServerItem aria-label={`Record payment ${row.ref}`} onClick={() => setOpen('record')}>
              Record payment
            </ServerItem>
          )}
        </Gate>
        {row.tag === 'pending' && (
          <Gate needs={['update_order_tag']}>
            {move('completed')}
            {move('cancelled')}
          </Gate>
        )}
        <CallItem name={row.buyer.name} phone={row.buyer.phone} />
        {children}
      </RowMenu>
      {(open === 'payment' || open === 'record') && (
        <PaymentDialog
          group={row}
          records={open === 'record'}
          sum={search === row.buyer.name ? sum : undefined}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== 'payment' && open !== 'record' && (
        <TagDialog group={row} to={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
