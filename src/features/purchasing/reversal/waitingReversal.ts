/** Finds the reversal of a receipt that waits on this tablet, and computes what a reversal takes back by the saved copy. */
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
  /** The op that is saved on this tablet and that the server has not taken, by any person. Null: there is no such op. */
  op: Op<'reverse'> | null;
  /** False: another person saved the op, so the screen may only name that person (SYNC rule 40). */
  isOwn: boolean;
  /** The server told this tablet that the receipt is reversed, but the shown copy is older. */
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

/** The lines that a reversal takes back by the saved copy, in units and kobo. Null: the copy has no lines. */
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

/** The change that reverses the receipt as the person sees the receipt. */
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
