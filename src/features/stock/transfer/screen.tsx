import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { NotLoaded, StoredCopy } from '#crud/Saved.tsx';
import { useContact } from '#crud/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showDateTime } from '#domain/time.ts';
import { type KindFacts, kindOfRoute, movedQuantity } from '#domain/transfer.ts';
import { notSavedWords } from '#offline/notSaved.ts';
import { type Header, isLocal, LIVE, type Line } from '#offline/op.ts';
import type { LineAt } from '#offline/outbox.ts';
import type { LineView } from '#offline/overlay.ts';
import { theQueue } from '#offline/queue.ts';
import { useQueueState } from '#parts/queue/useQueue.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Page } from '#ui/Page.tsx';
import { EmptyState, SkeletonRows } from '#ui/States.tsx';
import { Steps } from '#ui/Steps.tsx';
import { toast } from '#ui/toasts.ts';
import { CompleteBar, Outcome } from './complete.tsx';
import { Details } from './details.tsx';
import { Products } from './products.tsx';
import { Ready } from './ready.tsx';
import { useTransfer } from './useTransfer.ts';

const STEPS = ['Transfer Details', 'Add Products', 'Complete Transfer'] as const;

/** The server's id of a transfer that this page began under a local one: the screen and what is typed in it stay as they are. */
const sameTransfer = new Map<string, string>();

/** The wizard (TRF-01 to TRF-15): one screen for the four kinds; every save goes through the queue, with or without a network. */
export function Screen() {
  const { type, direction } = useParams({ strict: false }) as { type: string; direction: string };
  const { purchase_order_id: asked } = useSearch({ strict: false }) as { purchase_order_id?: string };
  const kind = kindOfRoute(type, direction);
  if (!kind) {
    return (
      <Page title="Page not found!">
        <EmptyState icon="search" title="Check the URL and try again." />
      </Page>
    );
  }
  return asked ? (
    <Running key={sameTransfer.get(asked) ?? asked} kind={kind} asked={asked} />
  ) : (
    <Begin key={kind.kind} kind={kind} />
  );
}

/** Says what became of a save: the documents' words after the server's answer, ours while it waits (SYNC section 11). */
export async function tellVerdict(key: string, success: string): Promise<void> {
  const { store, verdictOf } = theQueue();
  const verdict = await verdictOf(key);
  if (verdict === 'done') toast('good', success);
  else if (verdict === 'waiting') toast('info', syncWords.savedHere);
  else {
    const op = await store.db.ops.where('key').equals(key).first();
    toast('bad', op?.last_error?.message ?? 'This change needs attention.');
  }
}

/** Not saved is said, and the form keeps what was typed (SYNC rule 4). */
function tellNotSaved(error: unknown): void {
  toast('bad', notSavedWords(error));
}

function Begin({ kind }: { kind: KindFacts }) {
  const navigate = useNavigate();
  const save = async (header: Header) => {
    try {
      const { outbox, store, verdictOf } = theQueue();
      const transfer = await outbox.createTransfer(header);
      const op = await store.db.ops.where('transfer').equals(transfer).first();
      if (op)
        void verdictOf(op.key).then((verdict) =>
          toast(
            verdict === 'done' ? 'good' : 'info',
            verdict === 'done' ? 'Purchase order successfully created.' : syncWords.savedHere,
          ),
        );
      await navigate({ to: '.', search: { purchase_order_id: transfer } as never, replace: true });
    } catch (error) {
      tellNotSaved(error);
    }
  };
  return (
    <Page title={kind.title} width="wizard">
      <Steps steps={STEPS} current={0} />
      <Ready kind={kind} />
      <Details kind={kind} header={null} onSave={save} />
    </Page>
  );
}

function Running({ kind, asked }: { kind: KindFacts; asked: string }) {
  const { view, query, at } = useTransfer(asked);
  const { online } = useContact();
  const [editingHeader, setEditingHeader] = useState(false);
  const navigate = useNavigate();
  const promised = usePromised(view?.transfer ?? '', view?.header?.source ?? '');

  // Rule 15: the server's id takes the local one's place in the address; both keep leading here.
  useEffect(() => {
    if (isLocal(asked) && view?.order_id && view.waiting === 0) {
      sameTransfer.set(view.order_id, asked);
      void navigate({ to: '.', search: { purchase_order_id: view.order_id } as never, replace: true });
    }
  }, [asked, view?.order_id, view?.waiting, navigate]);

  if (!view?.header) {
    return (
      <Page title={kind.title} width="wizard">
        <Steps steps={STEPS} current={1} />
        <Card padded={false}>
          {query.isError ? (
            <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows rows={4} />
          )}
        </Card>
      </Page>
    );
  }
  const { header } = view;
  const { outbox, flusher } = theQueue();
  const run = async (work: () => Promise<string | null>, success: string): Promise<boolean> => {
    try {
      const key = await work();
      if (key) void tellVerdict(key, success);
      else toast('good', success);
      return true;
    } catch (error) {
      tellNotSaved(error);
      return false;
    }
  };
  const saveLine = (line: Line, where: LineAt, isNew: boolean) =>
    run(
      () => outbox.saveLine(view.transfer, line, where),
      isNew ? 'Product added to purchase order!' : 'Purchase order product updated',
    );
  const removeLine = async (line: LineView) => {
    const about = { name: line.name, case_count: line.case_count };
    await run(
      () =>
        outbox.removeLine(
          view.transfer,
          { product_id: line.product_id, about },
          { item_id: line.item_id, version: line.version },
        ),
      'Product removed from purchase order.',
    );
  };
  const complete = async () => {
    await run(() => outbox.complete(view.transfer, view.digest, view.lines.length), 'Transfer successful.');
  };
  const review = async () => {
    // The refused confirmation is the answer of its key for ever; trying again is a new one (B3.20).
    if (view.completing && (await outbox.discard(view.completing.seq)) === 'needs_connection')
      toast('bad', 'This needs a connection. It will work again when you are online.');
    await query.refetch();
  };
  const last =
    view.state === 'completing' ||
    view.state === 'executing' ||
    view.state === 'receipt' ||
    view.state === 'elsewhere' ||
    (view.state === 'attention' && view.completing !== null);
  return (
    <Page title={kind.title} width="wizard" note={view.ref ?? 'The reference comes from the server.'}>
      <Steps steps={STEPS} current={last ? 2 : editingHeader ? 0 : 1} />
      {at !== null && !last && <StoredCopy at={at} />}
      {last ? (
        <Outcome view={view} onReview={() => void review()} onSyncNow={() => void flusher.flush({ forced: true })} />
      ) : editingHeader ? (
        <Details
          kind={kind}
          header={header}
          onCancel={() => setEditingHeader(false)}
          onSave={async (next) => {
            if (
              await run(
                () => outbox.saveHeader(view.transfer, next, view.header_version),
                'Purchase order successfully updated.',
              )
            )
              setEditingHeader(false);
          }}
        />
      ) : (
        <>
          <Card label="Transfer Details">
            <div className="flex flex-wrap items-center justify-between gap-4">
              <dl className="grid flex-1 gap-x-8 gap-y-2 sm:grid-cols-3">
                {(
                  [
                    ['From', header.source_name],
                    ['To', header.destination_name],
                    ['Date', showDateTime(header.timestamp)],
                  ] as const
                ).map(([name, value]) => (
                  <div key={name} className="min-w-0">
                    <dt className="text-sm text-ink-faint">{name}</dt>
                    <dd className="break-words font-semibold">{value}</dd>
                  </div>
                ))}
              </dl>
              <Button look="quiet" icon="edit" onClick={() => setEditingHeader(true)}>
                Edit
              </Button>
            </div>
          </Card>
          <Products view={view} header={header} promised={promised} onSave={saveLine} onRemove={removeLine} />
          <CompleteBar view={view} online={online} onComplete={complete} />
        </>
      )}
    </Page>
  );
}

/** Units of a product that other unfinished transfers of this tablet take from the same source. */
function usePromised(transfer: string, source: string): (productId: string) => number {
  const { ops, past } = useQueueState();
  return useCallback(
    (productId: string) => {
      const all = [...past.map((one) => one.op), ...ops];
      const fromHere = new Set(
        all.filter((op) => op.type === 'create' && (op.payload as Header).source === source).map((op) => op.transfer),
      );
      return ops
        .filter(
          (op) =>
            LIVE.has(op.state) &&
            op.type === 'upsert' &&
            op.transfer !== transfer &&
            fromHere.has(op.transfer) &&
            (op.payload as Line).product_id === productId,
        )
        .reduce((sum, op) => sum + movedQuantity(op.payload as Line), 0);
    },
    [ops, past, transfer, source],
  );
}
