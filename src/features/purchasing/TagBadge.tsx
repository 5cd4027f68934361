import { Badge } from '#ui/feedback/Badge.tsx';

/** The badge of an order: "Purchase order" until it is executed, then "Receipt" for ever (PO-20). */
export function TagBadge({ tag }: { tag: string }) {
  return tag === 'receipt' ? <Badge tone="good">Receipt</Badge> : <Badge tone="wait">Purchase order</Badge>;
}
