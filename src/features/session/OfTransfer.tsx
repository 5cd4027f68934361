import { useQuery } from '@tanstack/react-query';
import { readingOne } from '#client/queries.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { type Header, isLocal, type Op, type Past } from '#offline/op.ts';

/** From whom to whom, by transfer: what was last said of it on this tablet. `past`: the newest first. Looked up once for a list of changes. */
export function headsOf(ops: readonly Op[], past: readonly Past[]): ReadonlyMap<string, Header> {
  const done = past.flatMap(({ op }) => (op.state === 'done' ? [op] : [])).reverse();
  const heads = new Map<string, Header>();
  for (const op of [...done, ...ops])
    if (op.type === 'create' || op.type === 'header') heads.set(op.transfer, op.payload as Header);
  return heads;
}

/** For which transfer a change is (B11.1), where the change itself does not say it. */
export function OfTransfer({ op, head }: { op: Op; head: Header | undefined }) {
  // Of what began here so long ago that it is not known any more, no server knows the name either.
  if (!head) return isLocal(op.transfer) ? null : <OfDesk id={op.transfer} />;
  return <Parties from={head.source_name} to={head.destination_name} />;
}

/** Begun at a desk: as the server says, or the stored copy. */
function OfDesk({ id }: { id: string }) {
  const { data } = useQuery(readingOne(purchaseOrder, id));
  const row = data?.data[0];
  return row ? <Parties from={row.source_obj.name} to={row.destination_obj.name} /> : null;
}

function Parties({ from, to }: { from: string; to: string }) {
  return <p className="text-sm text-ink-soft">{`${from} to ${to}`}</p>;
}
