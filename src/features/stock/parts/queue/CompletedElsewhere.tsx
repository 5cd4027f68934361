/**
 * A transfer that somebody else completed, in figures, with the button that ends this person's changes. Shown on the card of the outbox and on the last
 * page.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { oneQuery } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { useGo } from '#crud/address.ts';
import { useSession } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { syncWords } from '#domain/syncWords.ts';
import { lockedReturnDate, mayTransfer } from '#domain/transfer.ts';
import { orderId } from '#offline/drain/requests.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { LIVE, type Op } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { lineTexts } from '../lines/texts.ts';
import { applyDecision } from './applyDecision.ts';
import { givesUp } from './dispute/ownLines.ts';
import {
  type Correction,
  completedText,
  correctionsOf,
  type Elsewhere,
  elsewhereOf,
  isCompletedElsewhere,
  isCorrected,
  metaOf,
  ofBoth,
  ownText,
} from './elsewhere.ts';
import { cardKey } from './transferCount.ts';
import { useQueueState } from './useQueue.ts';

/** The most lines that are named. The record has all lines. */
const MOST_LINES = 4;

/** Both figures, and the lines that differ. Null: this tablet does not know what was completed. */
export function ElsewhereFacts({ of }: { of: Elsewhere | null }) {
  if (of === null) return <p>{lineTexts.elsewhereUnknown}</p>;
  return (
    <>
      <Completion of={of} />
      <p className="figures font-semibold text-ink">{ownText(of)}</p>
      <Differs of={of} />
      {of.isSame && <p>Keeping theirs loses nothing.</p>}
    </>
  );
}

/** Who completed it, when and with how much. */
export function Completion({ of }: { of: Elsewhere }) {
  const me = useSession().profile?.user_id;
  return (
    <p className="figures font-semibold text-ink [overflow-wrap:anywhere]">
      {completedText(of, me, Math.floor(Date.now() / 1_000))}
    </p>
  );
}

/** The lines with two figures. */
export function Differs({ of }: { of: Elsewhere }) {
  if (of.differs.length === 0) return null;
  const more = of.differs.length - MOST_LINES;
  return (
    <ul className="figures text-base text-ink">
      {of.differs.slice(0, MOST_LINES).map((line) => (
        <li key={line.product_id} className="[overflow-wrap:anywhere]">
          {`${line.name}: ${ofBoth(of, line)}`}
        </li>
      ))}
      {more > 0 && <li>{plural(more, 'and # more product', 'and # more products')}</li>}
    </ul>
  );
}

/** Discards all unsent changes that this person made to the transfer, because none of them can take effect (SYNC rule 34). */
export function KeepTheirs({
  transfer,
  isWide = false,
  isQuiet = false,
  onKept,
}: {
  transfer: string;
  isWide?: boolean;
  /** The goods that this person would give up can be received in another transfer beside it, so the button is not the filled one. */
  isQuiet?: boolean;
  onKept?: () => void;
}) {
  const me = useSession().profile?.user_id;
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    const isKept = await discardElsewhere(transfer, me);
    setBusy(false);
    if (isKept) onKept?.();
  };
  return (
    <Button look={isQuiet ? 'plain' : 'primary'} wide={isWide} busy={busy} onClick={() => void keep()}>
      {syncWords.conflict.keepTheirs}
    </Button>
  );
}

interface CorrectProps {
  of: Elsewhere | null | undefined;
  row: RowOf<typeof purchaseOrder> | undefined;
  transfer: string;
  /** Changes of this person wait to be sent for the receipt. They are discarded first. */
  isWaiting: boolean;
  isWide?: boolean;
}

/**
 * Begins the transfers that correct a receipt: another transfer of the same kind for what this person had in addition, and the opposite transfer for
 * what the receipt has in addition. The officer checks each on its own screen and completes it.
 */
export function Correct({ of, row, transfer, isWaiting, isWide = false }: CorrectProps) {
  const { profile } = useSession();
  const me = profile?.user_id;
  const { ops, past } = useQueueState();
  const go = useGo();
  const [busy, setBusy] = useState<Correction['is'] | null>(null);
  if (!of || row?.tag !== 'receipt') return null;
  const own = [...ops, ...past.map(({ op }) => op)].filter((op) => op.user_id === me);
  const isTakenBack = row.reversed_by.length > 0 || Boolean(row.reversal);
  const open = correctionsOf(of).filter(
    ({ is, kind }) =>
      mayTransfer(kind.kind, 'create', profile ?? null) &&
      !(is === 'extra' && isTakenBack) &&
      !isCorrected(is, row._id, own),
  );
  if (open.length === 0) return null;
  const begin = async ({ is, kind, named }: Correction) => {
    const source = { type: row.source_type, id: row.source, name: row.source_obj.name };
    const destination = { type: row.destination_type, id: row.destination, name: row.destination_obj.name };
    const [from, to] = is === 'missing' ? [source, destination] : [destination, source];
    const now = Math.floor(Date.now() / 1_000);
    // A begun transfer without lines exists on this tablet only, and a second press finds the same one.
    const kept = await theQueue().outbox.beginTransfer({
      timestamp: kind.kind === 'stock_in' ? lockedReturnDate(now) : now,
      ...{ source_type: from.type, source: from.id, source_name: from.name },
      ...{ destination_type: to.type, destination: to.id, destination_name: to.name, meta: metaOf(is, row._id) },
    });
    const begun =
      is === 'missing' ? 'Here is what was missing. Check it and complete this transfer.' : lineTexts.theirsKept;
    // The waiting changes are discarded first, so that a second press cannot move the same goods twice.
    if (!isWaiting || (await discardElsewhere(transfer, me, begun)))
      await go(`/inventory/${kind.type}/${kind.direction}`, { search: { purchase_order_id: kept, add: named } });
  };
  const press = (one: Correction) => {
    setBusy(one.is);
    void begin(one)
      .catch((error) => toast('bad', notSavedWords(error)))
      .finally(() => setBusy(null));
  };
  return (
    <>
      {open.map((one) => (
        <Button
          key={one.is}
          look={isWaiting && one.is === 'missing' && givesUp(of) ? 'primary' : 'plain'}
          wide={isWide}
          busy={busy === one.is}
          disabled={busy !== null}
          onClick={() => press(one)}
        >
          {one.words}
        </Button>
      ))}
      <p className="w-full text-sm text-ink-soft">
        A receipt cannot be changed. {open.length > 1 ? 'Each of these is' : 'This is'} a transfer of its own, which you
        check and complete.
      </p>
    </>
  );
}

/**
 * Discards the person's changes. Resolves with true if they are discarded; otherwise a message says why not. `done`: the message after discarding.
 */
export async function discardElsewhere(
  transfer: string,
  me: string | undefined,
  done: string = lineTexts.theirsKept,
): Promise<boolean> {
  const { outbox, store } = theQueue();
  let isGone = false;
  const discard = async () => {
    // The queue is read again, because a pass may have changed it since the card was drawn.
    const ops = (await store.read((tx) => tx.opsOf(transfer))).filter(
      (op) => op.user_id === me && LIVE.has(op.state) && cardKey(op) === cardKey({ transfer }),
    );
    if (!isCompletedElsewhere(ops)) return null;
    isGone = await outbox.discardAll(ops.map(({ seq }) => seq));
    return isGone ? 'discarded' : 'needs_connection';
  };
  await applyDecision(discard());
  if (isGone) toast('info', done);
  return isGone;
}

/** The bar of the card, which replaces one refusal for each line. `ops`: the changes of the card. */
export function ElsewhereBar({ transfer, ops, onKept }: { transfer: string; ops: readonly Op[]; onKept: () => void }) {
  const go = useGo();
  const { data: id } = useQuery({
    queryKey: ['id on the server of a transfer of the outbox', transfer],
    queryFn: () => theQueue().store.read((tx) => orderId(tx, transfer)),
    staleTime: 0,
  });
  const record = useQuery({
    ...oneQuery(purchaseOrder, id ?? ''),
    enabled: Boolean(id),
    // An answer from before the completion does not count, even if it is fresh.
    refetchOnMount: ({ state }) => state.data?.data[0]?.tag === 'receipt' || 'always',
  });
  const row = record.data?.data[0];
  const of = record.isPending || (record.isFetching && row?.tag !== 'receipt') ? undefined : elsewhereOf(row, ops);
  return (
    <div className="mx-3 mb-3 flex min-h-32 flex-wrap items-center gap-x-4 gap-y-3 rounded-field bg-wait-soft py-3 pr-3 pl-4">
      <div className="flex min-w-0 flex-[1_1_min(18rem,100%)] flex-col gap-0.5">
        <p className="text-sm font-semibold text-wait">{syncWords.completedElsewhere}</p>
        {of !== undefined && <ElsewhereFacts of={of} />}
      </div>
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        {row && (
          <Button
            aria-label={`${syncWords.attention.edit}: ${lineTexts.viewReceipt}`}
            onClick={() => void go(`/purchase-orders/${row._id}`)}
          >
            {lineTexts.viewReceipt}
          </Button>
        )}
        <Correct {...{ of, row, transfer }} isWaiting />
        <KeepTheirs transfer={transfer} isQuiet={givesUp(of)} onKept={onKept} />
      </div>
    </div>
  );
}
