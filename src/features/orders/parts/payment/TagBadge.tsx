import { type OrderTag, TAG_LABEL } from '#domain/order.ts';
import { Badge, type Tone } from '#ui/feedback/Badge.tsx';

const TONES: Record<OrderTag, Tone> = {
  draft: 'neutral',
  pending: 'wait',
  delivered: 'accent',
  completed: 'good',
  cancelled: 'bad',
  deleted: 'neutral',
};

/** The tag of an order or order group. */
export function TagBadge({ tag }: { tag: OrderTag }) {
  return <Badge tone={TONES[tag]}>{TAG_LABEL[tag]}</Badge>;
}
