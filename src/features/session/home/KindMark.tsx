import type { TransferKind } from '#domain/transfer.ts';
import { Icon, type IconName, LineIcon } from '#ui/Icon.tsx';
import { TRANSFER_ICON } from '../sync/KindIcon.tsx';
import type { WorkKind } from './workWords.ts';

const CASH = 'M3 6.5h18v11H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6 9.5v.1m12 4.8v.1';
const OTHERS: Partial<Record<WorkKind, IconName>> = {
  pending_groups: 'orders',
  carts: 'orders',
  starter_passwords: 'key',
  wrong_wallets: 'alert',
  stocktakes: 'count',
  claims: 'giveBack',
};

/** The kind of work as a picture. The words beside the picture name the kind too. */
export function KindMark({
  kind,
  transfer,
  size = 18,
}: {
  kind: WorkKind;
  transfer: TransferKind | null;
  size?: number;
}) {
  if (transfer) return <Icon name={TRANSFER_ICON[transfer]} size={size} className="text-ink-faint" />;
  const icon = OTHERS[kind];
  return icon ? (
    <Icon name={icon} size={size} className="text-ink-faint" />
  ) : (
    <LineIcon d={CASH} size={size} className="text-ink-faint" />
  );
}

export const TransferMark = ({ kind, size }: { kind: TransferKind; size: number }) => (
  <Icon name={TRANSFER_ICON[kind]} size={size} />
);
