import { trackLots } from '#contract/stock/lotCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';

interface Props {
  product: Readonly<{ _id: string; name: string; version: number }>;
  /** Whether the product is tracked by lot now. */
  tracks: boolean;
  onClose: () => void;
}

/**
 * Asks before the books of all warehouses change. Turning tracking on puts all goods into the lot "unknown"; turning it off drops all lots (LOT-03,
 * LOT-16).
 */
export function TrackDialog({ product, tracks, onClose }: Props) {
  const { send, busy } = useCommand();
  return (
    <DialogForm
      onClose={onClose}
      title={tracks ? `Stop tracking ${product.name} by lot?` : `Track ${product.name} by lot?`}
      description={
        tracks
          ? 'Its lots go from the stock of all warehouses, and officers enter no lot any more. The history keeps what moved by lot.'
          : 'The goods in stock become one lot without a name. From now on officers enter lot and expiry day when goods come in, and the lot that expires first goes out first. No quantity changes.'
      }
      save={tracks ? 'Stop tracking' : 'Track by lot'}
      {...(tracks ? { look: 'danger' as const } : {})}
      ready
      busy={busy}
      onSave={async (close) => {
        const done = await send(
          trackLots,
          { _id: product._id, tracks_lots: !tracks, base_version: product.version },
          tracks ? `${product.name} is no longer tracked by lot.` : `${product.name} is tracked by lot.`,
        );
        if (done) close();
      }}
    >
      {null}
    </DialogForm>
  );
}
