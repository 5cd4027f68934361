import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { useSession } from '#crud/query/useSession.ts';
import type { Kobo } from '#domain/money.ts';
import type { PriceOf } from '#domain/receiving.ts';
import { syncWords } from '#domain/syncWords.ts';
import type { KindFacts } from '#domain/transfer.ts';
import { casesText, sizeText } from '#domain/units.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import type { Paper } from '../../parts/paper/paper.ts';
import { Completion, Correct, Differs, ElsewhereFacts, KeepTheirs } from '../../parts/queue/CompletedElsewhere.tsx';
import { givesUp, ownLinesText } from '../../parts/queue/dispute/ownLines.ts';
import {
  type Colleagues,
  colleaguesOf,
  elsewhereOf,
  isCompletedElsewhere,
  withLater,
} from '../../parts/queue/elsewhere.ts';
import { useIsRefusalExpected } from '../../parts/queue/expectedRefusals.ts';
import { useUndecided } from '../../parts/queue/undecided.tsx';
import { useMyQueue, useQueueState } from '../../parts/queue/useQueue.ts';
import { readKept } from '../desk/entry/keptFigure.ts';
import { movedOf } from './moved.ts';
import { Refused } from './Refused.tsx';
import { Result } from './Result.tsx';
import { SentPath } from './SentPath.tsx';

interface Props {
  view: TransferView;
  kind: KindFacts;
  priceOf: PriceOf;
  newPriceOf: (line: LineView) => Kobo | null;
  productOf: (productId: string) => Pickable['product'] | undefined;
  /** The paper to print. Null: not loaded yet. */
  paper: Paper | null;
  /** The newest read of the transfer's record. */
  record: RowOf<typeof purchaseOrder> | undefined;
  /** The goods were counted until the transfer was completed. */
  isCounted: boolean;
  onReview: () => void;
  onSyncNow: () => void;
  /** Further work beside the result: scanned codes without a product. */
  children?: ReactNode;
}

/** Step 3: the transfer is waiting, refused, completed elsewhere, or completed. Success is shown only after the server's response (P4). */
export function Outcome({ view, kind, paper, record, onReview, onSyncNow, children, ...figures }: Props) {
  const isRefused = view.state === 'attention' && view.completing !== null;
  const final = view.state === 'receipt' || view.state === 'elsewhere';
  const theirs = useColleagues(view, record);
  const typed = useTypedLeft(view, theirs !== null || view.state === 'elsewhere', figures.productOf);
  const title = theirs
    ? lineTexts.completedBy(theirs.name)
    : view.state === 'receipt'
      ? lineTexts.transferred
      : final
        ? syncWords.completedElsewhere
        : syncWords.completing;
  const isShort = useIsRefusalExpected(view.completing);
  const undecided = useUndecided(view.transfer);
  const isUndecided = undecided.count > 0;
  // Screen readers read the toast, because its region was in the page before (WCAG 4.1.3).
  useEffect(() => {
    if (!isRefused) toast('spoken', title);
  }, [isRefused, title]);
  if (isRefused && view.completing)
    return (
      <Refused {...{ kind, view, onReview }} op={view.completing} productOf={figures.productOf}>
        {children}
      </Refused>
    );
  return (
    <Result
      {...{ kind, view, paper, final, title, ...figures }}
      isUnknown={view.state === 'elsewhere' && record?.tag !== 'receipt'}
      isOther={theirs?.differs.some(({ later }) => later === undefined) ?? false}
      isSudden={theirs !== null || view.state === 'elsewhere'}
      isTypedLeft={typed !== null}
      left={children}
    >
      {undecided.dialog}
      {typed !== null && <p className="font-semibold text-wait">{typed}</p>}
      {view.state === 'elsewhere' ? (
        <Elsewhere view={view} record={record} />
      ) : final ? (
        <>
          {theirs && <Theirs of={theirs} isTypedLeft={typed !== null} />}
          {theirs && <Correct of={theirs} row={record} transfer={view.transfer} isWaiting={false} isWide />}
          <p>{movedText(view, kind)}</p>
          {kind.kind === 'stock_in' && <p>{lineTexts.datedTomorrow}</p>}
          <p>
            The transfer has been completed
            {view.ref && (
              <>
                {' as '}
                <span className="whitespace-nowrap">{view.ref}</span>
              </>
            )}
            .
          </p>
        </>
      ) : (
        <>
          <p>
            {sizeText(movedOf(view.lines))} from {view.header?.source_name} to {view.header?.destination_name}, saved on
            this tablet.{' '}
            {isUndecided
              ? `It waits for you. ${undecided.words}. Choose what stays.`
              : isShort
                ? SHORT
                : 'It completes automatically when there is a connection; you can close the app.'}
          </p>
          <SentPath view={view} />
          {isUndecided ? (
            <Button look="primary" icon="swap" onClick={() => undecided.decide()}>
              {syncWords.conflict.title}
            </Button>
          ) : (
            <Button icon="sync" onClick={onSyncNow}>
              Try now
            </Button>
          )}
        </>
      )}
    </Result>
  );
}

/** The receipt that a colleague completed, with nothing left to decide on this tablet. Null: this person completed it, or it is no receipt. */
function useColleagues(view: TransferView, record: Props['record']): Colleagues | null {
  const { past } = useQueueState();
  const me = useSession().profile?.user_id;
  return useMemo(() => {
    if (view.state !== 'receipt' || !record) return null;
    const ofThis = past.filter(({ op }) => op.transfer === view.transfer);
    const of = colleaguesOf(record, ofThis, me);
    return of && withLater(of, record._id, past, me);
  }, [view.state, view.transfer, record, past, me]);
}

/** The typed figure that was not entered when a colleague completed the transfer, in words. Null: there is none. */
function useTypedLeft(view: TransferView, isOver: boolean, productOf: Props['productOf']): string | null {
  const me = useSession().profile?.user_id ?? '';
  const [kept] = useState(() => readKept(me, view.transfer));
  const id = kept?.chosen.productId ?? '';
  const line = view.lines.find((one) => one.product_id === id);
  const product = productOf(id);
  const name = line?.name ?? product?.name;
  if (!isOver || !kept?.quantity || name === undefined) return null;
  const size = casesText(kept.quantity, line?.case_count ?? product?.case_count ?? 1);
  return `You were typing ${size} of ${name}, and had not entered them. They are not in it.`;
}

/**
 * Says who completed the transfer and when, and whether it includes this person's work. `isTypedLeft`: a typed figure is not included, so the text
 * does not say that nothing is left.
 */
function Theirs({ of, isTypedLeft }: { of: Colleagues; isTypedLeft: boolean }) {
  return (
    <>
      <Completion of={of} />
      {!(isTypedLeft && of.own.lines === 0) && <p className="font-semibold text-ink">{ownLinesText(of)}</p>}
      <Differs of={of} />
    </>
  );
}

/** The transfer as somebody else completed it, beside this person's lines. This person's changes wait in the outbox until they are discarded. */
function Elsewhere({ view, record }: Pick<Props, 'view' | 'record'>) {
  const { ops } = useMyQueue();
  const mine = ops.filter((op) => op.transfer === view.transfer);
  const of = elsewhereOf(record, mine);
  return (
    <>
      <ElsewhereFacts of={of} />
      <p>All your changes are in the outbox until you decide.</p>
      {isCompletedElsewhere(mine) && (
        <>
          <Correct of={of} row={record} transfer={view.transfer} isWaiting isWide />
          <KeepTheirs transfer={view.transfer} isQuiet={givesUp(of)} isWide />
        </>
      )}
    </>
  );
}

const SHORT = 'It asks for more than is there: if that is still so when there is a connection, it comes back to you.';

function movedText({ lines, header }: TransferView, kind: KindFacts): string {
  const moved = movedOf(lines);
  const size = sizeText(moved);
  if (kind.direction === 'out') return `${size} went from ${header?.source_name} to ${header?.destination_name}.`;
  const one = moved.cases + moved.units === 1;
  return one
    ? `${size} from ${header?.source_name} is now in ${header?.destination_name}.`
    : `${size} from ${header?.source_name} are now in ${header?.destination_name}.`;
}
