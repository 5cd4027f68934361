/** Features of our server that the documents do not have. */
import type { Permission } from '#domain/permissions.ts';
import { CallError } from '../callError.ts';

export const NOT_OFFERED = 'This server does not offer that.';

/** The refusal of a call that the documents do not have. Screens show its text without a retry button. */
export const notOffered = () => new CallError(404, NOT_OFFERED, { error: 'not_offered' });

/** Permissions of features that the documents do not have: their screens would be empty. */
export const NOT_IN_DOCUMENTS: readonly Permission[] = [
  ...(['adjust_stock', 'count_stock', 'approve_stocktake', 'reverse_transfer', 'approve_reversal'] as const),
  ...(['view_discrepancies', 'manage_claims', 'view_cover', 'order_goods'] as const),
  ...(['view_close_outs', 'close_day', 'reopen_day', 'view_audit_log', 'view_buyer_tickets'] as const),
  ...(['take_handover', 'view_handovers', 'settle_handover'] as const),
];
