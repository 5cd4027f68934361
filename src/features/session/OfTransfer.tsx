import { useQuery } from '@tanstack/react-query';
import { readingOne } from '#client/queries.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { Header, Op } from '#offline/op.ts';
import { useQueueState } from '#parts/queue/useQueue.ts';

/** For which transfer a change is (B11.1), where the change itself does not say it: from whom to whom. */
export function OfTransfer({ op }: { op: Op }) {
  const { ops, past } = useQueueState();
  const heads = [...past.map((one) => one.op), ...ops].filter(
    (one) => one.transfer === op.transfer && (one.type === 'create' || one.type === 'header'),
  );
  const head = heads.at(-1)?.payload as Header | undefined;
  // Begun at a desk: as the server says, or the stored copy.
  const read = useQuery({ ...readingOne(purchaseOrder, op.transfer), enabled: head === undefined });
  const row = read.data?.data[0];
  const [from, to] = head
    ? [head.source_name, head.destination_name]
    : [row?.source_obj.name, row?.destination_obj.name];
  return from && to ? <p className="text-sm text-ink-soft">{`${from} to ${to}`}</p> : null;
}
