import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '#client/callError.ts';
import { oneQuery, queryFor } from '#client/reads/queries.ts';
import { get } from '#contract/call.ts';
import { text } from '#contract/fields.ts';
import { rowSchema } from '#contract/model.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { useId, useSearchValues, useSetSearch } from '#crud/address.ts';
import { HistoryPanel } from '#crud/history/HistoryPanel.tsx';
import { Link } from '#crud/Link.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { NotLoaded, StoredCopy } from '#crud/query/Saved.tsx';
import { useContact, useSession } from '#crud/query/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { syncWords } from '#domain/syncWords.ts';
import { isDatedApart, kindOf, mayTransfer, toneOf } from '#domain/transfer.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { EmptyState, Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { kitTexts } from '#ui/texts.ts';
import { momentText } from '#ui/when.ts';
import { PrintButton } from '../stock/parts/paper/PrintButton.tsx';
import { paperOfOrder } from '../stock/parts/paper/paper.ts';
import { ExecuteBar, ExecuteErrors } from './ExecuteBar.tsx';
import { DeleteButton, OppositeButton } from './OrderActions.tsx';
import { OrderSide } from './OrderSide.tsx';
import type { OrderHead } from './orderValues.ts';
import { type LineMode, PurchaseOrderLines } from './PurchaseOrderLines.tsx';
import { PurchaseTagBadge } from './PurchaseTagBadge.tsx';
import { useExecute } from './useExecute.ts';

const byRef = get('purchase_order/read_by_ref', {
  input: { ref: text('Ref') },
  output: rowSchema(purchaseOrder),
  allow: 'any',
});

/** A purchase order or receipt, by id or, with is_ref=true, by reference (PO-10, PO-11). */
export function Screen() {
  const id = useId();
  const isRef = useSearchValues().is_ref === 'true';
  const one = useQuery({ ...oneQuery(purchaseOrder, id), enabled: !isRef });
  const found = useQuery({ ...queryFor(byRef, { ref: id }), enabled: isRef });
  const query = isRef ? found : one;
  const order = isRef ? (found.data?.data as OrderHead | undefined) : one.data?.data[0];
  if (order) return <Detail key={order._id} order={order} copyAt={query.data?.copy ? query.data.at : null} />;
  const missing = query.error instanceof CallError && query.error.code === 404;
  return (
    <Page title="Purchase order">
      <Card padded={false}>
        {missing ? (
          <EmptyState icon="search" title="Purchase order not found">
            {kitTexts.checkUrl}
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

function Detail({ order, copyAt }: { order: OrderHead; copyAt: number | null }) {
  const { profile } = useSession();
  const { online } = useContact();
  const run = useExecute(order);
  const receipt = order.tag === 'receipt';
  const mayUpdate = !receipt && mayTransfer(order.kind, 'update', profile);
  const mayExecute = !receipt && mayTransfer(order.kind, 'execute', profile);
  const mayOppose = receipt && mayTransfer(kindOf(order.destination_type, order.source_type), 'create', profile);
  const [mode, setMode] = useMode(mayUpdate);
  const asleep = !online || copyAt !== null;
  return (
    <Page
      title={order.ref}
      note={
        receipt
          ? `Receipt, completed ${momentText(order.executed_at ?? order.modified)} by ${order.executed_by?.name ?? ''}`
          : 'Not completed. Stock has not moved.'
      }
      actions={
        <>
          {mayOppose && <OppositeButton order={order} asleep={asleep} />}
          <Gate needs={['update_purchase_order']}>
            {!receipt && <DeleteButton order={order} asleep={asleep} />}
            <Link to={`/purchase-orders/${order._id}/update`} className={buttonClasses('plain')}>
              <Icon name="edit" /> Edit
            </Link>
          </Gate>
          <PrintButton paper={paperOfOrder(order)} />
        </>
      }
    >
      {copyAt !== null && <StoredCopy at={copyAt} />}
      {run.failed && <ExecuteErrors failed={run.failed} />}
      <Head order={order} />
      <div className="grid items-start gap-5 xl:grid-cols-[1fr_17rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <PurchaseOrderLines
            order={order}
            items={(order.items ?? []) as PurchaseOrderItem[]}
            mode={mode}
            onMode={mayUpdate ? setMode : undefined}
            asleep={asleep}
            errors={run.failed?.errors ?? []}
          />
          {/* The notice is below the lines, because it may appear late and must not move a line. */}
          {asleep && (mayUpdate || mayExecute || mayOppose) && (
            <Notice tone="wait" icon="cloudOff">
              {syncWords.needsConnection}
            </Notice>
          )}
          <HistoryPanel model="purchase_order" row={order} />
        </div>
        <OrderSide order={order} />
      </div>
      {mayExecute && <ExecuteBar order={order} run={run} asleep={asleep} />}
    </Page>
  );
}

function Head({ order }: { order: OrderHead }) {
  return (
    <Card label="Details">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3 lg:grid-cols-[auto_repeat(5,1fr)]">
        {(
          [
            ['Date', <Moment key="date" at={order.timestamp} />],
            [
              'Type',
              <Badge key="type" tone={toneOf(order.kind)}>
                {order.label}
              </Badge>,
            ],
            ['Tag', <PurchaseTagBadge key="tag" tag={order.tag} />],
            ['Source', order.source_obj.name],
            ['Destination', order.destination_obj.name],
            ['Amount', showNaira(order.amount)],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-ink-faint">{name}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {isDatedApart(order.timestamp, order.created) && (
        <p className="mt-3 text-sm font-medium text-wait">
          Actual: <Moment at={order.created} />
        </p>
      )}
      {order.amount !== order.amount_accepted && (
        <p className="mt-3 text-sm font-semibold text-wait">
          Amount {showNaira(order.amount)}, accepted {showNaira(order.amount_accepted)}
        </p>
      )}
    </Card>
  );
}

/** The mode is held in the address, so that it survives a reload. Escape returns to viewing unless a dialog handled it. */
function useMode(mayUpdate: boolean): [LineMode, (mode: LineMode) => void] {
  const asked = useSearchValues().mode;
  const setSearch = useSetSearch();
  const mode: LineMode = mayUpdate && (asked === 'edit' || asked === 'accept') ? asked : 'view';
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
