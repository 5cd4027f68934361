import { useState } from 'react';
import type { ExecuteError, PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { showNaira } from '#domain/money.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { type Column, NUMBER, Table } from '#ui/tables/Table.tsx';
import { actionsColumn } from '../lines/parts/actionsColumn.tsx';
import { aCase, casesAvailable, OUT_OF_STOCK } from '../lines/parts/texts.ts';
import { useLineWrites } from '../lines/parts/useLineWrites.tsx';
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
  const lines = useLineWrites(purchaseLinePolicy(order._id), close);
  const mayChange = onMode !== undefined;
  const pickables = usePickables(mayChange ? order : null);
  const receipt = order.tag === 'receipt';
  // The row shows the product's name already, so it is removed from the message.
  const saying = new Map(errors.map((error) => [error.item_id, error.message.replace(`${error.product}: `, '')]));
  const addButton = (
    <Button look="primary" icon="plus" disabled={asleep} onClick={() => setAdding(true)}>
      Add Product
    </Button>
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
    onClose: close,
    onSave: (change: PurchaseLineChange) => lines.change(open, change),
  };
  return (
    <Card padded={false} label="Products">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b p-3 pl-5 sm:pr-5">
        <h2 className="text-lg font-bold">
          Products <span className="figures font-normal text-ink-faint">({items.length})</span>
        </h2>
        {mayChange && (
          <div className="no-print flex flex-wrap items-center gap-3">
            {items.length > 0 && <ModeSwitch mode={mode} onMode={onMode} />}
            {items.length > 0 && addButton}
          </div>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyState title={receipt ? 'No products' : 'No products yet'}>
          {mayChange ? addButton : 'Nobody has added a product.'}
        </EmptyState>
      ) : (
        <Table
          label="Products"
          rows={items}
          keyOf={(item) => item._id}
          columns={[...columnsOf(receipt, saying), ...(mode === 'view' ? [] : [actions])]}
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
    <fieldset className="flex overflow-hidden rounded-field border border-line-strong">
      <legend className="sr-only">Lines</legend>
      {MODES.map((one) => (
        <button
          key={one.mode}
          type="button"
          aria-pressed={mode === one.mode}
          onClick={() => onMode(one.mode)}
          className={`min-h-tap px-4 text-[0.9375rem] font-semibold ${mode === one.mode ? 'bg-accent text-accent-ink' : 'bg-surface text-ink-soft'}`}
        >
          {one.word}
        </button>
      ))}
    </fieldset>
  );
}

/** `saying`: the error of a line, by its id. */
function columnsOf(receipt: boolean, saying: ReadonlyMap<string | undefined, string>): Column<PurchaseOrderItem>[] {
  return [
    NUMBER,
    {
      key: 'product',
      title: 'Product',
      grow: true,
      cell: (item) => (
        <div className="flex min-w-36 items-center gap-3 whitespace-normal">
          <Pack product={item.product} />
          <div className="min-w-0">
            <span className="font-semibold">{item.product.name}</span>
            {saying.has(item._id) && <span className="block text-sm font-medium text-bad">{saying.get(item._id)}</span>}
            {!receipt && item.available !== null && !saying.has(item._id) && (
              <span className="block text-sm text-ink-faint">
                {item.available <= 0 ? OUT_OF_STOCK : casesAvailable(item.available, item.product.case_count)}
              </span>
            )}
            {item.note && <span className="block text-sm text-ink-soft">{item.note}</span>}
          </div>
        </div>
      ),
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
      cell: (item) => <Accepted item={item} receipt={receipt} />,
    },
    {
      key: 'amount',
      title: 'Amount',
      align: 'right',
      cell: (item) => (
        <div>
          {showNaira(item.amount)}
          {item.rate && <span className="block text-sm text-ink-faint">{aCase(item.rate, item.rate_about)}</span>}
        </div>
      ),
    },
  ];
}

function Accepted({ item, receipt }: { item: PurchaseOrderItem; receipt: boolean }) {
  const { case_count } = item.product;
  if (!receipt && item.quantity_accepted === null) return <span className="text-ink-faint">Not counted</span>;
  const moved = movedQuantity(item);
  const apart = moved !== item.quantity;
  return (
    <div>
      <span className={apart ? 'font-semibold text-wait' : undefined}>{casesText(moved, case_count)}</span>
      {apart && item.reason && <span className="block text-sm text-wait">{reasonText(item.reason)}</span>}
    </div>
  );
}
