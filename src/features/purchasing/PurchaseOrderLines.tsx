import { useState } from 'react';
import type { ExecuteError, PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { ConflictDialog, type FieldDifference } from '#crud/conflict/ConflictDialog.tsx';
import { differencesIn } from '#crud/form/formValues.ts';
import { showNaira } from '#domain/money.ts';
import { movedQuantity, REASON_LABEL, type REASONS } from '#domain/transfer.ts';
import { casesText, showCases } from '#domain/units.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { type Column, NUMBER, Table } from '#ui/tables/Table.tsx';
import { aCase } from '../stock/parts/lines/texts.ts';
import { usePickables } from '../stock/parts/parties.ts';
import { AddPurchaseLine } from './AddPurchaseLine.tsx';
import { type LineChange, lineOver } from './lineOver.ts';
import type { OrderHead } from './orderValues.ts';
import { AcceptPurchaseLine, EditPurchaseLine } from './PurchaseLineDialogs.tsx';
import { useOrderLines } from './useOrderLines.ts';

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
  const lines = useOrderLines(order._id);
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState<PurchaseOrderItem | null>(null);
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
  const columns: Column<PurchaseOrderItem>[] = [
    NUMBER,
    {
      key: 'product',
      title: 'Product',
      grow: true,
      cell: (item) => (
        <div className="min-w-36 whitespace-normal">
          <span className="font-semibold">{item.product.name}</span>
          {saying.has(item._id) && <span className="block text-sm font-medium text-bad">{saying.get(item._id)}</span>}
          {!receipt && item.available !== null && !saying.has(item._id) && (
            <span className="block text-sm text-ink-faint">
              {item.available <= 0
                ? 'Out of Stock'
                : `${showCases(item.available, item.product.case_count, 1)} cases available`}
            </span>
          )}
          {item.note && <span className="block text-sm text-ink-soft">{item.note}</span>}
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
    ...(mode === 'view'
      ? []
      : [
          {
            key: 'actions',
            title: <span className="sr-only">Actions</span>,
            cell: (item: PurchaseOrderItem) => (
              <div className="flex justify-end">
                <IconButton
                  icon={mode === 'edit' ? 'edit' : 'check'}
                  label={`${mode === 'edit' ? 'Edit' : 'Accept'} ${item.product.name}`}
                  disabled={asleep}
                  onClick={() => setOpen(item)}
                />
                {mode === 'edit' && (
                  <IconButton
                    icon="trash"
                    label={`Remove ${item.product.name}`}
                    disabled={asleep}
                    onClick={() => void lines.remove(item)}
                  />
                )}
              </div>
            ),
          },
        ]),
  ];
  const dialog = open && {
    item: open,
    onClose: () => setOpen(null),
    onSave: (change: LineChange) => lines.change(open, change),
  };
  return (
    <Card padded={false} label="Products">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b p-3 pl-5 sm:pr-5">
        <h2 className="text-lg font-bold">
          Products <span className="figures font-normal text-ink-faint">({items.length})</span>
        </h2>
        {mayChange && (
          <div className="no-print flex flex-wrap items-center gap-3">
            {items.length > 0 && (
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
            )}
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
          columns={columns}
          toneOf={(item) => (saying.has(item._id) ? 'bg-bad-soft' : undefined)}
          {...(mode === 'view' || asleep ? {} : { onOpen: setOpen })}
        />
      )}
      {adding && (
        <AddPurchaseLine
          pickables={pickables}
          present={new Set(items.map((item) => item.product_id))}
          onAdd={lines.add}
          onClose={() => setAdding(false)}
        />
      )}
      {dialog && mode === 'edit' && <EditPurchaseLine {...dialog} usual={pickables.of(dialog.item.product_id)?.rate} />}
      {dialog && mode === 'accept' && <AcceptPurchaseLine {...dialog} />}
      {lines.conflict && (
        <ConflictDialog
          message={lines.conflict.message}
          theirs={lines.conflict.current}
          differences={differencesOf(lines.conflict)}
          onMine={() => {
            // When the write is refused, the dialog stays open with what was typed.
            void lines.keepMine().then((kept) => kept && setOpen(null));
          }}
          onTheirs={() => {
            setOpen(null);
            lines.keepTheirs();
          }}
          onClose={lines.close}
        />
      )}
    </Card>
  );
}

function Accepted({ item, receipt }: { item: PurchaseOrderItem; receipt: boolean }) {
  const { case_count } = item.product;
  if (!receipt && item.quantity_accepted === null) return <span className="text-ink-faint">Not counted</span>;
  const moved = movedQuantity(item);
  const apart = moved !== item.quantity;
  return (
    <div>
      <span className={apart ? 'font-semibold text-wait' : undefined}>{casesText(moved, case_count)}</span>
      {apart && item.reason && (
        <span className="block text-sm text-wait">{REASON_LABEL[item.reason as (typeof REASONS)[number]]}</span>
      )}
    </div>
  );
}

/** The differences of a line field by field, in cases and naira. */
function differencesOf({
  seen,
  current,
  mine,
}: NonNullable<ReturnType<typeof useOrderLines>['conflict']>): FieldDifference[] {
  const { case_count } = current.product;
  const cases = (units: number | null) => (units === null ? 'Not counted' : casesText(units, case_count));
  const words = (line: LineChange): [string, string][] => [
    ['Quantity', cases(line.quantity)],
    ['Quantity accepted', cases(line.quantity_accepted)],
    ['Amount', showNaira(line.amount)],
    ['Reason', line.reason ? REASON_LABEL[line.reason as (typeof REASONS)[number]] : ''],
    ['Note', line.note],
  ];
  if (!mine) return [{ label: 'Product', mine: 'Removed', theirs: `${cases(current.quantity)}, changed`, typed: true }];
  // The amount follows from the merged quantity and rate, so it is the one that would be written.
  const shown = { ...mine, amount: lineOver(mine, seen, current).amount };
  return differencesIn<LineChange>(words, shown, seen, current);
}
