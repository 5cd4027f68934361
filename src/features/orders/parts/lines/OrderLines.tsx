import { useState } from 'react';
import { type OrderItem, removeGroupItem, updateGroupItem } from '#contract/orders/orderItemCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useRowSnapshot } from '#crud/conflict/useRowSnapshot.tsx';
import { useMayFill } from '#crud/query/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { casesText, showCases } from '#domain/units.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { NUMBER, Table } from '#ui/tables/Table.tsx';
import { kitTexts } from '#ui/texts.ts';
import { aCase } from '../../../stock/parts/lines/texts.ts';
import { orderTexts } from '../texts.ts';
import { OrderLineConflict } from './OrderLineConflict.tsx';
import { OrderLineDialog } from './OrderLineDialog.tsx';

interface Props {
  label: string;
  items: readonly OrderItem[];
  mayEdit: boolean;
  /** The goods of a draft have not been delivered, so nothing can be accepted. */
  draft: boolean;
  /** Whether this is the retailer's cart screen, which has other texts for its edits (A29). */
  cart: boolean;
}

/** The lines of one order: view, edit, accept, remove. */
export function OrderLines({ label, items, mayEdit, draft, cart }: Props) {
  const mayAccept = useMayFill(updateGroupItem.input.quantity_accepted) && !draft;
  const [open, setOpen] = useState<{ item: OrderItem; mode: 'edit' | 'accept' | 'remove' } | null>(null);
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
              <div className="min-w-44 whitespace-normal">
                <span className="font-semibold">{item.product.name}</span>
                <Stock item={item} />
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
                {
                  key: 'actions',
                  title: <span className="sr-only">Actions</span>,
                  cell: (item: OrderItem) => (
                    <div className="flex justify-end">
                      <IconButton
                        icon="edit"
                        label={`Edit ${item.product.name}`}
                        onClick={() => setOpen({ item, mode: 'edit' })}
                      />
                      {mayAccept && (
                        <IconButton
                          icon="check"
                          label={`Accept ${item.product.name}`}
                          onClick={() => setOpen({ item, mode: 'accept' })}
                        />
                      )}
                      <IconButton
                        icon="trash"
                        label={`Remove ${item.product.name}`}
                        onClick={() => setOpen({ item, mode: 'remove' })}
                      />
                    </div>
                  ),
                },
              ]
            : []),
        ]}
      />
      {open && open.mode !== 'remove' && (
        <OrderLineDialog item={open.item} mode={open.mode} cart={cart} onClose={() => setOpen(null)} />
      )}
      {open?.mode === 'remove' && <RemoveDialog item={open.item} onClose={() => setOpen(null)} />}
    </>
  );
}

function RemoveDialog({ item: live, onClose }: { item: OrderItem; onClose: () => void }) {
  const { row: item, conflict, setConflict } = useRowSnapshot(live);
  const { busy, send: write } = useCommand();
  const remove = async (version: number) => {
    const body = { _id: item._id, base_version: version };
    if (await write(removeGroupItem, body, 'Product removed from order.', { conflict: setConflict })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove ${item.product.name}`}
      description={kitTexts.cannotUndo}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={busy} onClick={() => void remove(item.version)}>
            Remove
          </Button>
        </>
      }
    >
      {conflict && (
        <OrderLineConflict
          conflict={conflict}
          seen={item}
          mine={null}
          busy={busy}
          onMine={remove}
          onTheirs={onClose}
          setConflict={setConflict}
        />
      )}
    </Dialog>
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

/** The quantity that the hub offers, in cases with one decimal, or "Out of Stock" (UI-24, B8.4). */
function Stock({ item }: { item: OrderItem }) {
  if (item.available === null) return null;
  return (
    <span className="mt-1 block">
      {item.available <= 0 ? (
        <Badge tone="bad">{orderTexts.outOfStock}</Badge>
      ) : (
        <span className="text-sm text-ink-faint">
          {showCases(item.available, item.product.case_count, 1)} cases available
        </span>
      )}
    </span>
  );
}
