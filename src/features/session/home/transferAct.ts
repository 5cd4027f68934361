/** What ends a transfer that waits, in words and as a link. */
import type { WorkRow } from '#contract/home/workCalls.ts';
import type { Address } from '#crud/paths.ts';
import { can, type Who } from '#domain/permissions.ts';
import { KINDS, type TransferKind } from '#domain/transfer.ts';

export const TRANSFER_ACT: Record<TransferKind, { of: string; act: string }> = {
  shipment_in: { of: 'Receipt from', act: 'Receive' },
  shipment_out: { of: 'Rejection to', act: 'Reject' },
  stock_in: { of: 'Return from', act: 'Return' },
  stock_out: { of: 'Issue to', act: 'Issue' },
  transfer: { of: 'Transfer with', act: 'Complete' },
};

/** A link that ends what waits. */
export interface WorkAct {
  text: string;
  to: Address;
  search?: Readonly<Record<string, string>>;
}

/**
 * The desk of the transfer's kind if the person has its right, else the record. What others announced is counted, as its card on the first screen of the kind
 * opens it: typed as a list, a figure would change what was expected.
 */
export function transferAct(row: WorkRow, who: Pick<Who, 'permissions'>): WorkAct {
  const kind = row.transfer && row.transfer !== 'transfer' ? KINDS[row.transfer] : null;
  if (kind && can(who, kind.permission))
    return {
      text: TRANSFER_ACT[kind.kind].act,
      to: `/inventory/${kind.type}/${kind.direction}`,
      search: { purchase_order_id: row._id, ...(isAnnounced(row) && { count: 'on' }) },
    };
  return { text: can(who, 'execute_purchase_order') ? 'Complete' : 'Open', to: `/purchase-orders/${row._id}` };
}

const isAnnounced = ({ lines, goods }: WorkRow): boolean => (lines ?? 0) > 0 && goods?.begun === false;
