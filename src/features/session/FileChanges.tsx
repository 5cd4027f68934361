import { useMemo } from 'react';
import type { BulkAnswer } from '#contract/call.ts';
import { isLocal, type Line, type Op } from '#offline/op.ts';
import { headsOf } from './OfTransfer.tsx';
import { What } from './syncChange.tsx';

/**
 * What a file would do, change by change, once the server has looked at it: with the server's words where it refuses. From whom to whom a transfer
 * goes is asked of the server where it has its id; other names are the file's own (SEC-20).
 */
export function FileChanges({ text, told }: { text: string; told: BulkAnswer }) {
  const ops = useMemo(() => inOrder(text), [text]);
  const heads = useMemo(() => headsOf(ops, []), [ops]);
  return (
    <ul className="divide-y" aria-label="Changes in the file">
      {ops.map((op, index) => (
        <li key={`${op.key} ${index}`} className="py-3">
          <What op={op} head={isLocal(op.transfer) ? heads.get(op.transfer) : undefined} />
          <Refusal row={told.results[index]} />
        </li>
      ))}
    </ul>
  );
}

function Refusal({ row }: { row: BulkAnswer['results'][number] | undefined }) {
  const errors = (row?.data as { errors?: { message?: string }[] } | null | undefined)?.errors;
  if (!row || (row.code === 200 && !(Array.isArray(errors) && errors.length > 0))) return null;
  return <p className="mt-1 text-sm font-medium text-bad">{row.message}</p>;
}

/** As the server took them: by seq. It looked at what it sends; what only the screen shows may be anything. */
function inOrder(text: string): Op[] {
  const { ops } = JSON.parse(text) as { ops: Op[] };
  return [...ops]
    .sort((a, b) => a.seq - b.seq)
    .map((op) => {
      const { about, product_id } = op.payload as Partial<Line>;
      const shown = { name: String(about?.name ?? product_id), case_count: Number(about?.case_count) || 1 };
      return { ...op, payload: { ...op.payload, about: shown } } as Op;
    });
}
