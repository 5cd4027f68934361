/** The events of receipts for webhooks. */
import { movedQuantity, type PartyType, type TransferKind } from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { announce } from '../events/announce.ts';

/** The kind of a transfer and its two parties. */
export interface TransferHead {
  _id: string;
  ref: string;
  kind: TransferKind;
  timestamp: number;
  source_type: PartyType;
  source: string;
  source_name: string;
  destination_type: PartyType;
  destination: string;
  destination_name: string;
}
type MovedLine = Parameters<typeof movedQuantity>[0] & { product_id: string; product_name: string };

/** Announces a transfer that was completed: its parties and the units that moved, and no prices. */
export const announceReceipt = (ctx: Ctx, order: TransferHead, lines: readonly MovedLine[]): Promise<void> =>
  announce(ctx, 'receipt.completed', () => ({
    purchase_order: {
      _id: order._id,
      ref: order.ref,
      kind: order.kind,
      timestamp: order.timestamp,
      executed_at: ctx.now,
      source: { type: order.source_type, _id: order.source, name: order.source_name },
      destination: { type: order.destination_type, _id: order.destination, name: order.destination_name },
    },
    lines: lines
      .filter((line) => movedQuantity(line) > 0)
      .map((line) => ({
        product: { _id: line.product_id, name: line.product_name },
        quantity: movedQuantity(line),
      })),
  }));
