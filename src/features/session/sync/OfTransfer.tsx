import { useQuery } from '@tanstack/react-query';
import { oneQuery, queryClient } from '#client/reads/queries.ts';
import { callPath } from '#client/transport.ts';
import type { RowOf } from '#contract/model.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { orderId } from '#offline/drain/requests.ts';
import { isKnown, isLocal, type Op, type Past, type TransferHeader } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';

type Parties = Pick<TransferHeader, 'source_type' | 'source_name' | 'destination_type' | 'destination_name'>;

/**
 * The last header of each transfer in these ops, by transfer; `ops` are oldest first. A transfer is missing if its beginning is unknown, or if its
 * header change was discarded for the server's version.
 */
function lastSaid(ops: readonly Op[]): ReadonlyMap<string, TransferHeader> {
  const said = new Map<string, TransferHeader>();
  for (const op of ops) {
    if ((op.type !== 'create' && op.type !== 'header') || !isKnown(op)) continue;
    if (op.state === 'discarded') said.delete(op.transfer);
    else said.set(op.transfer, op.payload as TransferHeader);
  }
  return said;
}

/** {@link lastSaid} of the waiting ops and the finished ones (`past`, newest first), computed once for a list of changes. */
export const headsOf = (ops: readonly Op[], past: readonly Past[]): ReadonlyMap<string, TransferHeader> =>
  lastSaid([...past.map((one) => one.op).reverse(), ...ops]);

/**
 * The parties of one transfer, however old it is. If the ops do not have them, they come from the server or its saved copy. null if neither has
 * them.
 */
export async function partiesOf(transfer: string): Promise<Parties | null> {
  const { store } = theQueue();
  const [ops, past] = await Promise.all([
    store.db.ops.where('transfer').equals(transfer).toArray(),
    store.db.past.where('op.transfer').equals(transfer).toArray(),
  ]);
  past.sort((a, b) => b.at - a.at);
  const said = headsOf(ops, past).get(transfer);
  if (said) return said;
  const id = await store.read((tx) => orderId(tx, transfer));
  const read = id === null ? null : await queryClient.fetchQuery(oneQuery(purchaseOrder, id)).catch(() => null);
  const row = read?.data[0];
  // Without an answer from the server, the last header that the server accepted from this tablet is used.
  if (!row)
    return lastSaid(past.reverse().flatMap(({ op }) => (op.state === 'done' ? [op] : []))).get(transfer) ?? null;
  return partiesIn(row);
}

function partiesIn(row: RowOf<typeof purchaseOrder>): Parties {
  const { source_type, destination_type, source_obj, destination_obj } = row;
  return { source_type, destination_type, source_name: source_obj.name, destination_name: destination_obj.name };
}

/**
 * The parties as the server has them now. Data on this tablet is not used, because it may be days old (SEC-20). null if the server does not have the
 * transfer.
 */
async function partiesOnServer(id: string, signal: AbortSignal): Promise<Parties | null> {
  if (isLocal(id)) return null;
  const path = `${purchaseOrder.name}/read`;
  const [row] = (await callPath('GET', path, { _id: id }, { signal })) as RowOf<typeof purchaseOrder>[];
  return row ? partiesIn(row) : null;
}

/** The parties of a change's transfer (B11.1), for changes that do not have them. */
export function OfTransfer({ op, head }: { op: Op; head: TransferHeader | undefined }) {
  return head ? <Words parties={head} /> : <LookedUp transfer={op.transfer} />;
}

function LookedUp({ transfer }: { transfer: string }) {
  const { data } = useQuery({ queryKey: ['parties of a transfer', transfer], queryFn: () => partiesOf(transfer) });
  return <Words parties={data} />;
}

/** The same for a change in a file; loaded again each time that the file is shown. */
export function OnServer({ transfer }: { transfer: string }) {
  const { data } = useQuery({
    queryKey: ['parties of a transfer on the server', transfer],
    queryFn: ({ signal }) => partiesOnServer(transfer, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return <Words parties={data} />;
}

/** The line keeps its height while it loads, so that nothing below moves. */
function Words({ parties }: { parties: Parties | null | undefined }) {
  const words = parties ? `${parties.source_name} to ${parties.destination_name}` : '\u00a0';
  return <p className="text-sm text-ink-soft">{words}</p>;
}
