import { useState } from 'react';
import { type OrderItem, updateGroupItem } from '#contract/orders/orderItemCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { useMayFill } from '#crud/query/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { NUMBER, Table } from '#ui/tables/Table.tsx';
import { actionsColumn } from '../../../lines/parts/actionsColumn.tsx';
import { aCase, casesAvailable, OUT_OF_STOCK } from '../../../lines/parts/texts.ts';
import { AcceptOrderLine, EditOrderLine, RemoveOrderLine } from './OrderLineDialogs.tsx';

interface Props {
  label: string;
  items: readonly OrderItem[];
  mayEdit: boolean;
  /** A draft's goods have not been delivered, so there is nothing to accept. */
  draft: boolean;
  /** True on the retailer's cart screen, whose edits have other words than those of the order group screen (A29). */
  cart: boolean;
}

type Mode = 'edit' | 'accept' | 'remove';

/** The lines of one order, with edit, accept and remove. */
export function OrderLines({ label, items, mayEdit, draft, cart }: Props) {
  const mayAccept = useMayFill(updateGroupItem.input.quantity_accepted) && !draft;
  const [open, setOpen] = useState<{ item: OrderItem; mode: Mode } | null>(null);
  const dialog = open && { item: open.item, onClose: () => setOpen(null) };
  return (
    <>
      <Table
        label={label}
        rows={items}
        keyOf={(item) => item._id}
        columns={[
          NUMBER,
          {
            key: 'product',
            title: 'Product',
            grow: true,
            cell: (item) => (
              <div className="flex min-w-44 items-center gap-3 whitespace-normal">
                <Pack product={item.product} />
                <div className="min-w-0">
                  <span className="font-semibold">{item.product.name}</span>
                  <Stock item={item} />
                </div>
              </div>
            ),
          },
          {
            key: 'quantity',
            title: 'Quantity',
            align: 'right',
            cell: (item) => (
              <>
                <Quantity item={item} />
                {item.rate !== null && (
                  <span className="block text-sm text-ink-faint">{aCase(item.rate, item.rate_about)}</span>
                )}
              </>
            ),
          },
          {
            key: 'amount',
            title: 'Amount',
            align: 'right',
            cell: (item) => (
              <>
                {showNaira(item.line_value)}
                {item.line_value !== item.amount && (
                  <span className="block text-sm text-ink-faint">of {showNaira(item.amount)}</span>
                )}
              </>
            ),
          },
          ...(mayEdit
            ? [
                actionsColumn((item: OrderItem) => {
                  const { name } = item.product;
                  const opens = (mode: Mode) => () => setOpen({ item, mode });
                  return [
                    { icon: 'edit', label: `Edit ${name}`, onClick: opens('edit') },
                    ...(mayAccept
                      ? [{ icon: 'check', label: `Accept ${name}`, onClick: opens('accept') } as const]
                      : []),
                    { icon: 'trash', label: `Remove ${name}`, onClick: opens('remove') },
                  ];
                }),
              ]
            : []),
        ]}
      />
      {dialog && open?.mode === 'edit' && <EditOrderLine {...dialog} cart={cart} />}
      {dialog && open?.mode === 'accept' && <AcceptOrderLine {...dialog} />}
      {dialog && open?.mode === 'remove' && <RemoveOrderLine {...dialog} />}
    </>
  );
}

function Quantity({ item }: { item: OrderItem }) {
  const { case_count } = item.product;
  const { quantity, quantity_accepted: accepted } = item;
  if (accepted === null || accepted === quantity) {
    return (
      <>
        {casesText(quantity, case_count)}
        {accepted !== null && <span className="block text-sm text-good">accepted</span>}
      </>
    );
  }
  return (
    <>
      {casesText(accepted, case_count)}
      <span className="block text-sm text-wait">of {casesText(quantity, case_count)} ordered</span>
    </>
  );
}

/** The hub's ceiling in cases with one decimal, if it has one (UI-24, B8.4). */
function Stock({ item }: { item: OrderItem }) {
  if (item.available === null) return null;
  return (
    <span className="mt-1 block">
      {item.available <= 0 ? (
        <Badge tone="bad">{OUT_OF_STOCK}</Badge>
      ) : (
        <span className="text-sm text-ink-faint">{casesAvailable(item.available, item.product.case_count)}</span>
      )}
    </span>
  );
}
