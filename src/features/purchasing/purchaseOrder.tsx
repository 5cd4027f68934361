import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { CallError } from '#client/callError.ts';
import { reading, readingOne } from '#client/queries.ts';
import { ask } from '#contract/call.ts';
import { text } from '#contract/fields.ts';
import { type RowOf, rowSchema } from '#contract/model.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { NotLoaded, StoredCopy } from '#crud/Saved.tsx';
import { showNaira } from '#domain/money.ts';
import { showDateTime } from '#domain/time.ts';
import { isDatedApart, movedQuantity, toneOf } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { PrintButton } from '#parts/paper/PrintButton.tsx';
import { paperOfOrder } from '#parts/paper/paper.ts';
import { Badge } from '#ui/Badge.tsx';
import { Card } from '#ui/Card.tsx';
import { Page } from '#ui/Page.tsx';
import { EmptyState, SkeletonRows } from '#ui/States.tsx';
import { Table } from '#ui/Table.tsx';

type Order = RowOf<typeof purchaseOrder>;
const byRef = ask('purchase_order/read_by_ref', {
  input: { ref: text('Ref') },
  output: rowSchema(purchaseOrder),
  allow: 'any',
});

/** PO-10, PO-11: a purchase order or receipt, by id or, with is_ref=true, by reference. */
export function Screen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { is_ref } = useSearch({ strict: false }) as { is_ref?: string };
  const isRef = is_ref === 'true';
  const one = useQuery({ ...readingOne(purchaseOrder, id), enabled: !isRef });
  const found = useQuery({ ...reading(byRef, { ref: id }), enabled: isRef });
  const query = isRef ? found : one;
  const order = isRef ? (found.data?.data as Order | undefined) : one.data?.data[0];
  if (!order) {
    const missing = query.error instanceof CallError && query.error.code === 404;
    return (
      <Page title="Purchase order">
        <Card padded={false}>
          {missing ? (
            <EmptyState icon="search" title="Purchase order not found">
              Check the URL and try again.
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
  const items = (order.items ?? []) as PurchaseOrderItem[];
  const receipt = order.tag === 'receipt';
  return (
    <Page
      title={order.ref}
      note={
        receipt
          ? `Receipt, completed ${showDateTime(order.executed_at ?? order.modified)} by ${order.executed_by?.name ?? ''}`
          : 'Not completed. Stock has not moved.'
      }
      actions={<PrintButton paper={paperOfOrder(order)} />}
    >
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <Card label="Details">
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
          {(
            [
              ['Date', showDateTime(order.timestamp)],
              [
                'Type',
                <Badge key="type" tone={toneOf(order.kind)}>
                  {order.label}
                </Badge>,
              ],
              [
                'Tag',
                <Badge key="tag" tone={receipt ? 'good' : 'wait'}>
                  {receipt ? 'Receipt' : 'Purchase order'}
                </Badge>,
              ],
              ['Source', order.source_obj.name],
              ['Destination', order.destination_obj.name],
              ['Amount', showNaira(order.amount)],
            ] as const
          ).map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-sm text-ink-faint">{name}</dt>
              <dd className="break-words font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        {isDatedApart(order.timestamp, order.created) && (
          <p className="mt-3 text-sm text-ink-faint">Actual: {showDateTime(order.created)}</p>
        )}
        {order.amount !== order.amount_accepted && (
          <p className="mt-3 text-sm font-semibold text-wait">
            Amount {showNaira(order.amount)}, accepted {showNaira(order.amount_accepted)}
          </p>
        )}
      </Card>
      <Card padded={false} label="Products">
        {items.length === 0 ? (
          <EmptyState title="No products" />
        ) : (
          <Table
            label="Products"
            rows={items}
            keyOf={(item) => item._id}
            columns={[
              { key: '#', title: '#', cell: (_item, index) => index + 1 },
              {
                key: 'product',
                title: 'Product',
                grow: true,
                cell: (item) => <span className="whitespace-normal font-semibold">{item.product.name}</span>,
              },
              {
                key: 'expected',
                title: 'Expected',
                align: 'right',
                cell: (item) => casesText(item.quantity, item.product.case_count),
              },
              {
                key: 'moved',
                title: receipt ? 'Moved' : 'Accepted',
                align: 'right',
                cell: (item) => casesText(movedQuantity(item), item.product.case_count),
              },
              {
                key: 'rate',
                title: 'Price per case',
                align: 'right',
                cell: (item) => (item.rate ? showNaira(item.rate) : ''),
              },
              { key: 'amount', title: 'Amount', align: 'right', cell: (item) => showNaira(item.amount) },
            ]}
          />
        )}
      </Card>
    </Page>
  );
}
