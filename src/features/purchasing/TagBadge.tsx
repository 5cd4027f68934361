import { Badge } from '#ui/feedback/Badge.tsx';

/** PO-20: an order until it was executed, then a receipt for ever. */
export function TagBadge({ tag }: { tag: string }) {
  return tag === 'receipt' ? <Badge tone="good">Receipt</Badge> : <Badge tone="wait">Purchase order</Badge>;
}
