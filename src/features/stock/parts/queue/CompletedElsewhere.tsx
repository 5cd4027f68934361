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
import { KINDS, lockedReturnDate } from '#domain/transfer.ts';
import { orderId } from '#offline/drain/requests.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { LIVE, type Op } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { lineTexts } from '../lines/texts.ts';
import { applyDecision } from './applyDecision.ts';
import {
  completedText,
  type Elsewhere,
  elsewhereOf,
  isCompletedElsewhere,
  missingOf,
  ofBoth,
  ownText,
} from './elsewhere.ts';
import { cardKey } from './transferCount.ts';

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
  onKept,
}: {
  transfer: string;
  isWide?: boolean;
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
    <Button look="primary" wide={isWide} busy={busy} onClick={() => void keep()}>
      {syncWords.conflict.keepTheirs}
    </Button>
  );
}

/** Keeps theirs, and begins another receipt from the same party with what this person had beyond it. The officer counts it there and completes it. */
export function ReceiveMissing({
  of,
  row,
  transfer,
  isWide = false,
}: {
  of: Elsewhere | null | undefined;
  row: RowOf<typeof purchaseOrder> | undefined;
  transfer: string;
  isWide?: boolean;
}) {
  const me = useSession().profile?.user_id;
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const missing = of ? missingOf(of) : null;
  if (!of || !row || missing === null || of.kind === 'transfer') return null;
  const { type, direction } = KINDS[of.kind];
  const begin = async () => {
    const { source_type, source, source_obj, destination_type, destination, destination_obj } = row;
    const now = Math.floor(Date.now() / 1_000);
    // Without a line it exists on this tablet alone, and a second press finds the same.
    const kept = await theQueue().outbox.beginTransfer({
      timestamp: of.kind === 'stock_in' ? lockedReturnDate(now) : now,
      ...{ source_type, source, source_name: source_obj.name },
      ...{ destination_type, destination, destination_name: destination_obj.name, meta: '{}' },
    });
    // The changes are given up first, so that nobody receives the same goods by a second press.
    if (await discardElsewhere(transfer, me))
      await go(`/inventory/${type}/${direction}`, { search: { purchase_order_id: kept, add: missing.named } });
  };
  const press = () => {
    setBusy(true);
    void begin()
      .catch((error) => toast('bad', notSavedWords(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Button wide={isWide} busy={busy} onClick={press}>
      Receive the missing {missing.size}
    </Button>
  );
}

/** Whether the changes are discarded. Otherwise a message says why not. */
export async function discardElsewhere(transfer: string, me: string | undefined): Promise<boolean> {
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
  if (isGone) toast('info', 'Theirs are kept. Your changes are discarded.');
  return isGone;
}

/** The bar of the card, instead of one refusal for each line. `ops`: the changes of the card. */
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
    // An answer from before the completion does not count, however fresh it is.
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
        <ReceiveMissing {...{ of, row, transfer }} />
        <KeepTheirs transfer={transfer} onKept={onKept} />
      </div>
    </div>
  );
}
