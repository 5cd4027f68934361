import { useCallback, useEffect, useRef, useState } from 'react';
import { useGo, useSearchValues, useSetSearch } from '#crud/address.ts';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useContact } from '#crud/query/useSession.ts';
import { koboOf } from '#domain/money.ts';
import type { PriceOf } from '#domain/receiving.ts';
import { type KindFacts, movedQuantity, STEPS } from '#domain/transfer.ts';
import { isRefusedForGood } from '#offline/outbox/confirmAgain.ts';
import { LIVE, type TransferHeader, type TransferLine } from '#offline/outbox/op.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { theQueue } from '#offline/queue.ts';
import { IconButton } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { Page } from '#ui/Page.tsx';
import { Steps } from '#ui/Steps.tsx';
import { lineTexts } from '../parts/lines/texts.ts';
import { PrintButton } from '../parts/paper/PrintButton.tsx';
import { paperOfOrder, paperOfView } from '../parts/paper/paper.ts';
import { type Pickables, usePickables } from '../parts/parties.ts';
import { useQueueState } from '../parts/queue/useQueue.ts';
import { Details } from './begin/details.tsx';
import { Desk } from './desk/Desk.tsx';
import { Outcome } from './end/outcome.tsx';
import { tellNotSaved } from './tell.ts';
import { ParkedCodes } from './unknownCodes.tsx';
import { scanProblem, useScans } from './useScans.ts';
import { useShortages } from './useShortages.ts';
import type { useTransfer } from './useTransfer.ts';
import { transferWrites } from './writes.ts';

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
  const shortages = useShortages(view.lines, pickables, promised);
  const scanner = useScans(view, pickables, tellScanProblem, shortages.of);
  const setSearch = useSetSearch();
  const writes = transferWrites(view, query.refetch, (id) => {
    // A tablet whose storage is full knows the transfer by the server's id alone.
    if (view.order_id === null) void setSearch({ purchase_order_id: id }, { replace: true });
  });
  useOpenedToFix(view, writes.review);
  const last = isLastStep(view);
  const final = view.state === 'receipt' || view.state === 'elsewhere';
  const row = query.data?.data[0];
  const paper = final ? (row?.tag === 'receipt' ? paperOfOrder(row) : null) : paperOfView(view, kind, device, priceOf);
  if (!last && !editing)
    return (
      <Desk
        {...{ kind, view, header, online, promised, shortages, scanner, pickables, priceOf, writes }}
        onEditHeader={() => setEditing({ header, version: view.header_version })}
        print={
          view.state === 'draft' && view.lines.length === 0 ? (
            <DiscardBegun kind={kind} transfer={view.transfer} />
          ) : (
            paper && view.lines.length > 0 && <PrintButton paper={paper} isIcon />
          )
        }
      >
        {at !== null && <StoredCopy at={at} />}
      </Desk>
    );
  return (
    <Page title={kind.title} width="wizard" note={view.ref ?? lineTexts.numberFollows}>
      <Steps steps={STEPS} current={last ? 2 : 0} finished={final} />
      {editing && !last ? (
        <Details
          kind={kind}
          header={editing.header}
          onCancel={() => setEditing(null)}
          onSave={async (next) => {
            if (await writes.saveHeader(next, editing.version)) setEditing(null);
          }}
        />
      ) : (
        <Outcome
          view={view}
          kind={kind}
          priceOf={priceOf}
          paper={paper}
          onReview={() => void writes.review()}
          onSyncNow={() => void theQueue().syncNow()}
        >
          <ParkedCodes scanner={scanner} closed />
        </Outcome>
      )}
    </Page>
  );
}

/**
 * Who comes to mend a line (its product is in the address) sees the desk: the refused confirmation goes, because its answer is final. Where it may still take
 * effect, or something else is wrong than the line, the refusal is shown as ever.
 */
function useOpenedToFix({ completing, state }: TransferView, review: () => Promise<void>): void {
  const { line } = useSearchValues();
  const opened = useRef(false);
  const open = useEvent(() => {
    if (opened.current) return;
    opened.current = true;
    void review();
  });
  const isToFix = Boolean(line) && state === 'attention' && isRefusedForGood(completing ?? undefined);
  useEffect(() => {
    if (isToFix) open();
  }, [isToFix, open]);
}

/** A transfer without a line is only kept on this tablet: it goes without a question, and another press begins it again. */
function DiscardBegun({ kind, transfer }: { kind: KindFacts; transfer: string }) {
  const go = useGo();
  const discard = async () => {
    await theQueue().outbox.forgetBegun(transfer);
    await go(`/inventory/${kind.type}/${kind.direction}`, { replace: true });
  };
  return <IconButton icon="trash" label="Discard this transfer" onClick={() => void discard().catch(tellNotSaved)} />;
}

/** True from the confirmation on: step 3 shows what became of it. */
const isLastStep = ({ state, completing }: TransferView) =>
  state === 'completing' ||
  state === 'executing' ||
  state === 'receipt' ||
  state === 'elsewhere' ||
  (state === 'attention' && completing !== null);

function tellScanProblem(error: unknown): void {
  const problem = scanProblem(error);
  if (problem) toast('bad', problem);
  else tellNotSaved(error);
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
