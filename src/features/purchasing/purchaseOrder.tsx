import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { queryFor, type SavedAnswer } from '#client/reads/queries.ts';
import { get } from '#contract/call.ts';
import { text } from '#contract/fields.ts';
import { rowSchema } from '#contract/model.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { useId, useSearchValues, useSetSearch } from '#crud/address.ts';
import { EditLink } from '#crud/detail/EditLink.tsx';
import { HistoryPanel } from '#crud/history/HistoryPanel.tsx';
import { TextLink } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { ListStep } from '#crud/list/ListStep.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { NotLoaded, StoredCopy } from '#crud/query/Saved.tsx';
import { useRecord } from '#crud/query/useRecord.ts';
import { useCan, useContact, useSession } from '#crud/query/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { kindOf, mayTransfer } from '#domain/transfer.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState, Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerItem } from '#ui/ServerButton.tsx';
import { completedText } from '../stock/parts/paper/movedWords.ts';
import { PrintButton } from '../stock/parts/paper/PrintButton.tsx';
import { paperOfOrder } from '../stock/parts/paper/paper.ts';
import { ExecuteBar, ExecuteErrors, ExecuteStep } from './ExecuteBar.tsx';
import { DeleteDialog, OppositeDialog } from './OrderActions.tsx';
import { OrderSide } from './OrderSide.tsx';
import { OrderWay } from './OrderWay.tsx';
import { orderTitle } from './orderCells.tsx';
import type { OrderHead } from './orderValues.ts';
import { type LineMode, PurchaseOrderLines } from './PurchaseOrderLines.tsx';
import { ReversalNotice } from './reversal/ReversalNotice.tsx';
import { useWaitingReversal } from './reversal/waitingReversal.ts';
import { useExecute } from './useExecute.ts';

const ReverseDialog = lazyPart(() => import('./reversal/ReverseDialog.tsx'), 'ReverseDialog');

const byRef = get('purchase_order/read_by_ref', {
  input: { ref: text('Ref') },
  output: rowSchema(purchaseOrder),
  allow: 'any',
});

/** A purchase order or receipt, by id or, with is_ref=true, by reference (PO-10, PO-11). */
export function Screen() {
  const id = useId();
  const isRef = useSearchValues().is_ref === 'true';
  const one = useRecord(purchaseOrder, isRef ? undefined : id);
  const found = useQuery({ ...queryFor(byRef, { ref: id }), enabled: isRef });
  const query = isRef ? found : one;
  const order = isRef ? (found.data?.data as OrderHead | undefined) : one.data?.data[0];
  if (order) return <Detail key={order._id} order={order} of={query.data} />;
  const missing = query.error instanceof CallError && query.error.code === 404;
  return (
    <Page title="Purchase Order">
      <Card padded={false}>
        {missing ? (
          <EmptyState scene="find" title="Purchase order not found">
            <TextLink to="/purchase-orders">All purchase orders</TextLink>
          </EmptyState>
        ) : query.isError ? (
          <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows />
        )}
      </Card>
    </Page>
  );
}

/** The windows that show the button for the next step on the order's path. Other windows show the button at the foot. */
const DESKTOP = '(min-width: 64rem) and (pointer: fine)';

function Detail({ order, of }: { order: OrderHead; of: SavedAnswer<unknown> | undefined }) {
  const { profile } = useSession();
  const { online } = useContact();
  const items = (order.items ?? []) as PurchaseOrderItem[];
  const run = useExecute(order, items);
  const receipt = order.tag === 'receipt';
  const mayUpdate = !receipt && mayTransfer(order.kind, 'update', profile);
  const mayExecute = !receipt && mayTransfer(order.kind, 'execute', profile);
  const waiting = useWaitingReversal(order);
  const isReversing = waiting.op !== null || waiting.isDone;
  const mayOppose =
    receipt &&
    !order.reversal &&
    !isReversing &&
    mayTransfer(kindOf(order.destination_type, order.source_type), 'create', profile);
  const mayReverse =
    useCan('reverse_transfer') &&
    receipt &&
    !order.reversal &&
    !isReversing &&
    mayTransfer(kindOf(order.destination_type, order.source_type), 'execute', profile);
  const mayDelete = useCan('update_purchase_order') && !receipt;
  const isDesktop = useMedia(DESKTOP);
  const [asking, setAsking] = useState<'opposite' | 'delete' | 'reverse' | null>(null);
  const [mode, setMode] = useMode(mayUpdate);
  const asleep = !online || of?.copy === true;
  return (
    <Page
      title={
        <>
          {orderTitle(order)}{' '}
          <span className="figures text-base font-normal whitespace-nowrap text-ink-faint">{order.ref}</span>
        </>
      }
      note={!receipt ? 'Not completed. Stock has not moved.' : completedText(order.kind, order.items && items)}
      actions={
        <>
          <ListStep id={order._id} />
          <Gate needs={['update_purchase_order']}>
            <EditLink to={`/purchase-orders/${order._id}/update`} />
          </Gate>
          <PrintButton paper={order.items ? paperOfOrder(order) : null} />
          {(mayOppose || mayReverse || mayDelete) && (
            <RowMenu of={order.ref} head>
              {mayOppose && (
                <ServerItem disabled={asleep} onClick={() => setAsking('opposite')}>
                  Create opposite transfer
                </ServerItem>
              )}
              {mayReverse && (
                <button type="button" onClick={() => setAsking('reverse')}>
                  Reverse this receipt
                </button>
              )}
              {mayDelete && (
                <ServerItem className="text-bad" disabled={asleep} onClick={() => setAsking('delete')}>
                  Delete
                </ServerItem>
              )}
            </RowMenu>
          )}
        </>
      }
    >
      {of?.copy && <StoredCopy at={of.at} isListed={of.listed} />}
      <ReversalNotice order={order} waiting={waiting} asleep={asleep} />
      {run.failed && <ExecuteErrors failed={run.failed} />}
      <OrderWay order={order}>{mayExecute && isDesktop && <ExecuteStep {...{ order, items, run, asleep }} />}</OrderWay>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17rem] min-[90rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <PurchaseOrderLines
            order={order}
            items={items}
            mode={mode}
            onMode={mayUpdate ? setMode : undefined}
            asleep={asleep}
            errors={run.failed?.errors ?? []}
          />
          {/* The notice may appear late. It stands below the lines, so that it moves none of them. */}
          {asleep && (mayUpdate || mayExecute || mayOppose) && (
            <Notice tone="wait" icon="cloudOff">
              {syncWords.needsConnection}
            </Notice>
          )}
          <HistoryPanel model="purchase_order" row={order} />
        </div>
        <OrderSide order={order} />
      </div>
      {mayExecute && !isDesktop && <ExecuteBar {...{ order, items, run, asleep }} />}
      {mayOppose && <OppositeDialog order={order} open={asking === 'opposite'} onClose={() => setAsking(null)} />}
      <Suspense>{asking === 'reverse' && <ReverseDialog order={order} onClose={() => setAsking(null)} />}</Suspense>
      {mayDelete && <DeleteDialog order={order} open={asking === 'delete'} onClose={() => setAsking(null)} />}
    </Page>
  );
}

/** The address holds the mode, so that a reload keeps the mode. Escape returns to viewing unless a dialog handled the key. */
function useMode(mayUpdate: boolean): [LineMode, (mode: LineMode) => void] {
  const requested = useSearchValues().mode;
  const setSearch = useSetSearch();
  const mode: LineMode = mayUpdate && (requested === 'edit' || requested === 'accept') ? requested : 'view';
  const setMode = (next: LineMode) =>
    void setSearch((before) => ({ ...before, mode: next === 'view' ? undefined : next }), { replace: true });
  useEffect(() => {
    if (mode === 'view') return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role="dialog"]'))
        void setSearch((before) => ({ ...before, mode: undefined }), { replace: true });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [mode, setSearch]);
  return [mode, setMode];
}
