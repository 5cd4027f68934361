import { type ComponentProps, memo, useCallback, useState } from 'react';
import { useGo, useSearchValues, useSetSearch } from '#crud/address.ts';
import { useOnline, useSession } from '#crud/query/useSession.ts';
import { koboOf } from '#domain/money.ts';
import type { PriceOf } from '#domain/receiving.ts';
import { syncWords } from '#domain/syncWords.ts';
import { type KindFacts, STEPS } from '#domain/transfer.ts';
import { isRefusedForGood } from '#offline/outbox/confirmAgain.ts';
import { isLocal, type TransferHeader } from '#offline/outbox/op.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { type QueueState, theQueue } from '#offline/queue.ts';
import { IconButton } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { Page } from '#ui/Page.tsx';
import { Steps } from '#ui/Steps.tsx';
import { momentText } from '#ui/when.ts';
import { type Counters, replacedBy } from '../parts/lines/counters.ts';
import { lineTexts } from '../parts/lines/texts.ts';
import { PrintButton } from '../parts/paper/PrintButton.tsx';
import { paperOfOrder, paperOfView } from '../parts/paper/paper.ts';
import { type Pickables, usePickables } from '../parts/parties.ts';
import { leftRefusalOf } from '../parts/queue/leftRefusal.ts';
import { useOthersHere } from '../parts/queue/othersHere.ts';
import { useOfQueue } from '../parts/queue/useQueue.ts';
import { useWholeCatalogue } from '../parts/wholeCatalogue.ts';
import { Details } from './begin/details.tsx';
import { remember, rememberExpected } from './begin/remembered.ts';
import { CountDirection } from './countWords.ts';
import { Desk } from './desk/Desk.tsx';
import { Outcome } from './end/outcome.tsx';
import { WhyRefused } from './end/Refused.tsx';
import { useNewPrices } from './newPrice.ts';
import { tellNotSaved } from './tell.ts';
import { ParkedCodes } from './unknownCodes.tsx';
import { type QuickWrites, usePendingLines } from './usePendingLines.ts';
import { scanProblem, useScans } from './useScans.ts';
import { useShortages } from './useShortages.ts';
import { afterRelease, transferWrites } from './writes.ts';

interface Props {
  kind: KindFacts;
  view: TransferView;
  header: TransferHeader;
  /** The time of the shown stored copy in epoch milliseconds. Null when the server's response is shown. */
  at: number | null;
  device: string;
  /** Who else enters figures: in a count, and in a list. */
  counters: Record<'count' | 'list', Counters>;
  isBegun: boolean;
  /** The newest copy of the record in the last step; undefined: before it, or there is none. */
  record: ComponentProps<typeof Outcome>['record'];
  /** Reads the transfer again. */
  again: Parameters<typeof transferWrites>[1];
}

/** Steps 2 and 3 of a known transfer, and its details for editing. It is drawn again for what it shows, and not for each state of a change on its way. */
export const OpenTransfer = memo(function OpenTransfer(props: Props) {
  const { kind, view: stored, header, at, device, isBegun, record } = props;
  const online = useOnline();
  // The details as they were when the form was opened. The saved change is based on them, whatever is read meanwhile.
  const [editing, setEditing] = useState<{ header: TransferHeader; version: number | null } | null>(null);
  const setSearch = useSetSearch();
  const isToFix = useIsOpenedToFix(stored);
  const all = transferWrites(stored, props.again, (id) => {
    // A tablet whose storage is full knows the transfer by the server's id only.
    if (stored.order_id === null) void setSearch({ purchase_order_id: id }, { replace: true });
  });
  const own = isToFix ? afterRelease(all) : all;
  const { shown: view, writes: quick } = usePendingLines(stored, own);
  const goods = usePickables(header, view.transfer);
  const { pickables, whole } = useWholeCatalogue(goods, header);
  const priceOf = usePriceOf(pickables);
  const newPriceOf = useNewPrices(view, pickables);
  const shortages = useShortages(
    view.lines,
    pickables,
    kind.source === 'sales_officer' ? header.source_name : undefined,
  );
  const scanner = useScans(
    isToFix ? { ...view, completing: null } : view,
    goods,
    tellScanProblem,
    shortages.of,
    quick.changeLine,
  );
  const me = useSession().profile?.user_id;
  const others = props.counters[scanner.counting ? 'count' : 'list'];
  const { left, replaced } = useFromQueue(view, others, me);
  const writes: QuickWrites = {
    ...quick,
    complete: (reasons) => {
      // Stores the hub of an expected transfer if the person's hub is unknown. A known hub is not changed.
      if (me) rememberExpected(me, kind, header);
      return quick.complete(reasons);
    },
  };
  const last = isLastStep(view) && !isToFix;
  const final = view.state === 'receipt' || view.state === 'elsewhere';
  const productOf = (productId: string) => pickables.of(productId)?.product;
  const ofView = () => paperOfView(view, kind, device, priceOf, productOf);
  const paper = final ? (record?.tag === 'receipt' ? paperOfOrder(record) : null) : ofView();
  if (!last && !editing)
    return (
      <CountDirection value={kind.direction}>
        <Desk
          {...{
            kind,
            view,
            header,
            online,
            shortages,
            scanner,
            pickables,
            whole,
            priceOf,
            newPriceOf,
            writes,
            others,
            replaced,
            isBegun,
          }}
          refusal={
            <>
              {isToFix && view.completing ? (
                <WhyRefused op={view.completing} />
              ) : (
                left && <WhyRefused op={left} isLeft />
              )}
              <OthersHere view={view} />
            </>
          }
          onEditHeader={() => setEditing({ header, version: view.header_version })}
          print={
            view.state === 'draft' && view.lines.length === 0 ? (
              <DiscardBegun kind={kind} transfer={view.transfer} />
            ) : (
              paper && view.lines.length > 0 && <PrintButton paper={paper} isIcon />
            )
          }
        >
          {at !== null && (
            <p className="text-sm font-semibold text-wait">
              {syncWords.storedCopyFrom(momentText(Math.floor(at / 1_000)))}
            </p>
          )}
        </Desk>
      </CountDirection>
    );
  if (last)
    return (
      <Outcome
        {...{ view, kind, priceOf, newPriceOf, paper, productOf, record }}
        isCounted={scanner.counting}
        onReview={() => void writes.review()}
        onSyncNow={() => void theQueue().syncNow()}
      >
        <ParkedCodes {...{ scanner, header }} closed />
      </Outcome>
    );
  return (
    <Page title={kind.title} width="wizard" note={view.ref ?? lineTexts.numberFollows}>
      <Steps steps={STEPS} current={0} />
      {editing && (
        <Details
          kind={kind}
          header={editing.header}
          onCancel={() => setEditing(null)}
          onSave={async (next) => {
            if (!(await writes.saveHeader(next, editing.version))) return;
            // The person changed the hub of the transfer that the person began.
            if (me && isLocal(view.transfer)) remember(me, kind, next);
            setEditing(null);
          }}
        />
      )}
    </Page>
  );
});

/** What other people left of this transfer on this tablet, above its lines. */
function OthersHere({ view }: Pick<Props, 'view'>) {
  const words = useOthersHere(view);
  return (
    words && (
      <p role="status" className="figures border-b bg-wait-soft px-6 py-2.5 font-medium text-wait max-sm:px-4">
        {words}
      </p>
    )
  );
}

/** `left`: the refusal of this transfer that was opened to be mended, while it is not; null: none. `replaced`: figures of this person that somebody else replaced. */
function useFromQueue(view: TransferView, others: Counters, me: string | undefined) {
  const read = useCallback(
    ({ ops, past }: QueueState) => ({
      left: leftRefusalOf(view.transfer, ops, past, me),
      replaced: replacedBy(view, others, past, me),
    }),
    [view, others, me],
  );
  return useOfQueue(read);
}

/**
 * True: the address names a line to repair, and the transfer was refused for good, so the desk is shown. If the confirmation may still take effect,
 * or if the line is not the reason, the refusal is shown.
 */
function useIsOpenedToFix({ completing, state }: TransferView): boolean {
  const { line } = useSearchValues();
  // The line leaves the address after it was shown. A later refusal of the repaired transfer is shown as a refusal.
  const [repaired] = useState(line ? (completing?.seq ?? null) : null);
  return state === 'attention' && completing?.seq === repaired && isRefusedForGood(completing ?? undefined);
}

/** Discards a begun transfer without lines. It exists on this tablet only, so nothing is asked, and another press begins it again. */
function DiscardBegun({ kind, transfer }: { kind: KindFacts; transfer: string }) {
  const go = useGo();
  const discard = async () => {
    await theQueue().outbox.forgetBegun(transfer);
    await go(`/inventory/${kind.type}/${kind.direction}`, { replace: true });
  };
  return <IconButton icon="trash" label="Discard transfer" onClick={() => void discard().catch(tellNotSaved)} />;
}

/** True after the confirmation: step 3 shows the result. */
export const isLastStep = ({ state, completing }: TransferView) =>
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

/** The default price per case between the two parties, in kobo (B3.6). It values unexpected goods, as on the server. */
function usePriceOf({ of }: Pickables): PriceOf {
  return useCallback(
    (productId) => {
      const one = of(productId);
      return one ? koboOf(one.rate) : 0;
    },
    [of],
  );
}
