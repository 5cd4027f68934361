import { useState } from 'react';
import { Link } from '#crud/Link.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { isOfStocktake } from '#domain/lanePositions.ts';
import { outboxWords } from '#domain/outboxWords.ts';
import { syncWords } from '#domain/syncWords.ts';
import { linesInDispute } from '#offline/outbox/confirmed.ts';
import { isSettledHere, type Op, refusalOfOp } from '#offline/outbox/op.ts';
import { wordOf } from '#offline/outbox/queueRules.ts';
import { possibleMatchesOf } from '#offline/plain/possibleMatches.ts';
import { theQueue } from '#offline/queue.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { kitTexts } from '#ui/texts.ts';
import { applyDecision } from '../../stock/parts/queue/applyDecision.ts';
import { discardElsewhere } from '../../stock/parts/queue/CompletedElsewhere.tsx';
import { ConflictDialog } from '../../stock/parts/queue/ConflictDialog.tsx';
import { ConfirmedConflict } from '../../stock/parts/queue/dispute/ConfirmedConflict.tsx';
import { RefusalReasons, RepairRefusal } from '../../stock/parts/queue/RepairRefusal.tsx';
import { lineOfRefusal } from '../../stock/parts/queue/refusal.ts';
import { shortOf } from '../../stock/parts/queue/repair.ts';
import { isRefused } from '../../stock/parts/queue/transferCount.ts';
import { useOpenTransfer } from './GoOn.tsx';
import { LookAlikes } from './plain/LookAlikes.tsx';
import { saveUnsent } from './saveUnsent.ts';

interface Props {
  op: Op;
  /** Called after the person repaired the change, because its card then moves to another list. */
  onRepaired: () => void;
}

/** Says why the server refused a change, and offers the ways to repair it: on the card, or on the screen of the transfer. */
export function Refusal({ op, onRepaired }: Props) {
  const [asking, setAsking] = useState(false);
  const conflict = op.state === 'conflict';
  const isShort = !conflict && shortOf(op).length > 0;
  const isOfLines = op.type === 'execute' && linesInDispute(op as Op<'execute'>) !== null;
  return (
    <div className="mx-3 mb-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-field bg-bad-soft py-3 pr-3 pl-4">
      <RefusalReasons op={op} />
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        {conflict ? (
          <>
            <OpenAndFix op={op} />
            <Button look="primary" icon="swap" onClick={() => setAsking(true)}>
              {syncWords.conflict.title}
            </Button>
            {isOfLines ? (
              asking && <ConfirmedConflict op={op as Op<'execute'>} onClose={() => setAsking(false)} />
            ) : (
              <ConflictDialog
                op={op}
                open={asking}
                onClose={() => setAsking(false)}
                onChoose={(choice) => void applyDecision(choice).then((done) => done && setAsking(false))}
              />
            )}
          </>
        ) : possibleMatchesOf(op).length > 0 ? (
          <LookAlikes op={op} />
        ) : op.type === 'reverse' ? (
          <ReversalOut op={op as Op<'reverse'>} />
        ) : isOfStocktake(op) ? null : !isShort ? (
          <OpenAndFix op={op} primary />
        ) : (
          <RepairRefusal {...{ op, onRepaired }} other={(primary) => <OpenAndFix op={op} primary={primary} />} />
        )}
      </div>
    </div>
  );
}

/**
 * A reversal that the server refused. If another person reversed the receipt, the card can be removed. Otherwise the receipt's page says more, and the
 * person can discard the reversal.
 */
function ReversalOut({ op }: { op: Op<'reverse'> }) {
  const isReversed = wordOf(refusalOfOp(op)?.data) === 'already_reversed';
  const { receipt_id, ref } = op.payload.about;
  const remove = () => void applyDecision(theQueue().outbox.discard(op.seq));
  return (
    <>
      <Link to={`/purchase-orders/${receipt_id}`} className={buttonClasses('plain')}>
        Open {ref}
      </Link>
      <Button look="primary" onClick={remove}>
        {isReversed ? 'Remove' : syncWords.attention.discard}
      </Button>
    </>
  );
}

/** A button that opens the screen of the transfer. */
function OpenAndFix({ op, primary = false }: { op: Op; primary?: boolean }) {
  const open = useOpenTransfer(op.transfer);
  return (
    <Button
      look={primary ? 'primary' : 'plain'}
      aria-label={`${syncWords.attention.edit}: ${outboxWords.openAndFix}`}
      onClick={() => void open(lineOfRefusal(op))}
    >
      {outboxWords.openAndFix}
    </Button>
  );
}

/** The other acts for a refused change, in the list of changes of its card. */
export function RefusalMenu({ op, online }: { op: Op; online: boolean }) {
  const { outbox } = theQueue();
  return (
    <MenuOf
      onAgain={op.state === 'conflict' ? null : () => outbox.retry(op.seq)}
      question={op.type === 'upsert' || op.type === 'remove' ? 'Discard this line?' : 'Discard this change?'}
      mustConnect={!isSettledHere(op) && !online}
      onDiscard={() => applyDecision(outbox.discard(op.seq))}
    />
  );
}

/** The other acts for a transfer that was completed elsewhere. One menu serves all its changes, because none of them can take effect. */
export function ElsewhereMenu({ transfer, ops, online }: { transfer: string; ops: readonly Op[]; online: boolean }) {
  const me = useSession().profile?.user_id;
  const [asking, setAsking] = useState(false);
  const { outbox } = theQueue();
  const refused = ops.filter(isRefused);
  const again = refused.filter((op) => op.state !== 'conflict');
  const conflict = refused.find((op) => op.state === 'conflict');
  const retry = async () => {
    for (const { seq } of again) await outbox.retry(seq);
  };
  return (
    <>
      <p className="py-3 text-sm text-ink-soft">{refused[0]?.last_error?.message}</p>
      {conflict && (
        <>
          <Button icon="swap" onClick={() => setAsking(true)}>
            {syncWords.conflict.title}
          </Button>
          <ConflictDialog
            op={conflict}
            open={asking}
            onClose={() => setAsking(false)}
            onChoose={() => void discardElsewhere(transfer, me).then((done) => done && setAsking(false))}
          />
        </>
      )}
      <MenuOf
        onAgain={again.length > 0 ? retry : null}
        question="Discard your changes of this transfer?"
        mustConnect={!online && !ops.every(isSettledHere)}
        onDiscard={() => discardElsewhere(transfer, me)}
      />
    </>
  );
}

function MenuOf({
  onAgain,
  question,
  mustConnect,
  onDiscard,
}: {
  /** Tries the change again. Null: trying again makes no sense. */
  onAgain: (() => Promise<void>) | null;
  question: string;
  /** The last try failed because the server did not answer. */
  mustConnect: boolean;
  /** Discards the change. Resolves with true when the change is discarded. */
  onDiscard: () => Promise<boolean>;
}) {
  const [asking, setAsking] = useState(false);
  const mayAll = useCan('view_audit_log');
  return (
    <div className="flex w-full flex-wrap gap-2">
      {onAgain && (
        <Button icon="sync" onClick={() => void applyDecision(onAgain().then(() => null))}>
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
        title={question}
        description={mustConnect ? 'The server may have it already. Connect to it, then discard.' : kitTexts.cannotUndo}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{kitTexts.keep}</Button>
            <Button look="danger" onClick={() => void onDiscard().then((done) => done && setAsking(false))}>
              {syncWords.attention.discard}
            </Button>
          </>
        }
      />
    </div>
  );
}
