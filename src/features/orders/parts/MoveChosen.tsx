/** Moves several orders to their next status in one act. Each order has its own call and its own verdict in its row (decision 0661). */
import { useRef, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { newUuid } from '#client/uuid.ts';
import { updateGroupTag } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useSession } from '#crud/query/useSession.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { deliveryOutcomeOf, tagsFrom } from '#domain/order.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { AwayLine } from '#ui/feedback/AwayLine.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { movedAllText } from './payment/movedText.ts';
import { orderTexts } from './texts.ts';

type To = 'delivered' | 'completed';
const ACTS = ['delivered', 'completed'] as const;
const WORD: Readonly<Record<To, string>> = { delivered: orderTexts.markDelivered, completed: 'Complete' };
const DONE: Readonly<Record<To, string>> = { delivered: 'Delivered', completed: 'Completed' };

/**
 * The buttons of the bar over chosen orders. Only pending orders move from a list (ORD-28). `onDone`: called when every chosen order that can move
 * has moved.
 */
export function MoveChosen({ rows, onDone }: { rows: readonly OrderGroupRow[]; onDone: () => void }) {
  const { profile } = useSession();
  const [move, setMove] = useState<{ to: To; rows: readonly OrderGroupRow[] } | null>(null);
  const pending = rows.filter((row) => row.tag === 'pending');
  const may = pending.length > 0 ? tagsFrom('pending', profile) : [];
  return (
    <>
      {ACTS.filter((to) => may.includes(to)).map((to) => (
        <ServerButton key={to} icon="check" onClick={() => setMove({ to, rows: pending })}>
          {WORD[to]} {pending.length}
        </ServerButton>
      ))}
      {move && <MoveDialog {...move} live={rows} onClose={() => setMove(null)} onDone={onDone} />}
    </>
  );
}

/** The result for one order: moved, refused, or unknown because no answer came. `why`: the text for the person. */
type Verdict = { state: 'done' } | { state: 'refused' | 'unknown'; why: string };

type MoveRequest = ReturnType<typeof requestFor>;

/** The request that moves an order from the newest version that the tablet knows. */
function requestFor(row: OrderGroupRow, to: To, live: readonly OrderGroupRow[]) {
  const { version } = live.find(({ _id }) => _id === row._id) ?? row;
  return {
    key: newUuid(),
    fields: {
      _id: row._id,
      base_version: version,
      old_tag: row.tag,
      new_tag: to,
      ...(to === 'delivered' ? { outcome: deliveryOutcomeOf(row.placed_at, Math.floor(Date.now() / 1_000)) } : {}),
    },
  };
}

interface Props {
  to: To;
  /** The orders as they were when the dialog opened. */
  rows: readonly OrderGroupRow[];
  /** The same orders as they are now, because they are read again after a refusal. */
  live: readonly OrderGroupRow[];
  onClose: () => void;
  onDone: () => void;
}

const sumOf = (rows: readonly OrderGroupRow[]) => rows.reduce((all, row) => all + koboOf(row.total), 0);

function MoveDialog({ to, rows, live, onClose, onDone }: Props) {
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Verdict>>(new Map());
  const [busy, setBusy] = useState(false);
  // A request without an answer is repeated unchanged, with its key. After a verdict the next request is a new one.
  const unanswered = useRef(new Map<string, MoveRequest>());
  const left = rows.filter(({ _id }) => verdicts.get(_id)?.state !== 'done');
  const refused = left.filter(({ _id }) => verdicts.get(_id)?.state === 'refused');

  const move = async (row: OrderGroupRow): Promise<Verdict> => {
    const { _id } = row;
    const request = unanswered.current.get(_id) ?? requestFor(row, to, live);
    unanswered.current.set(_id, request);
    try {
      await callApi(updateGroupTag, request.fields, { key: request.key });
      unanswered.current.delete(_id);
      return { state: 'done' };
    } catch (error) {
      if (error instanceof CallError && error.settled) unanswered.current.delete(_id);
      return { state: error instanceof CallError ? 'refused' : 'unknown', why: messageFor(error) };
    }
  };
  const run = async () => {
    setBusy(true);
    let done = 0;
    for (const row of left) {
      const verdict = await move(row);
      if (verdict.state === 'done') done += 1;
      setVerdicts((before) => new Map(before).set(row._id, verdict));
    }
    await invalidateAll();
    setBusy(false);
    if (done < left.length) return;
    toast('good', movedAllText(rows, sumOf(rows)));
    onClose();
    onDone();
  };

  const sum = showNaira(sumOf(left));
  return (
    <Dialog
      open
      onClose={onClose}
      title={plural(rows.length, `${WORD[to]}: # order`, `${WORD[to]}: # orders`)}
      actions={
        <>
          <Button onClick={onClose}>{verdicts.size === 0 ? 'Cancel' : 'Close'}</Button>
          {left.length > 0 && (
            <ServerButton look="primary" busy={busy} onClick={() => void run()}>
              {verdicts.size > 0 && !busy ? `Try ${left.length} again` : `${WORD[to]} ${left.length}`}
            </ServerButton>
          )}
        </>
      }
    >
      <Notice tone="info" icon="orders">
        {sum} is charged to the wallets of the retailers.
      </Notice>
      {to === 'completed' && <p className="text-ink-soft">The orders are completed at once and skip Delivered.</p>}
      {refused.length > 0 && !busy && (
        <p role="status" className="font-semibold text-bad">
          {plural(refused.length, '# order was refused.', '# orders were refused.')}
        </p>
      )}
      <ul className="divide-y text-sm">
        {rows.map((row) => (
          <li key={row._id} className="flex flex-wrap items-center gap-x-3 py-2">
            <span className="figures w-20 font-semibold">{row.ref}</span>
            <span className="min-w-0 grow">{row.buyer.name}</span>
            <Outcome verdict={verdicts.get(row._id)} word={DONE[to]} />
            <span className="figures font-medium">{showNaira(row.total)}</span>
            <Why verdict={verdicts.get(row._id)} />
          </li>
        ))}
      </ul>
      <AwayLine />
    </Dialog>
  );
}

function Outcome({ verdict, word }: { verdict: Verdict | undefined; word: string }) {
  if (!verdict) return null;
  if (verdict.state === 'done') return <Badge tone="good">{word}</Badge>;
  return verdict.state === 'refused' ? <Badge tone="bad">Refused</Badge> : <Badge tone="wait">Not known</Badge>;
}

function Why({ verdict }: { verdict: Verdict | undefined }) {
  if (!verdict || verdict.state === 'done') return null;
  return <p className="basis-full whitespace-pre-line text-bad">{verdict.why}</p>;
}
