/** Wallet postings of an execute (B6.4): a delivery associate owes the goods taken, a distributor is owed the goods delivered. */
import type { TransferKind } from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { postToWallet, type WalletPosting } from '../wallet/wallet.ts';

interface Moved {
  _id: string;
  ref: string;
  kind: TransferKind;
  source: string;
  destination: string;
}

/** Posts the transfer's value. `accepted` is kobo. A positive effect means that the owner owes more (A9). */
export async function postWallets(ctx: Ctx, order: Moved, accepted: number): Promise<void> {
  if (accepted === 0) return;
  const postings: Record<TransferKind, Pick<WalletPosting, 'head' | 'owner' | 'effect'> | null> = {
    stock_out: { head: 'sales_officer', owner: order.destination, effect: accepted },
    stock_in: { head: 'sales_officer', owner: order.source, effect: -accepted },
    shipment_in: { head: 'distributor', owner: order.source, effect: -accepted },
    shipment_out: { head: 'distributor', owner: order.destination, effect: accepted },
    transfer: null,
  };
  const posting = postings[order.kind];
  if (!posting) return;
  await postToWallet(ctx, {
    ...posting,
    tag: 'receipt',
    value: accepted,
    description: order.ref,
    ref_type: 'purchase_order',
    ref_id: order._id,
  });
}
