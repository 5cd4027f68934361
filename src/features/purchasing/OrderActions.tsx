import { useState } from 'react';
import { invalidateAll, writeModel } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { createOpposite } from '#contract/purchasing/purchasingCalls.ts';
import { useGo } from '#crud/address.ts';
import { useIdempotencyKey } from '#crud/command/useIdempotencyKey.ts';
import { plural } from '#domain/plural.ts';
import { kindOf, labelOf } from '#domain/transfer.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { kitTexts } from '#ui/texts.ts';
import { lineTexts } from '../stock/parts/lines/texts.ts';
import type { OrderHead } from './orderValues.ts';
import { tellRefusal } from './tellRefusal.ts';

/** A question about an order. It is always mounted, so that closing it gives the focus back to the button of the menu. */
interface Props {
  order: OrderHead;
  open: boolean;
  onClose: () => void;
}

/** Creates a second order that brings the goods of a receipt back. The receipt stays unchanged (B3.23). */
export function OppositeDialog({ order, open, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const keys = useIdempotencyKey();
  const go = useGo();
  const body = { _id: order._id };
  const run = async () => {
    setBusy(true);
    try {
      const made = await callApi(createOpposite, body, { key: keys.keyFor(body) });
      keys.done();
      toast('good', lineTexts.orderCreated);
      await invalidateAll();
      onClose();
      await go(`/purchase-orders/${made._id}`);
    } catch (error) {
      keys.failed(error);
      tellRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  const label = labelOf(kindOf(order.destination_type, order.source_type));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Create opposite transfer"
      description={`A new purchase order (${label}) from ${order.destination_obj.name} to ${order.source_obj.name} with what this receipt moved. Stock moves when that one is completed.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ServerButton look="primary" busy={busy} onClick={() => void run()}>
            Create
          </ServerButton>
        </>
      }
    >
      {order.reversed_by.length > 0 && (
        <Notice tone="wait" icon="alert">
          An opposite transfer exists already: {order.reversed_by.map((one) => one.ref).join(', ')}.
        </Notice>
      )}
    </Dialog>
  );
}

/** Deletes an order with its lines. Receipts cannot be deleted (B3.24). */
export function DeleteDialog({ order, open, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const keys = useIdempotencyKey();
  const go = useGo();
  const body = { _id: order._id, base_version: order.version };
  const run = async () => {
    setBusy(true);
    try {
      await writeModel(purchaseOrder, 'delete', body, keys.keyFor(body));
      toast('good', 'Purchase order deleted.');
      await go('/purchase-orders');
    } catch (error) {
      keys.failed(error);
      tellRefusal(error);
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Delete ${order.ref}?`}
      description={`The purchase order and its ${plural(order.item_count, '# product', '# products')} are removed. No stock moves. ${kitTexts.cannotUndo}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ServerButton look="danger" busy={busy} onClick={() => void run()}>
            Delete
          </ServerButton>
        </>
      }
    />
  );
}
