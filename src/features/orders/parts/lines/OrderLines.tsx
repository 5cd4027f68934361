import { type ReactNode, useState } from 'react';
import { type OrderItem, updateGroupItem } from '#contract/orders/orderItemCalls.ts';
import type { OrderRow } from '#contract/orders/orderRows.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { useMayFill } from '#crud/query/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { ServerItem, useNoServer } from '#ui/ServerButton.tsx';
import { NUMBER, Table } from '#ui/tables/Table.tsx';
import { aCase } from '../../../lines/parts/texts.ts';
import type { LineStock, OrderStock } from './hubStock.ts';
import { Limit, StockOfLine } from './LineStock.tsx';
import { AcceptOrderLine, EditOrderLine, RemoveOrderLine } from './OrderLineDialogs.tsx';
import { RowPrice, RowQuantity } from './RowFigures.tsx';

/** The order of one manufacturer in a group, with its lines. */
export type OrderWithItems = OrderRow & { items: OrderItem[] };

interface Props {
  label: string;
  orders: readonly OrderWithItems[];
  /** The heading over the lines of a manufacturer. */
  headOf: (order: OrderWithItems) => ReactNode;
  mayEdit: boolean;
  /** A draft's goods have not been delivered, so there is nothing to accept. */
  draft: boolean;
  /** True on the retailer's cart screen, whose edits have other words than those of the order group screen (A29). */
  cart: boolean;
  stock?: OrderStock | undefined;
}

type Mode = 'edit' | 'accept' | 'remove';

/** The lines of a group under their manufacturers, with edit, accept and remove. */
export function OrderLines({ label, orders, headOf, mayEdit, draft, cart, stock }: Props) {
  const mayAccept = useMayFill(updateGroupItem.input.quantity_accepted) && !draft;
  const [open, setOpen] = useState<{ item: OrderItem; mode: Mode } | null>(null);
  const isWide = useMedia('(width >= 64rem)');
  const isTable = useMedia('(width >= 40rem)');
  const mayPrice = useMayFill(updateGroupItem.input.rate);
  // What was placed may be billed already, so that its lines are changed in a dialog (decision 1500).
  const inRow = mayEdit && draft;
  const dialog = open && { item: open.item, onClose: () => setOpen(null) };
  return (
    <>
      <Table
        cards
        label={label}
        rows={orders.flatMap((order) => order.items)}
        keyOf={(item) => item._id}
        headOf={(item) => {
          const order = orders.find(({ items }) => items[0]?._id === item._id);
          return order && headOf(order);
        }}
        columns={[
          NUMBER,
          {
            key: 'product',
            title: 'Product',
            grow: true,
            cell: (item) => (
              <div className="flex min-w-44 items-center gap-3 whitespace-normal">
                <span className="row-pack">
                  <Pack product={item.product} />
                </span>
                <div className="min-w-0 compact:py-0.5">
                  <span className="mr-2 font-semibold">{item.product.name}</span>
                  <Limit item={item} beside={stock !== undefined} />
                </div>
              </div>
            ),
          },
          ...(stock
            ? [
                {
                  key: 'stock',
                  title: `In ${stock.hub}`,
                  align: 'right' as const,
                  card: 'fact' as const,
                  cell: (item: OrderItem) => (
                    <div className="max-sm:inline">
                      <StockOfLine item={item} units={stock.units?.get(item.product_id)} />
                    </div>
                  ),
                },
              ]
            : []),
          // A wide card shows the stock behind the quantity. An upright tablet shows the stock under the quantity, so that product names keep their width.
          ...(isWide
            ? [
                {
                  key: 'rate',
                  title: inRow && mayPrice ? 'Price a case' : 'Price',
                  align: 'right' as const,
                  cell: (item: OrderItem) =>
                    inRow && mayPrice ? (
                      <RowPrice item={item} cart={cart} />
                    ) : (
                      item.rate !== null && <span className="text-ink-faint">{aCase(item.rate, item.rate_about)}</span>
                    ),
                },
              ]
            : []),
          {
            key: 'quantity',
            title: 'Quantity',
            align: 'right',
            card: 'fact',
            cell: (item) => (
              <div className="max-sm:inline">
                {inRow && isTable ? (
                  <RowQuantity item={item} cart={cart} stock={stockOf(stock, item)} />
                ) : inRow ? (
                  <PressQuantity item={item} onPress={() => setOpen({ item, mode: 'edit' })} />
                ) : (
                  <Quantity item={item} />
                )}
                {!isWide && item.rate !== null && (
                  <span className="text-ink-faint sm:block sm:text-xs sm:leading-4">
                    <span className="sm:hidden">, </span>
                    {aCase(item.rate, item.rate_about)}
                  </span>
                )}
              </div>
            ),
          },
          {
            key: 'amount',
            title: 'Amount',
            align: 'right',
            card: 'figure',
            // On a card each name leaves room for the amount only.
            word: '',
            cell: (item) => (
              <div className="max-sm:inline">
                {showNaira(item.line_value)}
                {item.line_value !== item.amount && (
                  <span className="block text-sm text-ink-faint">of {showNaira(item.amount)}</span>
                )}
              </div>
            ),
          },
          ...(mayEdit
            ? [
                {
                  key: 'actions',
                  title: <span className="sr-only">Actions</span>,
                  card: 'menu' as const,
                  cell: (item: OrderItem) => <LineMenu item={item} mayAccept={mayAccept} onOpen={setOpen} />,
                },
              ]
            : []),
        ]}
      />
      {dialog && open?.mode === 'edit' && <EditOrderLine {...dialog} cart={cart} stock={stockOf(stock, open.item)} />}
      {dialog && open?.mode === 'accept' && <AcceptOrderLine {...dialog} />}
      {dialog && open?.mode === 'remove' && <RemoveOrderLine {...dialog} />}
    </>
  );
}

interface MenuProps {
  item: OrderItem;
  mayAccept: boolean;
  onOpen: (open: { item: OrderItem; mode: Mode }) => void;
}

/** The menu of a line. */
function LineMenu({ item, mayAccept, onOpen }: MenuProps) {
  const { name } = item.product;
  const acts: readonly (readonly [mode: Mode, word: string])[] = [
    ['edit', 'Edit'],
    ...(mayAccept ? ([['accept', 'Accept']] as const) : []),
    ['remove', 'Remove'],
  ];
  return (
    <RowMenu of={name}>
      {acts.map(([mode, word]) => (
        <ServerItem
          key={mode}
          aria-label={`${word} ${name}`}
          className={mode === 'remove' ? 'text-bad' : ''}
          onClick={() => onOpen({ item, mode })}
        >
          {word}
        </ServerItem>
      ))}
    </RowMenu>
  );
}

/** What the hub has of a line's product; undefined until it is known. */
function stockOf(stock: OrderStock | undefined, { product_id }: OrderItem): LineStock | undefined {
  const units = stock?.units?.get(product_id);
  return stock && units !== undefined ? { hub: stock.hub, units } : undefined;
}

/** The quantity on a phone's card, whose press opens the dialog with the large keys. */
function PressQuantity({ item, onPress }: { item: OrderItem; onPress: () => void }) {
  const noServer = useNoServer();
  const words = casesText(item.quantity, item.product.case_count);
  return (
    <button
      type="button"
      aria-label={`${words}, edit ${item.product.name}`}
      onClick={onPress}
      {...noServer}
      className="touch-tap font-semibold text-accent underline underline-offset-4"
    >
      {words}
    </button>
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
