import { useGo } from '#crud/address.ts';
import type { Address } from '#crud/paths.ts';
import { syncWords } from '#domain/syncWords.ts';
import { KINDS, kindOf } from '#domain/transfer.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { partiesOf } from './OfTransfer.tsx';

/** Returns a function that opens the screen of a transfer. `line`: the product whose line needs a repair. */
export function useOpenTransfer(transfer: string): (line?: string) => Promise<void> {
  const go = useGo();
  return async (line) => {
    const parties = await partiesOf(transfer);
    if (!parties) return toast('bad', syncWords.needsConnection);
    const kind = kindOf(parties.source_type, parties.destination_type);
    if (kind === 'transfer') return go(`/purchase-orders/${transfer}`);
    const to: Address = `/inventory/${KINDS[kind].type}/${KINDS[kind].direction}`;
    return go(to, { search: { purchase_order_id: transfer, ...(line && { line }) } });
  };
}

/** A link back to a transfer that nobody completed, or to a count that the person did not finish. */
export function GoOn({
  transfer,
  title,
  isCount,
  isNext,
}: {
  transfer: string;
  title: string;
  isCount: boolean;
  /** True if this link is the next step of the page. The link is then filled. */
  isNext: boolean;
}) {
  const open = useOpenTransfer(transfer);
  const go = useGo();
  return (
    <Button
      look={isNext ? 'primary' : 'plain'}
      aria-label={`Continue: ${title}`}
      onClick={() => void (isCount ? go(`/inventory/count/${transfer}`) : open())}
    >
      Continue
    </Button>
  );
}
