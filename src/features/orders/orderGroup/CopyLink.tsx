import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';

/** Copies the order with its address, for a colleague who may change it. */
export function CopyLink({ group }: { group: Pick<OrderGroupRow, '_id' | 'ref' | 'buyer'> }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(
        `${group.ref}, ${group.buyer.name}: ${location.origin}/order-groups/${group._id}`,
      );
      toast('good', 'Link copied. Send it to a colleague.');
    } catch {
      toast('bad', `This browser does not allow copying. Give your colleague the reference ${group.ref}.`);
    }
  };
  return (
    <Button icon="copy" onClick={() => void copy()}>
      Copy link
    </Button>
  );
}
