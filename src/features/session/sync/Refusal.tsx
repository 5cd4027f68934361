import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGo } from '#crud/address.ts';
import type { Address } from '#crud/paths.ts';
import { useCan } from '#crud/query/useSession.ts';
import { outboxWords } from '#domain/outboxWords.ts';
import { syncWords } from '#domain/syncWords.ts';
import { KINDS, kindOf } from '#domain/transfer.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { isSettledHere, type Op } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { kitTexts } from '#ui/texts.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { letGo } from './letGo.ts';
import { partiesOf } from './OfTransfer.tsx';
import { lineOfRefusal, mayRepair, reasonsOf, repair, repairLabel } from './repair.ts';
import { saveUnsent } from './saveUnsent.ts';

interface Props {
  op: Op;
  /** The change was mended, so the card goes to another place. */
  onMended: () => void;
}

/** Why the server refused a change, and what mends it: in place where that can be done, else on the screen of the transfer. */
export function Refusal({ op, onMended }: Props) {
  const [asking, setAsking] = useState(false);
  const conflict = op.state === 'conflict';
  const label = conflict ? null : repairLabel(op);
  return (
    <div className="mx-3 mb-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-field bg-bad-soft py-3 pr-3 pl-4">
      <ul className="flex min-w-0 flex-[1_1_min(14rem,100%)] flex-col gap-2">
        {reasonsOf(op).map(({ title, note }) => (
          <li key={`${title} ${note}`} className="figures min-w-0 [overflow-wrap:anywhere]">
            <p className="font-semibold text-bad">{title}</p>
            {note && <p className="text-sm">{note}</p>}
          </li>
        ))}
      </ul>
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        {conflict ? (
          <>
            <OpenAndFix op={op} />
            <Button look="primary" icon="swap" onClick={() => setAsking(true)}>
              {syncWords.conflict.title}
            </Button>
            <ConflictDialog
              op={op}
              open={asking}
              onClose={() => setAsking(false)}
              onChoose={(choice) => void letGo(choice).then((done) => done && setAsking(false))}
            />
          </>
        ) : label === null ? (
          <OpenAndFix op={op} primary />
        ) : (
          <Repair op={op} label={label} onMended={onMended} />
        )}
      </div>
    </div>
  );
}

/** "Issue 43". While it is not known whether this tablet can do it, the buttons stand where they will be. */
function Repair({ op, label, onMended }: Props & { label: string }) {
  const { data: possible } = useQuery({
    queryKey: ['a refused transfer can be confirmed again', op.key],
    queryFn: () => mayRepair(op),
  });
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      if (await repair(op)) onMended();
      else toast('bad', 'This transfer changed meanwhile. Open it to fix it.');
      void theQueue().flusher.flush({ forced: true });
    } catch (error) {
      // The disk refused, so the refusal stays as it was.
      toast('bad', notSavedWords(error));
    } finally {
      setBusy(false);
    }
  };
  if (possible === false) return <OpenAndFix op={op} primary />;
  return (
    <>
      <OpenAndFix op={op} />
      <Button look="primary" busy={busy || possible === undefined} onClick={() => void run()}>
        {label}
      </Button>
    </>
  );
}

/** Opens the transfer where its kind is worked on. */
function OpenAndFix({ op, primary = false }: { op: Op; primary?: boolean }) {
  const go = useGo();
  const open = async () => {
    const parties = await partiesOf(op.transfer);
    if (!parties) return toast('bad', syncWords.needsConnection);
    const kind = kindOf(parties.source_type, parties.destination_type);
    if (kind === 'transfer') return go(`/purchase-orders/${op.transfer}`);
    const to: Address = `/inventory/${KINDS[kind].type}/${KINDS[kind].direction}`;
    const line = lineOfRefusal(op);
    return go(to, { search: { purchase_order_id: op.transfer, ...(line && { line }) } });
  };
  return (
    <Button
      look={primary ? 'primary' : 'plain'}
      aria-label={`${syncWords.attention.edit}: ${outboxWords.openAndFix}`}
      onClick={() => void open()}
    >
      {outboxWords.openAndFix}
    </Button>
  );
}

/** What else can be done with a refused change, among the changes of its card. */
export function RefusalMenu({ op, online }: { op: Op; online: boolean }) {
  const [asking, setAsking] = useState(false);
  const mayAll = useCan('view_audit_log');
  const { outbox } = theQueue();
  return (
    <div className="flex w-full flex-wrap gap-2">
      {op.state !== 'conflict' && (
        <Button icon="sync" onClick={() => void letGo(outbox.retry(op.seq).then(() => null))}>
          {kitTexts.tryAgain}
        </Button>
      )}
      <Button icon="download" onClick={() => void saveUnsent(mayAll)}>
        {syncWords.attention.exportUnsent}
      </Button>
      <Button look="danger" icon="trash" onClick={() => setAsking(true)}>
        {syncWords.attention.discard}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Discard this change?"
        description={
          !isSettledHere(op) && !online
            ? 'It was already tried, so only the server can say that it will never take effect. Connect first.'
            : kitTexts.cannotUndo
        }
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button
              look="danger"
              onClick={() => void letGo(outbox.discard(op.seq)).then((done) => done && setAsking(false))}
            >
              {syncWords.attention.discard}
            </Button>
          </>
        }
      />
    </div>
  );
}
