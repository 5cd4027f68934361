import { useState } from 'react';
import { Link } from '#crud/Link.tsx';
import type { Address } from '#crud/paths.ts';
import { useCan } from '#crud/query/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showDateTime, showShort } from '#domain/time.ts';
import { KINDS, kindOf } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { isKnown, isSettledHere, type Op, type TransferHeader, type TransferLine } from '#offline/outbox/op.ts';
import type { DiscardOutcome } from '#offline/outbox/outbox.ts';
import { stepName, wordOf } from '#offline/outbox/queueRules.ts';
import { theQueue } from '#offline/queue.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { kitTexts } from '#ui/texts.ts';
import { Differences } from '../../stock/parts/queue/Differences.tsx';
import { OfTransfer, OnServer, partiesOf } from './OfTransfer.tsx';
import { saveUnsent } from './saveUnsent.ts';

const VERB = {
  create: 'New transfer',
  header: 'Transfer details',
  upsert: 'Product',
  remove: 'Remove product',
  execute: 'Complete transfer',
} as const;

/** A change in words. `claimed`: the change comes from a file; names that only the file has are hidden or marked as such (SEC-20). */
export function What({
  op,
  head: of,
  claimed = false,
}: {
  op: Op;
  head: TransferHeader | undefined;
  claimed?: boolean;
}) {
  const bare = claimed && op.type === 'execute';
  return (
    // The text keeps a minimum width: on a phone its state wraps below it.
    <div className="min-w-0 flex-[1_1_min(14rem,100%)]">
      {isKnown(op) ? (
        <p className="font-semibold">
          {VERB[op.type]}
          {!bare && (
            <>
              : <span className="font-normal">{detailOf(op)}</span>
            </>
          )}
        </p>
      ) : (
        // The change was written by newer code, so its content is unknown (SYNC rule 45).
        <p className="font-semibold first-letter:uppercase">{stepName(op)}</p>
      )}
      {op.type !== 'create' &&
        op.type !== 'header' &&
        (claimed && !of ? <OnServer transfer={op.transfer} /> : <OfTransfer op={op} head={of} />)}
      <p className="text-sm text-ink-faint">
        {claimed ? 'Saved, as the file says,' : 'Saved'} {showShort(Math.floor(op.saved_at / 1_000))} by {op.user_name}
      </p>
    </div>
  );
}

function detailOf(op: Op): string {
  const line = op.payload as TransferLine;
  const head = op.payload as TransferHeader;
  switch (op.type) {
    case 'upsert':
      return `${line.about.name}, ${casesText(line.quantity_accepted ?? line.quantity, line.about.case_count)}, ${showNaira(line.amount)}`;
    case 'remove':
      return line.about.name;
    case 'execute':
      return `${(op as Op<'execute'>).payload.lines} products`;
    default:
      return `${head.source_name} to ${head.destination_name}`;
  }
}

/** The verb of a change, for its article and its dialogs. */
const verbOf = (op: Op): string => (isKnown(op) ? VERB[op.type] : stepName(op));

export function Refused({ op, head, online }: { op: Op; head: TransferHeader | undefined; online: boolean }) {
  const [asking, setAsking] = useState<'discard' | 'conflict' | null>(null);
  const [link, setLink] = useState<{ to: Address; search: Record<string, string> } | null>(null);
  const mayAll = useCan('view_audit_log');
  const { outbox, flusher } = theQueue();
  const letGo = async (choice: Promise<DiscardOutcome | null>) => {
    let outcome: DiscardOutcome | null;
    try {
      outcome = await choice;
    } catch (error) {
      // The disk failed: the change is as before, and the dialog stays open.
      return toast('bad', notSavedWords(error));
    }
    if (outcome === 'needs_connection')
      toast('bad', 'This was already tried. It can only be discarded with a connection.');
    else if (outcome === 'was_done') toast('good', 'The server had it already: it counts as sent.');
    setAsking(null);
    void flusher.flush({ forced: true });
  };
  const edit = async () => {
    const parties = await partiesOf(op.transfer);
    if (!parties) return toast('bad', syncWords.needsConnection);
    const found = kindOf(parties.source_type, parties.destination_type);
    setLink(
      found === 'transfer'
        ? { to: `/purchase-orders/${op.transfer}`, search: {} }
        : {
            to: `/inventory/${KINDS[found].type}/${KINDS[found].direction}`,
            search: { purchase_order_id: op.transfer },
          },
    );
  };
  const conflict = op.state === 'conflict';
  const { current } = (op.last_error?.data ?? {}) as { current?: Current };
  return (
    <article
      className="rounded-card border border-bad/25 bg-surface p-5 shadow-card"
      aria-label={`${verbOf(op)} needs attention`}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <What op={op} head={head} />
        <Badge tone="bad" icon={conflict ? 'swap' : 'alert'}>
          {conflict ? 'Conflict' : 'Needs attention'}
        </Badge>
      </div>
      <p className="mt-3 rounded-field bg-bad-soft px-4 py-2.5 font-medium text-bad">
        {op.last_error?.message || 'The server refused this change.'}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {conflict && (
          <Button look="primary" icon="swap" onClick={() => setAsking('conflict')}>
            Resolve conflict
          </Button>
        )}
        {!conflict && (
          <Button look="primary" icon="sync" onClick={() => void letGo(outbox.retry(op.seq).then(() => null))}>
            {kitTexts.tryAgain}
          </Button>
        )}
        {link ? (
          <Link to={link.to} search={link.search} className={buttonClasses('plain')}>
            Open the transfer
          </Link>
        ) : (
          <Button icon="edit" onClick={() => void edit()}>
            {syncWords.attention.edit}
          </Button>
        )}
        <Button icon="download" onClick={() => void saveUnsent(mayAll)}>
          {syncWords.attention.exportUnsent}
        </Button>
        <Button look="danger" icon="trash" onClick={() => setAsking('discard')}>
          {syncWords.attention.discard}
        </Button>
      </div>
      <Dialog
        open={asking === 'discard'}
        onClose={() => setAsking(null)}
        title="Discard this change?"
        description={
          !isSettledHere(op) && !online
            ? 'It was already tried, so only the server can say that it will never take effect. Connect first.'
            : kitTexts.cannotUndo
        }
        actions={
          <>
            <Button onClick={() => setAsking(null)}>Keep it</Button>
            <Button look="danger" onClick={() => void letGo(outbox.discard(op.seq))}>
              Discard
            </Button>
          </>
        }
      />
      <Dialog
        open={asking === 'conflict'}
        onClose={() => setAsking(null)}
        title="Resolve conflict"
        description={op.last_error?.message}
        actions={
          <>
            <Button data-careful onClick={() => void letGo(outbox.keepTheirs(op.seq))}>
              Keep theirs
            </Button>
            {/* A completion has no version to overwrite: other products must be checked and confirmed again in the transfer. */}
            {op.type !== 'execute' && (
              <Button look="primary" onClick={() => void letGo(outbox.keepMine(op.seq, current?.version ?? null))}>
                Keep mine
              </Button>
            )}
          </>
        }
      >
        {op.type === 'execute' && <Differences op={op as Op<'execute'>} />}
        <div className="grid grid-cols-2 gap-3">
          <Version title="Mine" what={mineOf(op)} who={op.user_name} at={op.saved_at / 1_000} />
          <Version
            title="Theirs"
            what={theirsOf(op, current)}
            who={current?.modified_by?.name}
            at={current?.modified}
          />
        </div>
      </Dialog>
    </article>
  );
}

/** The server's current row: a line, or a transfer with its details. */
interface Current extends Partial<Pick<TransferLine, 'quantity' | 'quantity_accepted'>> {
  version?: number;
  timestamp?: number;
  source_obj?: { name: string };
  destination_obj?: { name: string };
  modified_by?: { name: string };
  modified?: number;
}

const detailsOf = (from = '', to = '', at = 0) => `${from} to ${to}, ${showDateTime(at)}`;

function mineOf(op: Op): string {
  if (!isKnown(op)) return stepName(op);
  if (op.type === 'execute') {
    const { lines, confirmed } = (op as Op<'execute'>).payload;
    const { source_name, destination_name, timestamp } = confirmed?.header ?? {};
    return `${lines} products${confirmed ? `, ${detailsOf(source_name, destination_name, timestamp)}` : ''}`;
  }
  if (op.type === 'create' || op.type === 'header') {
    const { source_name, destination_name, timestamp } = op.payload as TransferHeader;
    return detailsOf(source_name, destination_name, timestamp);
  }
  return unitsOf(op, op.payload as Partial<TransferLine>);
}

function theirsOf(op: Op, current: Current | undefined): string {
  if (!isKnown(op)) return 'Not there';
  if (op.type === 'execute') return theirsOfTransfer(op);
  if (op.type === 'create' || op.type === 'header')
    return current
      ? detailsOf(current.source_obj?.name, current.destination_obj?.name, current.timestamp)
      : 'Not there';
  return unitsOf(op, current ?? {});
}

function theirsOfTransfer({ last_error }: Op): string {
  if (wordOf(last_error?.data) === 'already_executed') return syncWords.completedElsewhere;
  const { order, items } = (last_error?.data ?? {}) as { order?: TransferHeader; items?: unknown[] };
  const details = order ? detailsOf(order.source_name, order.destination_name, order.timestamp) : null;
  return items || !details ? ['Other products', ...(details ? [details] : [])].join(', ') : details;
}

function unitsOf(op: Op, { quantity, quantity_accepted }: Pick<Current, 'quantity' | 'quantity_accepted'>): string {
  const { case_count } = (op.payload as TransferLine).about;
  return quantity === undefined ? 'Not there' : casesText(quantity_accepted ?? quantity, case_count);
}

/** One version in a conflict: its values, and who saved it when (`at` in epoch seconds). */
function Version({
  title,
  what,
  who,
  at,
}: {
  title: string;
  what: string;
  who?: string | undefined;
  at?: number | undefined;
}) {
  return (
    <div className="rounded-card bg-surface-sunken p-4">
      <p className="text-sm font-semibold text-ink-faint">{title}</p>
      <p className="break-words text-lg font-bold">{what}</p>
      <p className="text-sm text-ink-soft">
        {who}
        {at ? `, ${showShort(Math.floor(at))}` : ''}
      </p>
    </div>
  );
}
