/** Changes of a transfer that a colleague changed too: both values and the choice, on the screen of the transfer. */
import { type ReactNode, useMemo, useState } from 'react';
import { plural } from '#domain/plural.ts';
import type { Op, TransferLine } from '#offline/outbox/op.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { applyDecision } from './applyDecision.ts';
import { ConflictDialog, sidesOf } from './ConflictDialog.tsx';
import { useMyQueue } from './useQueue.ts';

export interface Undecided {
  /** How many changes wait for the choice. */
  count: number;
  /** "1 line was changed by somebody else too"; '': none. */
  words: string;
  /** The other figure and who entered it, in words by product id: "Zainab Bello entered 1 case.". */
  notes: ReadonlyMap<string, string>;
  /** Opens the choice of a line, or the first choice that waits. It keeps its identity between renders. */
  decide: (productId?: string) => void;
  dialog: ReactNode;
}

const productOf = (op: Op) => (op.payload as Partial<TransferLine>).product_id;

function noteOf(op: Op): string {
  const { theirs, isGone, who = 'Somebody else' } = sidesOf(op);
  return isGone ? `${who} removed it.` : `${who} entered ${theirs}.`;
}

/** The lines and details of `transfer` that wait for the choice between two values. A refused confirmation has a page of its own. */
export function useUndecided(transfer: string): Undecided {
  const { ops } = useMyQueue();
  const [seq, setSeq] = useState<number | null>(null);
  const waiting = useMemo(
    () => ops.filter((op) => op.transfer === transfer && op.state === 'conflict' && op.type !== 'execute'),
    [ops, transfer],
  );
  const notes = useMemo(() => new Map(waiting.map((op) => [productOf(op) ?? '', noteOf(op)])), [waiting]);
  const open = waiting.find((op) => op.seq === seq);
  const lines = waiting.filter((op) => productOf(op) !== undefined).length;
  return {
    count: waiting.length,
    words:
      lines > 0
        ? plural(lines, '# line was changed by somebody else too', '# lines were changed by somebody else too')
        : waiting.length > 0
          ? 'The details were changed by somebody else too'
          : '',
    notes,
    decide: useEvent((productId?: string) =>
      setSeq((waiting.find((op) => productOf(op) === productId) ?? waiting[0])?.seq ?? null),
    ),
    dialog: open && (
      <ConflictDialog
        op={open}
        open
        onClose={() => setSeq(null)}
        onChoose={(choice) => void applyDecision(choice).then((done) => done && setSeq(null))}
      />
    ),
  };
}
