/** The reversal of a receipt that waits on this tablet, and what a reversal would take back as this tablet knows it. */
import { useMemo } from 'react';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { useSession } from '#crud/query/useSession.ts';
import { koboOf } from '#domain/money.ts';
import { acceptedValue } from '#domain/receiving.ts';
import { mirrored } from '#domain/reversal.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { ConfirmedLine, Op, ReversePayload } from '#offline/outbox/op.ts';
import { doneOf, reversalsOf } from '#offline/outbox/reversals.ts';
import { useQueueState } from '../../stock/parts/queue/useQueue.ts';
import type { OrderHead } from '../orderValues.ts';

export interface WaitingReversal {
  /** Saved on this tablet and not taken by the server, by whichever person; null: none. */
  op: Op<'reverse'> | null;
  /** false: another person saved it, so only whose it is may be said (SYNC rule 40). */
  isOwn: boolean;
  /** This tablet heard that the receipt is reversed, and the copy on the screen does not know it yet. */
  isDone: boolean;
}

export function useWaitingReversal({ _id, reversal }: Pick<OrderHead, '_id' | 'reversal'>): WaitingReversal {
  const { ops, past } = useQueueState();
  const me = useSession().profile?.user_id;
  return useMemo(() => {
    const [op = null] = reversalsOf(ops, _id);
    return { op, isOwn: op?.user_id === me, isDone: !reversal && doneOf(past, _id) !== null };
  }, [ops, past, me, _id, reversal]);
}

/** What would go back, in units and kobo, by the copy of this tablet; null: the copy has no lines. */
export function linesBackOf(order: OrderHead): ConfirmedLine[] | null {
  const items = order.items as PurchaseOrderItem[] | undefined;
  if (!items) return null;
  return items.flatMap(({ product_id, product, quantity, quantity_accepted, amount }) => {
    const { name, case_count } = product;
    const line = { product_id, name, case_count, quantity, quantity_accepted, amount: koboOf(amount) };
    const moved = movedQuantity(line);
    return moved > 0
      ? [{ ...line, quantity: moved, quantity_accepted: null, amount: acceptedValue(line, () => 0) }]
      : [];
  });
}

/** The change that reverses the receipt as the person sees it. */
export function reversalOf(order: OrderHead, lines: ConfirmedLine[], reason: string): ReversePayload {
  const header = {
    ...mirrored(order),
    timestamp: order.timestamp,
    source_name: order.destination_obj.name,
    destination_name: order.source_obj.name,
  };
  const about = { receipt_id: order._id, ref: order.ref, goods: { header, lines } };
  return { reason, expect_digest: order.items_digest, about };
}
