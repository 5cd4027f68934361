import { Badge } from '#ui/feedback/Badge.tsx';

/** An order becomes a receipt when it is executed, and stays one (PO-20). */
export function PurchaseTagBadge({ tag }: { tag: string }) {
  return tag === 'receipt' ? <Badge tone="good">Receipt</Badge> : <Badge tone="wait">Purchase order</Badge>;
}
