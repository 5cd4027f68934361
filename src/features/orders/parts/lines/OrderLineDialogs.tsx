/** The three dialogs of an order line: edit quantity and price, accept what arrived, remove it (B5.0c). */
import { type OrderItem, updateGroupItem } from '#contract/orders/orderItemCalls.ts';
import { useMayFill } from '#crud/query/useSession.ts';
import { koboOf } from '#domain/money.ts';
import { lineValue } from '#domain/order.ts';
import { shortageOf, shortageText } from '#domain/stockLimit.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Stepper } from '#ui/fields/Stepper.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { kitTexts } from '#ui/texts.ts';
import { AmountRow, PriceField, Refused } from '../../../lines/parts/LineFields.tsx';
import { OUT_OF_STOCK } from '../../../lines/parts/texts.ts';
import { useLineFigures, useQuantity } from '../../../lines/parts/useLineFigures.ts';
import { useLineWrites } from '../../../lines/parts/useLineWrites.tsx';
import { orderTexts } from '../texts.ts';
import type { LineStock } from './hubStock.ts';
import { ceilingOf, ITEM_UPDATED, PRODUCT_UPDATED, priceOf, usualText } from './orderLine.ts';

interface Props {
  /** The line as it was when the dialog opened. */
  item: OrderItem;
  onClose: () => void;
}

interface EditProps extends Props {
  /** The retailer's cart uses other words for edits (A29). */
  cart: boolean;
  /** What the hub has of the product; undefined until it is known. */
  stock: LineStock | undefined;
}

export function EditOrderLine({ item, cart, stock, onClose }: EditProps) {
  const { name, case_count } = item.product;
  const lines = useLineWrites(cart ? PRODUCT_UPDATED : ITEM_UPDATED, onClose);
  const figures = useLineFigures(item, case_count, priceOf(item));
  const mayPrice = useMayFill(updateGroupItem.input.rate);
  const out = item.available === 0;
  const unusual = usualText(item, figures.price.rate);
  const { value } = figures.stepper;
  const short = stock && value !== null ? shortageOf(stock.units, 0, value) : null;
  const { typed } = figures;
  return (
    <DialogForm
      title={name}
      ready={typed !== null && figures.isChanged}
      busy={lines.busy}
      onClose={onClose}
      save="Save"
      onSave={async (close) => {
        if (typed && (await lines.change(item, { ...item, ...typed }))) close();
      }}
    >
      <Stepper
        {...figures.stepper}
        label="Quantity"
        onChange={(units) => {
          figures.stepper.onChange(units);
          lines.retyped('quantity');
        }}
        multiple={item.mpu}
        hint={item.mpu > 1 ? orderTexts.inMultiples(case_count, item.mpu) : undefined}
        max={ceilingOf(item)}
        warning={short && stock ? shortageText({ ...short, hub: stock.hub }, case_count) : undefined}
        autoFocus
      />
      <Refused text={lines.refused.quantity} />
      {out && (
        <Notice tone="wait" icon="alert">
          {`${OUT_OF_STOCK}. ${orderTexts.limitZero}`}
        </Notice>
      )}
      {mayPrice && (
        <PriceField
          rate={figures.price.rate}
          onChange={(text) => {
            figures.price.onChange(text);
            lines.retyped('rate');
          }}
          refused={lines.refused.rate}
          hint={item.rate_about ? orderTexts.about : undefined}
        />
      )}
      {unusual && (
        <Notice tone="wait" icon="alert">
          {unusual}
        </Notice>
      )}
      <AmountRow amount={figures.amount} />
      {lines.question}
    </DialogForm>
  );
}

export function AcceptOrderLine({ item, onClose }: Props) {
  const { name, case_count } = item.product;
  const lines = useLineWrites(PRODUCT_UPDATED, onClose);
  const stepper = useQuantity(item.quantity_accepted ?? item.quantity, item.quantity, case_count);
  const accepted = stepper.value;
  const amount = koboOf(item.amount);
  const rate = koboOf(priceOf(item));
  return (
    <DialogForm
      title={`Accept ${name}`}
      ready={accepted !== null && accepted !== item.quantity_accepted}
      busy={lines.busy}
      onClose={onClose}
      save="Save"
      onSave={async (close) => {
        if (await lines.change(item, { ...item, quantity_accepted: accepted })) close();
      }}
    >
      <Stepper
        {...stepper}
        label="Quantity accepted"
        onChange={(units) => {
          stepper.onChange(units);
          lines.retyped('quantity');
        }}
        // Accepted quantities have no ceiling.
        min={0}
        autoFocus
      />
      <Refused text={lines.refused.quantity} />
      <AmountRow
        label="Billed"
        amount={
          accepted === null
            ? amount
            : lineValue({ quantity: item.quantity, quantity_accepted: accepted, amount, rate, case_count })
        }
      />
      {lines.question}
    </DialogForm>
  );
}

export function RemoveOrderLine({ item, onClose }: Props) {
  const lines = useLineWrites(PRODUCT_UPDATED, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove ${item.product.name}`}
      description={kitTexts.cannotUndo}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ServerButton
            look="danger"
            busy={lines.busy}
            onClick={() => void lines.remove(item).then((removed) => removed && onClose())}
          >
            Remove
          </ServerButton>
        </>
      }
    >
      {lines.question}
    </Dialog>
  );
}
