/** The changes of a transfer that a colleague also changed: both values and the choice, on the screen of the transfer. */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import type { Op, TransferLine } from '#offline/outbox/op.ts';
import type { QueueState } from '#offline/queue.ts';
import { copiesOf } from '#offline/resolve/supersede.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { applyDecision } from './applyDecision.ts';
import { ConflictDialog, keepMine, sidesOf } from './ConflictDialog.tsx';
import { useOfQueue } from './useQueue.ts';

export interface Undecided {
  /** The number of changes that wait for a choice. */
  count: number;
  /** "1 line was changed by somebody else too". '' if there is none. */
  words: string;
  /** By product id: the other person's figure in words, such as "Zainab Bello entered 1 case.". */
  notes: ReadonlyMap<string, string>;
  /** Opens the choice for a line, otherwise the first waiting choice. The function keeps its identity between renders. */
  decide: (productId?: string) => void;
  dialog: ReactNode;
}

const productOf = (op: Op) => (op.payload as Partial<TransferLine>).product_id;

function noteOf(op: Op): string {
  const { theirs, isGone, who = 'Somebody else' } = sidesOf(op);
  return isGone ? `${who} removed it.` : `${who} entered ${theirs}.`;
}

/**
 * The lines and details of `transfer` that wait for a choice between two values. A refused confirmation has its own page. `onCount` opens the field
 * of a line, so that the line can be counted again.
 */
export function useUndecided(transfer: string, onCount?: (productId: string) => void): Undecided {
  const me = useSession().profile?.user_id;
  const read = useCallback((queue: QueueState) => undecidedIn(queue, transfer, me), [transfer, me]);
  const { waiting, ops } = useOfQueue(read);
  const [seq, setSeq] = useState<number | null>(null);
  const notes = useMemo(() => new Map(waiting.map((op) => [productOf(op) ?? '', noteOf(op)])), [waiting]);
  const open = waiting.find((op) => op.seq === seq);
  const countAgain = useCountAgain(waiting, ops);
  const product = open?.type === 'upsert' ? productOf(open) : undefined;
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
        onCountAgain={
          onCount && product
            ? () => {
                countAgain(open);
                setSeq(null);
                onCount(product);
              }
            : undefined
        }
        onChoose={(choice) => void applyDecision(choice).then((done) => done && setSeq(null))}
      />
    ),
  };
}

/** The changes of `transfer` that wait for the choice, and, where there are any, all changes of this person. */
function undecidedIn(queue: QueueState, transfer: string, me: string | undefined): { waiting: Op[]; ops: Op[] } {
  const ops = queue.ops.filter((op) => op.user_id === me);
  const waiting = ops.filter((op) => op.transfer === transfer && op.state === 'conflict' && op.type !== 'execute');
  return { waiting, ops: waiting.length > 0 ? ops : [] };
}

/**
 * "Count again": the next figure of the line decides its conflict, as "Keep mine" would. Until then the conflict remains. `lane`: all changes of the
 * person in the transfer.
 */
function useCountAgain(waiting: readonly Op[], lane: readonly Op[]): (op: Op) => void {
  const [counted, setCounted] = useState<{ seq: number; last: string } | null>(null);
  const lastOf = (op: Op) => (copiesOf(op, lane).at(-1) ?? op).key;
  const op = waiting.find(({ seq }) => seq === counted?.seq);
  const answer = useEvent((answered: Op) => {
    setCounted(null);
    void applyDecision(keepMine(answered));
  });
  const isAnswered = op !== undefined && lastOf(op) !== counted?.last;
  useEffect(() => {
    if (isAnswered) answer(op);
  }, [isAnswered, op, answer]);
  return (again) => setCounted({ seq: again.seq, last: lastOf(again) });
}
