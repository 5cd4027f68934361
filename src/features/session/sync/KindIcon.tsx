import { kindOf, type TransferKind } from '#domain/transfer.ts';
import { LineIcon } from '#ui/Icon.tsx';
import type { Parties } from './transfers.ts';

/** By kind, also for rows of work on the home. */
export const TRANSFER_PATHS: Record<TransferKind, string> = {
  shipment_in: 'M12 3v11M7.5 10l4.5 4.5 4.5-4.5M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4',
  shipment_out: 'M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7zM9 9l6 6M15 9l-6 6',
  stock_in: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  stock_out: 'M12 14.5V3.5M7.5 8 12 3.5 16.5 8M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4',
  transfer: 'M4 8h14m0 0-4-4m4 4-4 4M20 16H6m0 0 4-4m-4 4 4 4',
};

/** The direction of a transfer as a picture; the title beside it says it in words. Here and not in Icon.tsx, which is part of the first load. */
export function KindIcon({ parties }: { parties: Parties | null | undefined }) {
  const kind = parties ? kindOf(parties.source_type, parties.destination_type) : 'transfer';
  return <LineIcon d={TRANSFER_PATHS[kind]} size={24} />;
}
