import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '#client/callError.ts';
import { queryFor } from '#client/reads/queries.ts';
import type { Reversal } from '#contract/purchasing/purchaseOrder.ts';
import {
  approveReversal,
  type ReversalPreview,
  refuseReversal,
  reversalPreview,
} from '#contract/purchasing/reversalCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { NotLoaded } from '#crud/query/Saved.tsx';
import { useContact } from '#crud/query/useSession.ts';
import { formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { missingUnits } from '#domain/reversal.ts';
import { casesText } from '#domain/units.ts';
import type { ConfirmedLine } from '#offline/outbox/op.ts';
import { classes } from '#ui/classes.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { LongTextField } from '#ui/fields/Field.tsx';
import type { OrderHead } from '../orderValues.ts';
import { REVERSED, sendReversal } from './sendReversal.ts';
import { linesBackOf, reversalOf } from './waitingReversal.ts';

/**
 * Reverses a receipt, or asks for the reversal if its value is above the limit (decision 0450). The dialog shows the goods that go back, the goods that
 * are missing, and asks the reason. Without a connection the lines come from the saved copy, and the reversal waits on this tablet (decision 0460).
 */
export function ReverseDialog({ order, onClose }: { order: OrderHead; onClose: () => void }) {
  const query = useQuery(queryFor(reversalPreview, { _id: order._id }));
  const { online } = useContact();
  const [reason, setReason] = useState('');
  const isTooLong = reason.trim().length > MOST;
  const here = linesBackOf(order);
  // Stock and limit may change at any time, so a saved answer is not used.
  const preview = query.data && !query.data.copy ? query.data.data : undefined;
  const isAway = preview === undefined && (!online || query.data?.copy === true || isSilence(query.error));
  const waits = preview?.needs_approval ?? false;
  const lines = here ?? (preview ? preview.lines.map(confirmedOf) : null);
  return (
    <DialogForm
      onClose={onClose}
      title={`Reverse ${order.ref}`}
      description={`All goods go back from ${order.destination_obj.name} to ${order.source_obj.name}, at the prices of this receipt. This receipt stays as it is.`}
      save={isAway ? 'Save reversal' : waits ? 'Ask for approval' : 'Reverse'}
      look={waits || isAway ? 'primary' : 'danger'}
      width="wide"
      ready={
        reason.trim().length >= 3 &&
        !isTooLong &&
        lines !== null &&
        (isAway || (preview !== undefined && preview.refused.length === 0))
      }
      isKept
      onSave={async (close) => {
        if (lines && (await sendReversal(order._id, reversalOf(order, lines, reason.trim())))) close();
        else void query.refetch();
      }}
    >
      {isAway ? (
        <>
          <Notice tone="wait" icon="cloudOff">
            The reversal is saved on this device and sent when there is a connection. Only then do you know whether the
            goods are still at {order.destination_obj.name}, and whether another person must approve it.
          </Notice>
          {here ? (
            <GoodsList lines={here.map(shownOf)} from={order.destination_obj.name} amount={sumOf(here)} />
          ) : (
            <Notice tone="bad" icon="alert" role="alert">
              The lines of the receipt are not stored on this device. Connect once to see them.
            </Notice>
          )}
        </>
      ) : (
        <Goods query={query} from={order.destination_obj.name} />
      )}
      {waits && preview?.refused.length === 0 && (
        <Notice tone="wait" icon="clock">
          It is worth more than {showNaira(preview.limit)}, so another person approves it. Nothing moves until then.
        </Notice>
      )}
      <LongTextField
        label="Reason"
        value={reason}
        onChange={setReason}
        rows={2}
        required
        error={isTooLong ? `At most ${MOST} letters.` : undefined}
      />
    </DialogForm>
  );
}

/** The longest reason that the server takes. */
const MOST = 300;

/** Whether the server did not answer. */
const isSilence = (error: unknown): boolean => error !== null && !(error instanceof CallError);

const confirmedOf = ({ product_id, name, case_count, moved, amount }: ReversalPreview['lines'][number]) => ({
  ...{ product_id, name, case_count, quantity: moved, quantity_accepted: null, amount: koboOf(amount) },
});

const shownOf = ({ product_id, name, case_count, quantity, amount }: ConfirmedLine) => ({
  ...{ product_id, name, case_count, moved: quantity, available: null, amount: formatMoney(amount) },
});

const sumOf = (lines: readonly ConfirmedLine[]) => formatMoney(lines.reduce((sum, line) => sum + line.amount, 0));

/** Approves a reversal that another person asked for. */
export function ApproveDialog({ order, reversal, onClose }: DecideProps) {
  const query = useQuery(queryFor(reversalPreview, { _id: order._id }));
  const { send, busy } = useCommand();
  // The refusals of the preview include this waiting reversal itself. So only missing goods block the approval.
  const gone = query.data?.data.lines.some((line) => missingUnits(line) > 0) ?? true;
  return (
    <DialogForm
      onClose={onClose}
      title={`Approve the reversal of ${order.ref}`}
      description={`${requesterText(reversal)}: “${reversal.reason}”. All goods go back from ${order.destination_obj.name} to ${order.source_obj.name} now.`}
      save="Approve and reverse"
      look="danger"
      width="wide"
      ready={!gone}
      busy={busy}
      onSave={async (close) => {
        if (await send(approveReversal, { reversal_id: reversal._id }, REVERSED)) close();
      }}
    >
      <Goods query={query} from={order.destination_obj.name} isRequested />
    </DialogForm>
  );
}

/** Refuses a waiting reversal. The person who asked for the reversal withdraws it instead. */
export function RefuseDialog({ order, reversal, own, onClose }: DecideProps & { own: boolean }) {
  const [note, setNote] = useState('');
  const { send, busy, refused } = useCommand();
  return (
    <DialogForm
      onClose={onClose}
      title={`${own ? 'Take back' : 'Refuse'} the reversal of ${order.ref}`}
      description="Nothing moved. The receipt can be reversed again."
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

const requesterText = ({ asked_by }: Reversal) => `${asked_by?.name ?? 'The system'} asked for it`;

/**
 * The goods that go back, one line for each product. `isRequested`: this reversal already waits for approval, so the refusal about a waiting reversal is
 * left out.
 */
function Goods({
  query,
  from,
  isRequested = false,
}: {
  query: { data?: { data: ReversalPreview } | undefined; isError: boolean; error: unknown; refetch: () => unknown };
  from: string;
  isRequested?: boolean;
}) {
  const preview = query.data?.data;
  if (!preview)
    return query.isError ? <NotLoaded error={query.error} onRetry={() => void query.refetch()} /> : <SkeletonRows />;
  const gone = preview.lines.filter((line) => missingUnits(line) > 0);
  // The lines that block the reversal come first.
  const lines = [...gone, ...preview.lines.filter((line) => missingUnits(line) === 0)];
  return (
    <>
      {!isRequested && gone.length === 0 && preview.refused.length > 0 && (
        <Notice tone="bad" icon="alert" role="alert">
          {preview.refused.join(' ')}
        </Notice>
      )}
      {gone.length > 0 && (
        <Notice tone="bad" icon="alert" role="alert">
          {preview.refused.at(-1)} You cannot reverse it while these goods are missing.
        </Notice>
      )}
      <GoodsList lines={lines} from={from} amount={preview.amount} />
    </>
  );
}

function GoodsList({
  lines,
  from,
  amount,
}: {
  lines: ReversalPreview['lines'];
  from: string;
  amount: ReversalPreview['amount'];
}) {
  return (
    <>
      <ul aria-label="Goods that go back" className="max-h-72 divide-y overflow-auto rounded-xl border text-sm">
        {lines.map((line) => (
          <li
            key={line.product_id}
            className={classes('flex flex-wrap items-baseline gap-x-4 px-3 py-2', missingUnits(line) > 0 && 'text-bad')}
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
        <span className="figures">{showNaira(amount)}</span>
      </p>
    </>
  );
}
