import { useState } from 'react';
import { updateOrderAmount, updateOrderTag } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow, OrderRow } from '#contract/orders/orderRows.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import type { Conflicted } from '#crud/conflict/useRowSnapshot.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { isBilled, isLiveTag, mayMoveOrder, ORDER_TAGS, type OrderTag, TAG_LABEL } from '#domain/order.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { SelectField } from '#ui/fields/Field.tsx';
import { ServerButton, ServerIcon } from '#ui/ServerButton.tsx';
import { Figure } from './Figure.tsx';
import { billedText } from './payment/movedText.ts';
import { TagBadge } from './payment/TagBadge.tsx';
import { orderTexts } from './texts.ts';

const SUCCESS = orderTexts.updated;

/** The head over the lines of one manufacturer: name, amount, tag (B5.11). */
export function OrderHead({ order, group, cart }: { order: OrderRow; group: OrderGroupRow; cart: boolean }) {
  const { profile } = useSession();
  const [editing, setEditing] = useState(false);
  const [restoring, setRestoring] = useState(false);
  const { busy, send: write, refused, retyped } = useCommand();
  // The parts of a cancelled group are cancelled, and restored together with it.
  const follows = group.tag === 'cancelled';
  const mayMove = !follows && mayMoveOrder(group.tag, profile);
  const restore = async () => {
    // The dialog sends the version of the sum that it showed, so that the retailer is never billed another sum.
    const body = { _id: order._id, base_version: order.version, old_tag: order.tag, new_tag: 'completed' as const };
    // The order changed meanwhile. The dialog asked about another state, so it closes.
    const success = isBilled(group.tag) ? billedText(order.amount, order.buyer.name) : SUCCESS;
    const answer = await write(updateOrderTag, body, success, {
      conflict: ({ message }) => {
        toast('bad', message);
        setRestoring(false);
      },
    });
    if (answer) setRestoring(false);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 text-base sm:text-sm compact:-my-1.5 compact:min-h-8">
        {/* On a phone the reference is under the name, so that the amount stands at one place in every head. */}
        <span className="flex min-w-0 grow basis-28 flex-wrap items-center gap-x-3 max-sm:flex-col max-sm:items-start">
          <h3 className="font-semibold">{order.manufacturer.name}</h3>
          <span className="figures text-sm text-ink-faint">{order.ref}</span>
          {/* The tag of a part says only whether the part counts, and the order says its own status. So only a part that does not count shows its tag. */}
          {!cart && !isLiveTag(order.tag) && <TagBadge tag={order.tag} />}
        </span>
        {/* The amount and the menu stand above the amounts and menus of the lines. */}
        <span className={classes('ml-auto flex items-center', mayMove && 'sm:compact:mr-[3px] sm:compact:gap-[19px]')}>
          <Figure
            call={updateOrderAmount}
            label={`Amount of ${order.manufacturer.name}`}
            row={order}
            of={(one) => one.amount}
            busy={busy}
            refused={refused.amount}
            onRetyped={() => retyped('amount')}
            onSave={async (amount, base_version, tell) =>
              (await write(updateOrderAmount, { _id: order._id, base_version, amount }, SUCCESS, {
                conflict: tell,
              })) !== null
            }
          />
          {mayMove && <ServerIcon icon="more" label={`Edit order ${order.ref}`} onClick={() => setEditing(true)} />}
        </span>
      </div>
      {!isLiveTag(order.tag) && !follows && (
        <div className="py-2">
          <Notice
            tone="bad"
            icon="alert"
            action={
              mayMove && (
                <ServerButton busy={busy} onClick={() => (isBilled(group.tag) ? setRestoring(true) : void restore())}>
                  Restore
                </ServerButton>
              )
            }
          >
            This order is {order.tag} and does not count in the total.
          </Notice>
        </div>
      )}
      {restoring && (
        <Dialog
          open
          onClose={() => setRestoring(false)}
          title={`Restore: ${order.ref}`}
          description={orderTexts.bills(showNaira(order.amount))}
          actions={
            <>
              <Button onClick={() => setRestoring(false)}>Cancel</Button>
              <ServerButton look="primary" busy={busy} onClick={() => void restore()}>
                Restore
              </ServerButton>
            </>
          }
        />
      )}
      {editing && <OrderDialog order={order} onClose={() => setEditing(false)} />}
    </>
  );
}

/** The dialog that changes an order's tag. Its title has the order's ref and the retailer (ORD-25). */
function OrderDialog({ order, onClose }: { order: OrderRow; onClose: () => void }) {
  const { busy, send: write } = useCommand();
  const [{ from, version, since }, ask] = useState({ from: order.tag, version: order.version, since: '' });
  const [tag, setTag] = useState<OrderTag>(from);
  const save = async () => {
    const body = { _id: order._id, base_version: version, old_tag: from, new_tag: tag };
    const answer = await write(updateOrderTag, body, SUCCESS, {
      // The order changed meanwhile. The chosen tag stays, and the next press applies to the current order.
      conflict: ({ message, current }: Conflicted<OrderRow>) =>
        ask({ from: current.tag, version: current.version, since: message }),
    });
    if (answer) onClose();
  };
  return (
    <DialogForm
      onClose={onClose}
      title={`${order.ref}, ${order.buyer.name}`}
      description={`The part of ${order.manufacturer.name}. Its status says whether it counts; the retailer is billed by the status of the whole order.`}
      save="Save"
      ready={tag !== from}
      busy={busy}
      onSave={save}
    >
      {since && (
        <Notice tone="wait" icon="swap" role="alert">
          {since}
        </Notice>
      )}
      <SelectField
        label="Tag"
        value={tag}
        onChange={(next) => setTag(next as OrderTag)}
        options={ORDER_TAGS.map((one) => ({ value: one, label: TAG_LABEL[one] }))}
      />
    </DialogForm>
  );
}
