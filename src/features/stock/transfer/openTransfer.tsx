import { useCallback, useState } from 'react';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useContact } from '#crud/query/useSession.ts';
import { koboOf } from '#domain/money.ts';
import type { PriceOf } from '#domain/receiving.ts';
import { syncWords } from '#domain/syncWords.ts';
import { type KindFacts, movedQuantity, STEPS } from '#domain/transfer.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import { LIVE, type TransferHeader, type TransferLine } from '#offline/outbox/op.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { atOf, type LineView, type TransferView } from '#offline/outbox/overlay.ts';
import type { LineRevision } from '#offline/outbox/revisions.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { type Toast, toast } from '#ui/feedback/toasts.ts';
import { Page } from '#ui/Page.tsx';
import { Steps } from '#ui/Steps.tsx';
import { DateTime } from '#ui/tables/Moment.tsx';
import { lineTexts } from '../parts/lines/texts.ts';
import { PrintButton } from '../parts/paper/PrintButton.tsx';
import { paperOfView } from '../parts/paper/paper.ts';
import { type Pickables, usePickables } from '../parts/parties.ts';
import { useQueueState } from '../parts/queue/useQueue.ts';
import { CompleteBar, Outcome } from './complete.tsx';
import { Details } from './details.tsx';
import { Products } from './products.tsx';
import { ParkedCodes } from './scanCard.tsx';
import { tellNotSaved, tellVerdict } from './tell.ts';
import { lineOf, scanProblem, useScans } from './useScans.ts';
import type { useTransfer } from './useTransfer.ts';

interface Props {
  kind: KindFacts;
  view: TransferView;
  header: TransferHeader;
  /** The time of the shown stored copy in epoch milliseconds. Null when the server's response is shown. */
  at: number | null;
  device: string;
  query: ReturnType<typeof useTransfer>['query'];
}

/** Steps 2 and 3 of a known transfer, and its details for editing. */
export function OpenTransfer({ kind, view, header, at, device, query }: Props) {
  const { online } = useContact();
  // The details as they were when the form was opened. The saved change is based on them, whatever is read meanwhile.
  const [editing, setEditing] = useState<{ header: TransferHeader; version: number | null } | null>(null);
  const promised = usePromised(view.transfer, header.source);
  const pickables = usePickables(header);
  const priceOf = usePriceOf(pickables);
  const scanner = useScans(view, pickables, (error) => {
    const problem = scanProblem(error);
    if (problem) toast('bad', problem);
    else tellNotSaved(error);
  });
  const { outbox, flusher, save } = theQueue();
  const run = async (
    work: (to: Outbox) => Promise<string | null>,
    success: string,
    undo?: Toast['action'],
  ): Promise<boolean> => {
    try {
      const saved = await save(view.transfer, work);
      if (saved.sent === null && saved.value) void tellVerdict(saved.value, success, undo);
      else toast('good', success, undo);
      return true;
    } catch (error) {
      tellNotSaved(error);
      return false;
    }
  };
  const saveLine = (line: TransferLine, where: LineRevision, isNew: boolean) =>
    run((to) => to.saveLine(view.transfer, line, where), isNew ? lineTexts.added : lineTexts.updated);
  const removeLine = async (line: LineView) => {
    const about = { name: line.name, case_count: line.case_count };
    await run(
      (to) => to.removeLine(view.transfer, { product_id: line.product_id, about }, atOf(line)),
      lineTexts.removed,
      // Undo is a new write.
      { label: 'Undo', run: () => void saveLine(lineOf(line), { item_id: null, version: null }, true) },
    );
  };
  const saveAll = async (lines: readonly { line: TransferLine; at: LineRevision }[]): Promise<boolean> => {
    try {
      const saved = await save(view.transfer, (to) => to.saveLines(view.transfer, lines));
      if (saved.sent === null) void flusher.flush();
      return true;
    } catch (error) {
      tellNotSaved(error);
      return false;
    }
  };
  const complete = async (reasons: ReadonlyMap<string, string>) => {
    const explained = view.lines.filter(
      (line) => reasons.has(line.product_id) && reasons.get(line.product_id) !== line.reason,
    );
    const lines = explained.map((line) => ({
      line: { ...lineOf(line), reason: reasons.get(line.product_id) ?? null },
      at: atOf(line),
    }));
    if (lines.length > 0 && !(await saveAll(lines))) return;
    await run((to) => to.complete(view.transfer, confirmationOf(view)), lineTexts.transferred);
  };
  const review = async () => {
    // A refusal is the final answer of its key, so the confirmation is discarded and a retry is a new one.
    try {
      if (view.completing && (await outbox.discard(view.completing.seq)) === 'needs_connection')
        toast('bad', syncWords.needsConnection);
    } catch (error) {
      tellNotSaved(error);
    }
    await query.refetch();
  };
  const last =
    view.state === 'completing' ||
    view.state === 'executing' ||
    view.state === 'receipt' ||
    view.state === 'elsewhere' ||
    (view.state === 'attention' && view.completing !== null);
  const paper = paperOfView(view, kind, device, priceOf);
  const final = view.state === 'receipt' || view.state === 'elsewhere';
  return (
    <Page
      title={kind.title}
      width="wizard"
      note={view.ref ?? 'The number follows when you are online.'}
      actions={paper && !final && view.lines.length > 0 && <PrintButton paper={paper} />}
    >
      {at !== null && !last && <StoredCopy at={at} />}
      <Steps steps={STEPS} current={last ? 2 : editing ? 0 : 1} />
      {last ? (
        <Outcome view={view} kind={kind} onReview={() => void review()} onSyncNow={() => void theQueue().syncNow()}>
          <ParkedCodes scanner={scanner} closed />
        </Outcome>
      ) : editing ? (
        <Details
          kind={kind}
          header={editing.header}
          onCancel={() => setEditing(null)}
          onSave={async (next) => {
            if (
              await run(
                (to) => to.saveHeader(view.transfer, next, editing.version),
                'Purchase order successfully updated.',
              )
            )
              setEditing(null);
          }}
        />
      ) : (
        <>
          <Card label="Transfer Details">
            <div className="flex flex-wrap items-start justify-between gap-4">
              <dl className="grid flex-1 gap-x-8 gap-y-2 sm:grid-cols-[1fr_1fr_auto]">
                {(
                  [
                    ['From', header.source_name],
                    ['To', header.destination_name],
                    ['Date', <DateTime key="date" at={header.timestamp} />],
                  ] as const
                ).map(([name, value]) => (
                  <div key={name} className="min-w-0">
                    <dt className="text-sm text-ink-faint">{name}</dt>
                    <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
                  </div>
                ))}
              </dl>
              <Button look="quiet" icon="edit" onClick={() => setEditing({ header, version: view.header_version })}>
                Edit
              </Button>
            </div>
          </Card>
          <Products
            view={view}
            header={header}
            promised={promised}
            onSave={saveLine}
            onSaveAll={saveAll}
            onRemove={removeLine}
            scanner={scanner}
            pickables={pickables}
          />
          <CompleteBar view={view} online={online} priceOf={priceOf} onComplete={complete} />
        </>
      )}
    </Page>
  );
}

/** The list price per case of the source's products in kobo. It values goods that were not expected. */
function usePriceOf({ of }: Pickables): PriceOf {
  return useCallback(
    (productId) => {
      const one = of(productId);
      return one ? koboOf(one.product.price ?? one.rate) : 0;
    },
    [of],
  );
}

/** The units of a product that other unfinished transfers on this tablet take from the same source. */
function usePromised(transfer: string, source: string): (productId: string) => number {
  const { ops, past } = useQueueState();
  return useCallback(
    (productId: string) => {
      const all = [...past.map((one) => one.op), ...ops];
      const fromHere = new Set(
        all
          .filter((op) => op.type === 'create' && (op.payload as TransferHeader).source === source)
          .map((op) => op.transfer),
      );
      return ops
        .filter(
          (op) =>
            LIVE.has(op.state) &&
            op.type === 'upsert' &&
            op.transfer !== transfer &&
            fromHere.has(op.transfer) &&
            (op.payload as TransferLine).product_id === productId,
        )
        .reduce((sum, op) => sum + movedQuantity(op.payload as TransferLine), 0);
    },
    [ops, past, transfer, source],
  );
}
