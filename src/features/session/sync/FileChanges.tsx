import { useMemo } from 'react';
import type { ImportAnswer } from '#contract/session/syncCalls.ts';
import { isLocal, type Op, type OpenPayload, type TransferHeader, type TransferLine } from '#offline/outbox/op.ts';
import { asKnownHere, type KnownHere } from './knownHere.ts';
import { headsOf } from './OfTransfer.tsx';
import { What } from './syncChange.tsx';

interface Props {
  /** The changes of the file, in order. */
  changes: readonly Op[];
  here: KnownHere;
  /** The server's response about the file. Null before the server has checked it. */
  answer: ImportAnswer | null;
}

/**
 * Lists what a file would change. Names come from this tablet (security S11), and from the server once it has checked the file (SEC-20), together
 * with its refusals.
 */
export function FileChanges({ changes, here, answer }: Props) {
  const ops = useMemo(
    () => (answer ? asAnswered(changes, answer) : asKnownHere(changes, here)),
    [changes, here, answer],
  );
  const heads = useMemo(() => headsOf(ops, []), [ops]);
  return (
    <ul className="divide-y" aria-label="Changes in the file">
      {ops.map((op, index) => (
        <li key={`${op.key} ${index}`} className="py-3">
          {/* `heads` is used only for transfers that began on a tablet. The server knows the others. */}
          <What claimed op={op} head={isLocal(op.transfer) ? heads.get(op.transfer) : undefined} />
          <Refusal row={answer?.results[index]} />
        </li>
      ))}
    </ul>
  );
}

function Refusal({ row }: { row: ImportAnswer['results'][number] | undefined }) {
  const errors = (row?.data as { errors?: unknown[] } | null | undefined)?.errors;
  if (!row || (row.code === 200 && !(Array.isArray(errors) && errors.length > 0))) return null;
  return <p className="mt-1 text-sm font-medium text-bad">{row.message}</p>;
}

/**
 * The changes with the server's names and ids. The server checked only what would be sent, so texts that are only shown are not taken from the file.
 */
function asAnswered(ops: readonly Op[], { named, orders }: ImportAnswer): Op[] {
  // Maps, because an id in a file may be any word, even the name of an object's built-in property.
  const namedById = new Map(Object.entries(named));
  const idOf = new Map(Object.entries(orders));
  const nameOf = (id = '') => namedById.get(id)?.name ?? id;
  return ops.map((op) => {
    const { product_id, source, destination, warehouse_id } = op.payload as Partial<
      TransferLine & TransferHeader & OpenPayload
    >;
    const case_count = namedById.get(product_id ?? '')?.case_count ?? 1;
    const about = { name: nameOf(product_id), case_count, warehouse_name: nameOf(warehouse_id) };
    const names = { about, source_name: nameOf(source), destination_name: nameOf(destination) };
    return { ...op, transfer: idOf.get(op.transfer) ?? op.transfer, payload: { ...op.payload, ...names } } as Op;
  });
}
