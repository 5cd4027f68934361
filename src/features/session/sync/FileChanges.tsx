import { useMemo } from 'react';
import type { ImportAnswer } from '#contract/session/syncCalls.ts';
import { isLocal, type Op, type TransferHeader, type TransferLine } from '#offline/outbox/op.ts';
import { asKnownHere, type KnownHere } from './knownHere.ts';
import { headsOf } from './OfTransfer.tsx';
import { What } from './syncChange.tsx';

interface Props {
  /** The changes of the file, in its order. */
  changes: readonly Op[];
  here: KnownHere;
  /** What the server said of them; null: it was not asked. */
  told: ImportAnswer | null;
}

/**
 * What a file would do, change by change: by what this tablet knows (security S11), and once the server has looked at it with the server's names
 * (SEC-20), and its words where it refuses.
 */
export function FileChanges({ changes, here, told }: Props) {
  const ops = useMemo(() => (told ? asTold(changes, told) : asKnownHere(changes, here)), [changes, here, told]);
  const heads = useMemo(() => headsOf(ops, []), [ops]);
  return (
    <ul className="divide-y" aria-label="Changes in the file">
      {ops.map((op, index) => (
        <li key={`${op.key} ${index}`} className="py-3">
          {/* One that the server has is looked up there. */}
          <What claimed op={op} head={isLocal(op.transfer) ? heads.get(op.transfer) : undefined} />
          <Refusal row={told?.results[index]} />
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

/** As the server took them. It looked at what it sends; what only a screen shows may be anything, and is not taken from the file. */
function asTold(ops: readonly Op[], { named, orders }: ImportAnswer): Op[] {
  // An id of a file may be any word, also one that every object knows.
  const said = new Map(Object.entries(named));
  const idOf = new Map(Object.entries(orders));
  const nameOf = (id = '') => said.get(id)?.name ?? id;
  return ops.map((op) => {
    const { product_id, source, destination } = op.payload as Partial<TransferLine & TransferHeader>;
    const about = { name: nameOf(product_id), case_count: said.get(product_id ?? '')?.case_count ?? 1 };
    const names = { about, source_name: nameOf(source), destination_name: nameOf(destination) };
    return { ...op, transfer: idOf.get(op.transfer) ?? op.transfer, payload: { ...op.payload, ...names } } as Op;
  });
}
