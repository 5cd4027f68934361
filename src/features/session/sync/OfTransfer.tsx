import { useQuery } from '@tanstack/react-query';
import { callPath } from '#client/transport.ts';
import type { RowOf } from '#contract/model.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { type FinishedOp, isKnown, isLocal, type Op, type TransferHeader } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { recordOf } from '../../stock/parts/queue/recordOf.ts';
import type { Parties } from './transfers.ts';

/**
 * The parties by transfer, as this tablet last saved them. `ops` must be sorted, the oldest first. A transfer is missing if this tablet did not save
 * its beginning, or if its change was discarded in favour of the server's values.
 */
function newestHeads(ops: readonly Op[]): ReadonlyMap<string, TransferHeader> {
  const heads = new Map<string, TransferHeader>();
  for (const op of ops) {
    if ((op.type !== 'create' && op.type !== 'header') || !isKnown(op)) continue;
    if (op.state === 'discarded') heads.delete(op.transfer);
    else heads.set(op.transfer, op.payload as TransferHeader);
  }
  return heads;
}

/** {@link newestHeads} of waiting and finished changes (`past`: the newest first), computed once for a whole list. */
export const headsOf = (ops: readonly Op[], past: readonly FinishedOp[]): ReadonlyMap<string, TransferHeader> =>
  newestHeads([...past.map((one) => one.op).reverse(), ...ops]);

/** The parties of one transfer: from this tablet's changes, however old, else from the server or the stored copy. Null when they are unknown. */
export async function partiesOf(transfer: string): Promise<Parties | null> {
  const { store } = theQueue();
  const [ops, past] = await Promise.all([
    store.db.ops.where('transfer').equals(transfer).toArray(),
    store.db.past.where('op.transfer').equals(transfer).toArray(),
  ]);
  past.sort((a, b) => b.at - a.at);
  const head = headsOf(ops, past).get(transfer);
  if (head) return head;
  const read = await recordOf(transfer);
  // Without a response, the values are the last ones that the server accepted from this tablet.
  if (!read)
    return newestHeads(past.reverse().flatMap(({ op }) => (op.state === 'done' ? [op] : []))).get(transfer) ?? null;
  return partiesIn(read.row);
}

function partiesIn(row: RowOf<typeof purchaseOrder>): Parties {
  const { source_type, destination_type, source_obj, destination_obj } = row;
  return { source_type, destination_type, source_name: source_obj.name, destination_name: destination_obj.name };
}

/** The parties from the server only, because this tablet's copies may be days old (SEC-20). Null when the server does not know the transfer. */
async function partiesOnServer(id: string, signal: AbortSignal): Promise<Parties | null> {
  if (isLocal(id)) return null;
  const path = `${purchaseOrder.name}/read`;
  const [row] = (await callPath('GET', path, { _id: id }, { signal })) as RowOf<typeof purchaseOrder>[];
  return row ? partiesIn(row) : null;
}

/** Names the transfer of a change (B11.1). Shown if the change itself does not name it. */
export function OfTransfer({ op, head }: { op: Op; head: TransferHeader | undefined }) {
  return head ? <Words parties={head} /> : <LookedUp transfer={op.transfer} />;
}

function LookedUp({ transfer }: { transfer: string }) {
  const { data } = useQuery({ queryKey: ['parties of a transfer', transfer], queryFn: () => partiesOf(transfer) });
  return <Words parties={data} />;
}

/** Names the transfer of a change in a file. It is read from the server each time the file is shown. */
export function OnServer({ transfer }: { transfer: string }) {
  const { data } = useQuery({
    queryKey: ['parties of a transfer on the server', transfer],
    queryFn: ({ signal }) => partiesOnServer(transfer, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return <Words parties={data} />;
}

/** The line keeps its height while its text loads, so that nothing below moves. */
function Words({ parties }: { parties: Parties | null | undefined }) {
  const words = parties ? `${parties.source_name} to ${parties.destination_name}` : '\u00a0';
  return <p className="text-sm text-ink-soft">{words}</p>;
}
