import { useState } from 'react';
import { type OrderItem, updateGroupItem } from '#contract/orders/orderItemCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useRowSnapshot } from '#crud/conflict/useRowSnapshot.tsx';
import { useMayFill } from '#crud/query/useSession.ts';
import { formatMoney, koboOf, lineAmount, parseMoney, showNaira } from '#domain/money.ts';
import { lineValue } from '#domain/order.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { lineTexts } from '../../../stock/parts/lines/texts.ts';
import { orderTexts } from '../texts.ts';
import { lineOver, rateOfLine } from './lineOver.ts';
import { OrderLineConflict } from './OrderLineConflict.tsx';

interface Props {
  item: OrderItem;
  mode: 'edit' | 'accept';
  /** The cart has other texts for its edits (A29). */
  cart?: boolean;
  onClose: () => void;
}

/** A rate that differs by more than this share from the usual one needs a confirmation (F22). */
const FAR_OFF = 0.2;

/** The dialog of a line in two modes: edit quantity and rate, or accept what arrived (B5.0c). */
export function OrderLineDialog({ item: live, mode, cart = false, onClose }: Props) {
  const { row: item, conflict, setConflict } = useRowSnapshot(live);
  const { product } = item;
  const stored = rateOfLine(item);
  const [quantity, setQuantity] = useState<number | null>(
    mode === 'edit' ? item.quantity : (item.quantity_accepted ?? item.quantity),
  );
  const [counting, setCounting] = useState<Counting>(item.quantity % product.case_count === 0 ? 'case' : 'unit');
  const [rate, setRate] = useState(formatMoney(stored));
  const mayPrice = useMayFill(updateGroupItem.input.rate);
  const { busy, send: write, refused, retyped } = useCommand();
  const kobo = parseMoney(rate);
  const rateChanged = kobo !== stored;
  const usual = koboOf(product.price ?? '0');
  const farOff = mode === 'edit' && kobo !== null && usual > 0 && Math.abs(kobo - usual) > usual * FAR_OFF;
  const valid = quantity !== null && kobo !== null && kobo >= 0;
  const same = mode === 'edit' ? quantity === item.quantity && !rateChanged : quantity === item.quantity_accepted;
  const amount =
    !valid || (quantity === item.quantity && !rateChanged)
      ? koboOf(item.amount)
      : lineAmount(quantity, kobo, product.case_count);
  const billed =
    mode === 'accept' && quantity !== null
      ? lineValue({
          quantity: item.quantity,
          quantity_accepted: quantity,
          amount: koboOf(item.amount),
          rate: stored,
          case_count: product.case_count,
        })
      : amount;
  // Accepting has no ceiling. A line of an out-of-stock product may keep its quantity or get less (B8.4).
  const out = mode === 'edit' && item.available === 0;
  const ceiling =
    mode === 'accept' || item.available === null ? undefined : Math.max(1, out ? item.quantity : item.available);
  /** `over` is the line that my change is written over; fields that I did not change keep their values (B12.6). */
  const typedOver = (over: OrderItem) =>
    valid ? lineOver({ quantity, rate: kobo }, item, over) : { amount: over.amount };
  const save = async (over: OrderItem) => {
    if (!valid) return;
    // The price is sent only if it is new; the server computes the amount (K1).
    const { amount: _follows, ...typed } = typedOver(over);
    const told = await write(
      updateGroupItem,
      {
        _id: item._id,
        base_version: over.version,
        ...(mode === 'accept' ? { quantity_accepted: quantity } : typed),
      },
      mode === 'accept' || cart ? 'Order product updated' : 'Order item updated',
      { conflict: setConflict },
    );
    if (told) onClose();
  };
  return (
    <DialogForm
      onClose={onClose}
      title={mode === 'accept' ? `Accept ${product.name}` : product.name}
      save="Save"
      ready={valid && !same}
      busy={busy}
      onSave={() => save(item)}
    >
      <Stepper
        label={mode === 'accept' ? 'Quantity accepted' : 'Quantity'}
        value={quantity}
        onChange={(units) => {
          setQuantity(units);
          retyped('quantity');
        }}
        caseCount={product.case_count}
        min={mode === 'accept' ? 0 : 1}
        multiple={mode === 'accept' ? 1 : item.mpu}
        hint={mode === 'edit' && item.mpu > 1 ? orderTexts.inMultiples(product.case_count, item.mpu) : undefined}
        max={ceiling}
        counting={counting}
        onCounting={setCounting}
        autoFocus
      />
      {refused.quantity && (
        <Notice tone="bad" icon="alert" role="alert">
          {refused.quantity}
        </Notice>
      )}
      {out && (
        <Notice tone="wait" icon="alert">
          {orderTexts.outOfStock}
        </Notice>
      )}
      {mode === 'edit' && mayPrice && (
        <TextField
          label="Price per case (NGN)"
          inputMode="decimal"
          value={rate}
          onChange={(text) => {
            setRate(text);
            retyped('rate');
          }}
          error={kobo === null || kobo < 0 ? lineTexts.priceNumber : refused.rate}
          hint={item.rate_about ? orderTexts.about : undefined}
        />
      )}
      {farOff && (
        <Notice tone="wait" icon="alert">
          The usual price is {showNaira(usual)} a case. Check before you save.
        </Notice>
      )}
      <p className="flex justify-between border-t pt-3 text-lg">
        {mode === 'accept' ? 'Billed' : 'Amount'} <strong className="figures">{showNaira(billed)}</strong>
      </p>
      {conflict && (
        <OrderLineConflict
          conflict={conflict}
          seen={item}
          mine={
            mode === 'accept'
              ? { ...item, quantity_accepted: quantity }
              : { ...item, quantity: quantity ?? item.quantity, amount: typedOver(conflict.current).amount }
          }
          busy={busy}
          onMine={() => save(conflict.current)}
          onTheirs={onClose}
          setConflict={setConflict}
        />
      )}
    </DialogForm>
  );
}
