import type { FinishedOp, TransferLine } from '#offline/outbox/op.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { sidesOf } from '../../stock/parts/queue/ConflictDialog.tsx';
import { verbOf } from './syncChange.tsx';
import { whenText } from './when.ts';

/** A conflict that the person resolved: its subject, both values, and the chosen one. */
export function Resolved({ past: { op, at, kept }, now }: { past: FinishedOp; now: number }) {
  const name = (op.payload as Partial<TransferLine>).about?.name;
  const { mine, theirs, who } = sidesOf(op);
  return (
    <>
      <div className="min-w-0 flex-[1_1_min(14rem,100%)]">
        <p className="font-semibold">
          Conflict: <span className="font-normal">{name ?? verbOf(op)}</span>
        </p>
        <p className="figures text-sm text-ink-soft [overflow-wrap:anywhere]">
          {`Yours: ${mine}. ${who ? `Of ${who}` : 'Theirs'}: ${theirs}.`}
        </p>
      </div>
      <Badge tone="neutral" icon="swap">
        <span className="whitespace-nowrap">
          {kept === 'mine' ? 'Yours kept' : 'Theirs kept'} {whenText(at, now)}
        </span>
      </Badge>
    </>
  );
}
