import { useState } from 'react';
import type { ExecuteError, PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { NotStored } from '#crud/query/Saved.tsx';
import { showNaira } from '#domain/money.ts';
import { keptReason } from '#domain/receiving.ts';
import { comesBack, movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { type Column, NUMBER, Table } from '#ui/tables/Table.tsx';
import { LotLinks } from '../catalogue/parts/LotLink.tsx';
import { actionsColumn } from '../lines/parts/actionsColumn.tsx';
import { aCase, availableText, OUT_OF_STOCK } from '../lines/parts/texts.ts';
import { useLineWrites } from '../lines/parts/useLineWrites.tsx';
import { priceOf } from '../stock/parts/lines/price.ts';
import { lineTexts } from '../stock/parts/lines/texts.ts';
import { usePickables } from '../stock/parts/parties.ts';
import { AddPurchaseLine } from './AddPurchaseLine.tsx';
import type { OrderHead } from './orderValues.ts';
import { AcceptPurchaseLine, EditPurchaseLine } from './PurchaseLineDialogs.tsx';
import { addLine, type PurchaseLineChange, purchaseLinePolicy, reasonText } from './purchaseLine.ts';

export type LineMode = 'view' | 'edit' | 'accept';
const MODES: readonly { mode: LineMode; word: string }[] = [
  { mode: 'view', word: 'View' },
  { mode: 'edit', word: 'Edit' },
  { mode: 'accept', word: 'Accept' },
];

interface Props {
  order: OrderHead;
  items: readonly PurchaseOrderItem[];
  mode: LineMode;
  /** Absent when these lines cannot be changed: a receipt, or no permission. */
  onMode?: ((mode: LineMode) => void) | undefined;
  /** True while there is no connection: the lines are shown but cannot be changed. */
  asleep: boolean;
  /** Errors of the last dry run or execute. */
  errors: readonly ExecuteError[];
}

/** The lines in three modes, with add, edit, accept and remove (PO-12). */
export function PurchaseOrderLines({ order, items, mode, onMode, asleep, errors }: Props) {
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState<PurchaseOrderItem | null>(null);
  const close = () => setOpen(null);
  const isBack = comesBack(order.kind);
  const lines = useLineWrites(purchaseLinePolicy(order._id, isBack), close);
  const mayChange = onMode !== undefined;
  const pickables = usePickables(mayChange ? order : null);
  const receipt = order.tag === 'receipt';
  // The row shows the product's name already, so it is removed from the message.
  const saying = new Map(errors.map((error) => [error.item_id, error.message.replace(`${error.product}: `, '')]));
  const addButton = (
    // A page has one filled button. An order without lines fills "Add Product"; an order with lines fills its next step.
    <ServerButton
      look={items.length === 0 ? 'primary' : 'plain'}
      icon="plus"
      disabled={asleep}
      onClick={() => setAdding(true)}
    >
      Add Product
    </ServerButton>
  );
  const actions = actionsColumn((item: PurchaseOrderItem) => {
    const { name } = item.product;
    const opens = { disabled: asleep, onClick: () => setOpen(item) };
    const removes = { disabled: asleep, onClick: () => void lines.remove(item) };
    if (mode === 'accept') return [{ ...opens, icon: 'check', label: `Accept ${name}` }];
    return [
      { ...opens, icon: 'edit', label: `Edit ${name}` },
      { ...removes, icon: 'trash', label: `Remove ${name}` },
    ];
  });
  const dialog = open && {
    item: open,
    isBack,
    leaves: order.source_type !== 'distributor',
    onClose: close,
    onSave: (change: PurchaseLineChange) => lines.change(open, change),
  };
  return (
    <Card padded={false} label="Products">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-2.5">
        <h2 className="text-base font-semibold">
          Products{' '}
          <span className="figures font-normal text-ink-faint">({order.items ? items.length : order.item_count})</span>
        </h2>
        {mayChange && (
          <div className="no-print flex flex-wrap items-center gap-3">
            {items.length > 0 && <ModeSwitch mode={mode} onMode={onMode} />}
            {items.length > 0 && addButton}
          </div>
        )}
      </div>
      {order.items === undefined ? (
        <NotStored what="What is in it" />
      ) : items.length === 0 ? (
        <EmptyState title={receipt ? 'No products' : 'No products yet'}>
          {mayChange ? addButton : 'Nobody has added a product.'}
        </EmptyState>
      ) : (
        <Table
          cards
          label="Products"
          rows={items}
          keyOf={(item) => item._id}
          columns={[...columnsOf(receipt, order.kind, saying), ...(mode === 'view' ? [] : [actions])]}
          toneOf={(item) => (saying.has(item._id) ? 'bg-bad-soft' : undefined)}
          {...(mode === 'view' || asleep ? {} : { onOpen: setOpen })}
        />
      )}
      {adding && (
        <AddPurchaseLine
          pickables={pickables}
          present={new Set(items.map((item) => item.product_id))}
          onAdd={(line) => addLine(lines.send, order._id, line)}
          onClose={() => setAdding(false)}
        />
      )}
      {dialog && mode === 'edit' && <EditPurchaseLine {...dialog} usual={pickables.of(dialog.item.product_id)?.rate} />}
      {dialog && mode === 'accept' && <AcceptPurchaseLine {...dialog} />}
      {lines.question}
    </Card>
  );
}

function ModeSwitch({ mode, onMode }: { mode: LineMode; onMode: (mode: LineMode) => void }) {
  return (
    <fieldset className="no-print flex divide-x overflow-hidden rounded-field border border-line-strong/50">
      <legend className="sr-only">Lines</legend>
      {MODES.map((one) => (
        <button
          key={one.mode}
          type="button"
          aria-pressed={mode === one.mode}
          onClick={() => onMode(one.mode)}
          className={`min-h-tap px-4 text-[0.9375rem] compact:text-sm ${mode === one.mode ? 'bg-accent-soft font-semibold text-accent-strong' : 'bg-surface font-medium text-ink-soft'}`}
        >
          {one.word}
        </button>
      ))}
    </fieldset>
  );
}

/** `saying`: the error texts by the id of the line. */
function columnsOf(
  receipt: boolean,
  kind: TransferKind,
  saying: ReadonlyMap<string | undefined, string>,
): Column<PurchaseOrderItem>[] {
  return [
    NUMBER,
    {
      key: 'product',
      title: 'Product',
      grow: true,
      cell: (item) => (
        <div className="flex min-w-36 items-center gap-3 whitespace-normal py-1.5">
          <span className="row-pack">
            <Pack product={item.product} />
          </span>
          <div className="min-w-0 leading-snug">
            <span className="font-medium">{item.product.name}</span>
            {saying.has(item._id) && <span className="block text-xs font-medium text-bad">{saying.get(item._id)}</span>}
            {!receipt && item.available !== null && !saying.has(item._id) && (
              <span className="block text-xs text-ink-faint">
                {item.available <= 0 ? OUT_OF_STOCK : availableText(item.available, item.product.case_count)}
              </span>
            )}
            <LotLinks product={item.product} lots={item.lots} />
            {item.note && <span className="block text-xs text-ink-soft">{item.note}</span>}
          </div>
        </div>
      ),
    },
    {
      key: 'expected',
      title: 'Expected',
      align: 'right',
      card: 'fact',
      cell: (item) =>
        item.quantity === 0 ? (
          <span className="text-ink-faint">Nothing</span>
        ) : (
          <span className="figures">{casesText(item.quantity, item.product.case_count)}</span>
        ),
    },
    {
      key: 'moved',
      title: receipt ? 'Moved' : 'Accepted',
      align: 'right',
      card: 'fact',
      cell: (item) => <Accepted item={item} receipt={receipt} kind={kind} />,
    },
    {
      key: 'rate',
      title: 'Price',
      align: 'right',
      card: 'fact',
      cell: (item) => <Price item={item} />,
    },
    {
      key: 'amount',
      title: 'Amount',
      align: 'right',
      card: 'figure',
      cell: (item) => <Amount item={item} />,
    },
  ];
}

/**
 * The accepted quantity. If the accepted quantity of an open order equals the expected one, nobody may have counted the goods, so the text is "As
 * expected".
 */
function Accepted({ item, receipt, kind }: { item: PurchaseOrderItem; receipt: boolean; kind: TransferKind }) {
  const { case_count } = item.product;
  const moved = movedQuantity(item);
  const apart = moved !== item.quantity;
  // The reason of returned goods says why the goods go back, and not that some are missing. A receipt of goods to a distributor also says that a reason is
  // missing.
  const isBack = comesBack(kind);
  const why = isBack ? keptReason(item.reason) : apart ? item.reason : null;
  const reason = why
    ? reasonText(why)
    : receipt && kind === 'shipment_out' && moved > 0
      ? lineTexts.noReasonGiven
      : null;
  const size =
    !receipt && item.quantity_accepted === null ? (
      <span className="text-ink-faint">Not counted</span>
    ) : !receipt && !apart ? (
      <span className="text-ink-faint">As expected</span>
    ) : (
      <span className={apart ? 'figures font-semibold text-wait' : 'figures'}>{casesText(moved, case_count)}</span>
    );
  // Without a reason one line of text is enough.
  if (!reason) return size;
  return (
    <div className="leading-snug max-sm:inline">
      {size}
      <span className={classes('block text-xs', isBack ? 'text-ink-soft' : 'text-wait')}>{reason}</span>
    </div>
  );
}

/** The price of a case. Goods that nobody ordered have no price of their own, so the price is the one of their valuation. */
function Price({ item }: { item: PurchaseOrderItem }) {
  const { rate, about } = priceOf(item);
  return rate === null ? null : <span className="figures text-ink-faint">{aCase(rate, about)}</span>;
}

/** The accepted amount, as on the paper. A different expected amount is shown below. */
function Amount({ item }: { item: PurchaseOrderItem }) {
  const { amount, amount_accepted } = item;
  return (
    <div className="figures leading-snug max-sm:inline">
      <span className="font-semibold">{showNaira(amount_accepted)}</span>
      {item.quantity > 0 && amount !== amount_accepted && (
        <span className="block text-xs font-normal text-ink-soft">
          of {showNaira(amount)}
          <span className="sr-only"> expected</span>
        </span>
      )}
    </div>
  );
}
