import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { showNaira } from '#domain/money.ts';
import { isBilled } from '#domain/order.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import type { PaymentSums } from './paymentSums.ts';

interface Props {
  group: OrderGroupRow;
  sums: PaymentSums;
  busy: boolean;
  onSave: () => void;
  onClose: () => void;
}

/** Asks before payments are saved that together exceed the order's total. */
export function Overpaid({ group, sums, busy, onSave, onClose }: Props) {
  const over = showNaira(0 - sums.left);
  return (
    <Dialog
      open
      onClose={onClose}
      title="More than the order's total"
      description={
        isBilled(group.tag)
          ? `${over} more than the order's total. Record it as credit of ${group.buyer.name}?`
          : `${over} more than the order's total. It becomes credit of ${group.buyer.name} when the order is billed. Save it?`
      }
      actions={
        <>
          <Button onClick={onClose}>Back to the payment</Button>
          <ServerButton look="primary" busy={busy} onClick={onSave}>
            Record {over} as credit
          </ServerButton>
        </>
      }
    >
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
        <dt className="text-ink-soft">Paid after</dt>
        <dd className="text-right font-semibold">{showNaira(sums.after)}</dd>
        <dt className="text-ink-soft">Total</dt>
        <dd className="text-right font-semibold">{showNaira(sums.total)}</dd>
      </dl>
    </Dialog>
  );
}
