/** The act that ends an open transfer, in words and as a link. */
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

/** Whether the act needs the server. A tablet can receive, reject, issue, return and count alone, and can show a record that was opened before. */
export const needsServer = ({ text, to }: WorkAct): boolean =>
  text !== 'Open' && (!to.startsWith('/inventory/') || to.startsWith('/inventory/stocktakes'));

/** A link to the act that ends a piece of work. */
export interface WorkAct {
  text: string;
  to: Address;
  search?: Readonly<Record<string, string>>;
}

/**
 * The link to the screen of the transfer's kind if the person has the right, otherwise to the record. A transfer that others announced opens in the mode
 * for counting. Typing its figures as a list would change the expected quantities.
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
