import { kindOf, type TransferKind } from '#domain/transfer.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import type { Parties } from './transfers.ts';

/** The icons by kind. The home's list of work uses them too. */
export const TRANSFER_ICON: Record<TransferKind, IconName> = {
  shipment_in: 'download',
  shipment_out: 'reject',
  stock_in: 'giveBack',
  stock_out: 'upload',
  transfer: 'swap',
};

/** The direction of a transfer as a picture. The title beside the picture names the direction. */
export function KindIcon({ parties }: { parties: Parties | null | undefined }) {
  const kind = parties ? kindOf(parties.source_type, parties.destination_type) : 'transfer';
  return <Icon name={TRANSFER_ICON[kind]} size={24} />;
}
