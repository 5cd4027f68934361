import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CallError } from '#client/callError.ts';
import { queryFor, type SavedAnswer } from '#client/reads/queries.ts';
import { get } from '#contract/call.ts';
import { text } from '#contract/fields.ts';
import { upsertGroupMeta } from '#contract/orders/orderCalls.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import { groupRow, type OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useId, useSearchValues } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { HistoryPanel } from '#crud/history/HistoryPanel.tsx';
import { TextLink } from '#crud/Link.tsx';
import { ListStep } from '#crud/list/ListStep.tsx';
import { NotLoaded, StoredCopy } from '#crud/query/Saved.tsx';
import { useRecord } from '#crud/query/useRecord.ts';
import { useCan, useMayAsk, useSession } from '#crud/query/useSession.ts';
import { WhoMay } from '#crud/query/WhoMay.tsx';
import { useRequested } from '#crud/useRequested.ts';
import { isCancelledOrDeleted, type OrderTag, tagsFrom } from '#domain/order.ts';
import { casesNumber } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState, Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton, ServerItem } from '#ui/ServerButton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { momentText } from '#ui/when.ts';
import { NO_PRODUCT_YET, whenReady } from '#ui/whenReady.ts';
import { SkipsDelivered } from '../parts/GroupActions.tsx';
import { itemsOf, ORDER_TABS, OrderBody } from '../parts/OrderBody.tsx';
import { PaymentDialog } from '../parts/payment/PaymentDialog.tsx';
import { owes } from '../parts/payment/paymentValues.ts';
import { TagBadge } from '../parts/payment/TagBadge.tsx';
import { TagDialog } from '../parts/payment/TagDialog.tsx';
import { FoldedTotals } from '../parts/payment/Totals.tsx';
import { orderTexts } from '../parts/texts.ts';
import { CopyLink } from './CopyLink.tsx';
import { Head } from './Head.tsx';
import { OrderHistory } from './History.tsx';
import { Payment } from './Payment.tsx';
import { PrintOrder } from './PrintOrder.tsx';
import { Progress } from './Progress.tsx';
import { nextOf } from './path.ts';

/** The generic call of the model. Screens need calls as values, so the call is declared as one. */
const byRef = get('order_group/read_by_ref', { input: { ref: text('Ref') }, output: groupRow, allow: 'any' });

/** The detail screen of an order group (ORD-23 to ORD-27, B5.11). */
export function Screen() {
  const id = useId();
  const { is_ref } = useSearchValues();
  // A reference that a person typed into a deposit leads here without the id of the order.
  const isRef = is_ref === 'true';
  const one = useRecord(orderGroup, isRef ? undefined : id);
  const found = useQuery({ ...queryFor(byRef, { ref: id }), enabled: isRef });
  const query = isRef ? found : one;
  const group = isRef ? found.data?.data : one.data?.data[0];
  if (!group) {
    const missing = query.error instanceof CallError && query.error.code === 404;
    return (
      <Page title="Order">
        <Card padded={false}>
          {missing ? (
            <EmptyState scene="find" title="Order not found">
              <TextLink to="/order-groups">All orders</TextLink>
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
  return <Detail key={group._id} group={group} of={query.data} />;
}

const WORDS: Record<OrderTag, string> = {
  draft: 'Draft',
  pending: 'Complete Order',
  delivered: orderTexts.markDelivered,
  completed: 'Complete',
  cancelled: orderTexts.cancel,
  deleted: orderTexts.delete,
};

/** The ordered products, and who changed what (B5.11). */
const TABS = [
  { key: 'products', title: 'Products' },
  { key: 'activity', title: 'Activity' },
] as const;

type OpenQuestion = OrderTag | 'payment' | 'record';

function Detail({ group, of }: { group: OrderGroupRow; of: SavedAnswer<unknown> | undefined }) {
  const { profile } = useSession();
  const navigate = useNavigate();
  const search = useSearchValues();
  const seesAudit = useCan('view_audit_log');
  const mayPay = useMayAsk(upsertGroupMeta);
  const tab = seesAudit && search.tab === 'activity' ? 'activity' : 'products';
  const items = itemsOf(group);
  const gone = isCancelledOrDeleted(group.tag);
  const moves = tagsFrom(group.tag, profile).filter((tag) => !gone || tag !== 'completed');
  const restorable = gone && tagsFrom(group.tag, profile).includes('completed');
  const next = nextOf(group.tag, moves);
  const others = moves.filter((tag) => tag !== next);
  // A work item of the home can open a dialog through the address (`act`).
  const requested = search.act === 'payment' ? mayPay && owes(group) && 'record' : search.act === next && next;
  const [asking, setAsking] = useState<OpenQuestion | null>(null);
  useRequested<OpenQuestion>(requested || null, setAsking);
  const close = () => {
    setAsking(null);
    if (search.act) void navigate({ to: '.', search: { ...search, act: undefined, sum: undefined }, replace: true });
  };
  const tabs = seesAudit && (
    <Tabs
      label="Order"
      tabs={TABS}
      current={tab}
      onPick={(key) => void navigate({ to: '.', search: { ...search, tab: key }, replace: true })}
    />
  );
  return (
    <Page
      title={
        // The reference is a text node of its own, because the window's title takes that text.
        <>
          {group.ref}{' '}
          <span className="ml-1.5 inline-flex align-middle tracking-normal">
            <TagBadge tag={group.tag} />
          </span>
        </>
      }
      // The shown time is the time of placing, because the cart may have been opened days before.
      note={`${group.buyer.name}, ${momentText(group.placed_at ?? group.created)}`}
      actions={
        <>
          <ListStep id={group._id} />
          <PrintOrder group={group} />
          <ExportButton
            sheet={SHEET}
            rows={items}
            disabled={items.length === 0}
            holds="The file has the lines of this order."
            notes={[group.ref, group.buyer.name]}
          />
          {others.length > 0 && (
            <RowMenu of={group.ref} head>
              {others.map((tag) => (
                <ServerItem
                  key={tag}
                  aria-label={WORDS[tag]}
                  className={tag === 'completed' ? '' : 'text-bad'}
                  onClick={() => setAsking(tag)}
                >
                  {WORDS[tag]}
                  {tag === 'completed' && group.tag === 'pending' && <SkipsDelivered />}
                </ServerItem>
              ))}
            </RowMenu>
          )}
        </>
      }
    >
      {of?.copy && <StoredCopy at={of.at} isListed={of.listed} />}
      {gone && (
        <Notice
          tone="bad"
          icon="alert"
          role="alert"
          action={restorable && <ServerButton onClick={() => setAsking('completed')}>Restore</ServerButton>}
        >
          {orderTexts.gone(group.tag)}
        </Notice>
      )}
      <Card padded={false}>
        <Progress group={group}>
          <WhoMay right="update_order" act="Changes, payments and deliveries are recorded by">
            <CopyLink group={group} />
          </WhoMay>
          {mayPay && (
            <ServerButton icon="edit" onClick={() => setAsking('payment')}>
              Edit Payment
            </ServerButton>
          )}
          {mayPay && owes(group) && (
            <ServerButton icon="plus" look={next ? 'plain' : 'primary'} onClick={() => setAsking('record')}>
              Record payment
            </ServerButton>
          )}
          {next && (
            <ServerButton
              look="primary"
              icon="check"
              {...whenReady(next === 'pending' && items.length === 0 && NO_PRODUCT_YET, () => setAsking(next))}
            >
              {WORDS[next]}
            </ServerButton>
          )}
        </Progress>
        <FoldedTotals group={group} />
      </Card>
      {/* With room, the history stands under the lines and beside the side column. In one column it is last. */}
      <div className="grid grid-cols-1 items-start gap-5 lg:compact:grid-cols-[minmax(0,1fr)_17rem] lg:compact:grid-rows-[auto_1fr] min-[90rem]:grid-cols-[minmax(0,1fr)_20rem] min-[90rem]:grid-rows-[auto_1fr]">
        {tab === 'activity' ? (
          <div className="flex min-w-0 flex-col gap-3">
            <div className={ORDER_TABS}>{tabs}</div>
            <HistoryPanel model="order_group" row={group} opened />
          </div>
        ) : (
          <OrderBody group={group} tabs={tabs} />
        )}
        <div className="flex min-w-0 flex-col gap-5 lg:compact:row-span-2 min-[90rem]:row-span-2">
          <Head group={group} />
          <Payment group={group} />
        </div>
        {/* An order has one history: the tab Activity, or this card for people without that tab. */}
        {!seesAudit && <OrderHistory groupId={group._id} />}
      </div>
      {(asking === 'payment' || asking === 'record') && (
        <PaymentDialog group={group} records={asking === 'record'} sum={search.sum} onClose={close} />
      )}
      {asking !== null && asking !== 'payment' && asking !== 'record' && (
        <TagDialog
          group={group}
          to={asking}
          onClose={close}
          onDone={() => {
            // After placing, a cart leads to the retailer's orders.
            if (asking === 'pending') void navigate({ to: `/buyers/${group.buyer_id}/orders` });
          }}
        />
      )}
    </Page>
  );
}

const SHEET = {
  name: 'Order',
  columns: [
    { title: 'Product', value: (item: OrderItem) => item.product.name },
    { title: 'Manufacturer', value: (item: OrderItem) => item.product.manufacturer.name },
    { title: 'Cases', value: (item: OrderItem) => casesNumber(item.quantity, item.product.case_count, 1) },
    { title: 'Units', value: (item: OrderItem) => item.quantity },
    { title: 'Accepted (units)', value: (item: OrderItem) => item.quantity_accepted },
    { title: 'Price per case', value: (item: OrderItem) => (item.rate === null ? null : Number(item.rate)) },
    { title: 'Amount', value: (item: OrderItem) => Number(item.line_value) },
  ],
};
