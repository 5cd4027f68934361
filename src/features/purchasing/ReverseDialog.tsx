import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import type { Reversal } from '#contract/purchasing/purchaseOrder.ts';
import {
  approveReversal,
  type ReversalPreview,
  refuseReversal,
  reversalPreview,
  reverseTransfer,
} from '#contract/purchasing/reversalCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { NotLoaded } from '#crud/query/Saved.tsx';
import { showNaira } from '#domain/money.ts';
import { goneOf } from '#domain/reversal.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { LongTextField } from '#ui/fields/Field.tsx';
import type { OrderHead } from './orderValues.ts';

/** Reverses a receipt, or asks for it above the limit: what goes back, what is gone since, and the reason (decision 0450). */
export function ReverseDialog({ order, onClose }: { order: OrderHead; onClose: () => void }) {
  const query = useQuery(queryFor(reversalPreview, { _id: order._id }));
  const { send, busy, refused } = useCommand();
  const [reason, setReason] = useState('');
  const told = query.data?.data;
  const waits = told?.needs_approval ?? false;
  return (
    <DialogForm
      onClose={onClose}
      title={`Reverse ${order.ref}`}
      description={`All goods go back from ${order.destination_obj.name} to ${order.source_obj.name}, at the prices of this receipt. This receipt stays as it is.`}
      save={waits ? 'Ask for approval' : 'Reverse'}
      look={waits ? 'primary' : 'danger'}
      width="wide"
      ready={told !== undefined && told.refused.length === 0 && reason.trim().length >= 3}
      busy={busy}
      onSave={async (close) => {
        const body = { _id: order._id, reason: reason.trim(), expect_digest: order.items_digest };
        if (await send(reverseTransfer, body, waits ? 'The reversal waits for approval.' : 'Transfer reversed.'))
          close();
      }}
    >
      <Goods query={query} from={order.destination_obj.name} />
      {waits && told?.refused.length === 0 && (
        <Notice tone="wait" icon="clock">
          It is worth more than {showNaira(told.limit)}, so another person approves it. Nothing moves until then.
        </Notice>
      )}
      <LongTextField label="Reason" value={reason} onChange={setReason} error={refused.reason} rows={2} required />
    </DialogForm>
  );
}

/** Approves a reversal that another person asked for. */
export function ApproveDialog({ order, reversal, onClose }: DecideProps) {
  const query = useQuery(queryFor(reversalPreview, { _id: order._id }));
  const { send, busy } = useCommand();
  // The reversal that waits is this one.
  const gone = query.data?.data.lines.some((line) => goneOf(line) > 0) ?? true;
  return (
    <DialogForm
      onClose={onClose}
      title={`Approve the reversal of ${order.ref}`}
      description={`${askedBy(reversal)}: “${reversal.reason}”. All goods go back from ${order.destination_obj.name} to ${order.source_obj.name} now.`}
      save="Approve and reverse"
      look="danger"
      width="wide"
      ready={!gone}
      busy={busy}
      onSave={async (close) => {
        if (await send(approveReversal, { reversal_id: reversal._id }, 'Transfer reversed.')) close();
      }}
    >
      <Goods query={query} from={order.destination_obj.name} asked />
    </DialogForm>
  );
}

/** Refuses a reversal that waits; who asked takes it back. */
export function RefuseDialog({ order, reversal, own, onClose }: DecideProps & { own: boolean }) {
  const [note, setNote] = useState('');
  const { send, busy, refused } = useCommand();
  return (
    <DialogForm
      onClose={onClose}
      title={`${own ? 'Take back' : 'Refuse'} the reversal of ${order.ref}`}
      description="Nothing moved. The receipt can be reversed anew."
      save={own ? 'Take back' : 'Refuse'}
      ready={note.trim().length >= 3}
      busy={busy}
      onSave={async (close) => {
        const body = { reversal_id: reversal._id, note: note.trim() };
        if (await send(refuseReversal, body, own ? 'Reversal taken back.' : 'Reversal refused.')) close();
      }}
    >
      <LongTextField label="Reason" value={note} onChange={setNote} error={refused.note} rows={2} required />
    </DialogForm>
  );
}

interface DecideProps {
  order: OrderHead;
  reversal: Reversal;
  onClose: () => void;
}

const askedBy = ({ asked_by }: Reversal) => `${asked_by?.name ?? 'The system'} asked for it`;

/** What goes back, product by product. `asked`: the refusal that the reversal waits already is left out. */
function Goods({
  query,
  from,
  asked = false,
}: {
  query: { data?: { data: ReversalPreview } | undefined; isError: boolean; error: unknown; refetch: () => unknown };
  from: string;
  asked?: boolean;
}) {
  const told = query.data?.data;
  if (!told)
    return query.isError ? <NotLoaded error={query.error} onRetry={() => void query.refetch()} /> : <SkeletonRows />;
  const gone = told.lines.filter((line) => goneOf(line) > 0);
  // What refuses the reversal stands first.
  const lines = [...gone, ...told.lines.filter((line) => goneOf(line) === 0)];
  return (
    <>
      {!asked && gone.length === 0 && told.refused.length > 0 && (
        <Notice tone="bad" icon="alert" role="alert">
          {told.refused.join(' ')}
        </Notice>
      )}
      {gone.length > 0 && (
        <Notice tone="bad" icon="alert" role="alert">
          {told.refused.at(-1)} Nothing can be reversed while these goods are gone.
        </Notice>
      )}
      <ul aria-label="Goods that go back" className="max-h-72 divide-y overflow-auto rounded-xl border text-sm">
        {lines.map((line) => (
          <li
            key={line.product_id}
            className={classes('flex flex-wrap items-baseline gap-x-4 px-3 py-2', goneOf(line) > 0 && 'text-bad')}
          >
            <span className="min-w-0 grow basis-full sm:basis-0">
              {line.name}
              {line.available !== null && (
                <span className="block text-xs text-ink-soft">
                  At {from}: {casesText(Math.max(0, line.available), line.case_count)}
                </span>
              )}
            </span>
            <span className="figures grow sm:grow-0 sm:text-right">{casesText(line.moved, line.case_count)}</span>
            <span className="figures min-w-24 text-right">{showNaira(line.amount)}</span>
          </li>
        ))}
      </ul>
      <p className="flex justify-between font-semibold">
        <span>Value</span>
        <span className="figures">{showNaira(told.amount)}</span>
      </p>
    </>
  );
}
