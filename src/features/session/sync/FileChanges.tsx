import { useMemo } from 'react';
import type { ImportAnswer } from '#contract/session/syncCalls.ts';
import { isLocal, type Op, type TransferHeader, type TransferLine } from '#offline/outbox/op.ts';
import { asKnownHere, type KnownHere } from './knownHere.ts';
import { headsOf } from './OfTransfer.tsx';
import { What } from './syncChange.tsx';

interface Props {
  /** The changes in the file, in its order. */
  changes: readonly Op[];
  here: KnownHere;
  /** The server's answer about them; null if the server has not checked them. */
  told: ImportAnswer | null;
}

/**
 * The changes of an import file, one by one. Before the server has checked them, names come from this tablet (security S11); afterwards from the
 * server (SEC-20), with its text for each refused change.
 */
export function FileChanges({ changes, here, told }: Props) {
  const ops = useMemo(() => (told ? asTold(changes, told) : asKnownHere(changes, here)), [changes, here, told]);
  const heads = useMemo(() => headsOf(ops, []), [ops]);
  return (
    <ul className="divide-y" aria-label="Changes in the file">
      {ops.map((op, index) => (
        <li key={`${op.key} ${index}`} className="py-3">
          {/* The parties of a transfer that the server has are loaded from the server. */}
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

/**
 * The changes with the server's names. The server checked only what will be sent; values that only a screen shows may be false and are not taken
 * from the file.
 */
function asTold(ops: readonly Op[], { named, orders }: ImportAnswer): Op[] {
  // Maps and not objects, because an id from a file may be any word, also a property name of every object such as "constructor".
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
