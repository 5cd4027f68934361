/** The two dialogs for a line (UI-28): edit changes what is expected and its price, accept records what came. */
import { type ReactNode, useState } from 'react';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { formatMoney, lineAmount, parseMoney, showNaira } from '#domain/money.ts';
import { REASON_LABEL, REASONS } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { RateField } from '../stock/parts/lines/RateField.tsx';
import { lineTexts } from '../stock/parts/lines/texts.ts';
import { changeOf, type LineChange } from './lineOver.ts';

interface Props {
  item: PurchaseOrderItem;
  onClose: () => void;
  /** Resolves true when the server has stored the change. */
  onSave: (change: LineChange) => Promise<boolean>;
}

export function EditPurchaseLine({ item, usual, onClose, onSave }: Props & { usual: string | undefined }) {
  const { case_count } = item.product;
  const [quantity, setQuantity] = useState<number | null>(item.quantity);
  const [counting, setCounting] = useState<Counting>(item.quantity % case_count === 0 ? 'case' : 'unit');
  const [first] = useState(item.rate ?? usual ?? '0.00');
  const [rate, setRate] = useState(first);
  const kobo = parseMoney(rate);
  const valid = quantity !== null && kobo !== null && kobo >= 0;
  // An unchanged price keeps its amount to the kobo, because a rate is rounded.
  const amount =
    quantity === item.quantity && rate === item.rate
      ? item.amount
      : valid
        ? formatMoney(lineAmount(quantity, kobo, case_count))
        : item.amount;
  const save = async () => {
    if (!valid) return false;
    const same = quantity === item.quantity;
    // An edited quantity counts as accepted until the goods are counted.
    return onSave({
      ...changeOf(item),
      quantity,
      amount,
      rate: rate === first ? item.rate : formatMoney(kobo),
      quantity_accepted: same ? item.quantity_accepted : quantity,
      reason: same ? item.reason : null,
    });
  };
  return (
    <LineFrame
      title={item.product.name}
      valid={valid}
      changed={quantity !== item.quantity || rate !== first}
      onClose={onClose}
      onSave={save}
    >
      <Stepper
        label="Quantity"
        value={quantity}
        onChange={setQuantity}
        caseCount={case_count}
        counting={counting}
        onCounting={setCounting}
        autoFocus
      />
      <RateField rate={rate} usual={usual} onChange={setRate} />
      <p className="flex justify-between border-t pt-3 text-lg">
        Amount <strong className="figures">{showNaira(amount)}</strong>
      </p>
    </LineFrame>
  );
}

export function AcceptPurchaseLine({ item, onClose, onSave }: Props) {
  const { case_count } = item.product;
  const [accepted, setAccepted] = useState<number | null>(item.quantity_accepted ?? item.quantity);
  const [counting, setCounting] = useState<Counting>(item.quantity % case_count === 0 ? 'case' : 'unit');
  const [reason, setReason] = useState(item.reason ?? '');
  const [note, setNote] = useState(item.note);
  const differs = accepted !== null && accepted !== item.quantity;
  const valid = accepted !== null;
  // The reason is optional.
  const why = differs && reason !== '' ? reason : null;
  // In a line that was not counted yet, confirming the ordered quantity is a change too.
  const changed = accepted !== item.quantity_accepted || why !== item.reason || note !== item.note;
  return (
    <LineFrame
      title={item.product.name}
      valid={valid}
      changed={changed}
      onClose={onClose}
      onSave={() => onSave({ ...changeOf(item), quantity_accepted: accepted, reason: why, note })}
    >
      <p className="flex justify-between rounded-card bg-surface-sunken px-4 py-3">
        Expected <strong className="figures">{casesText(item.quantity, case_count)}</strong>
      </p>
      <Stepper
        label="Quantity accepted"
        min={0}
        value={accepted}
        onChange={setAccepted}
        caseCount={case_count}
        counting={counting}
        onCounting={setCounting}
        autoFocus
      />
      {accepted !== null && accepted > item.quantity && (
        <Notice tone="wait" icon="alert">
          More is accepted than was expected.
        </Notice>
      )}
      {differs && (
        <SelectField
          label="Reason"
          value={reason}
          onChange={setReason}
          blank={lineTexts.chooseWhy}
          options={REASONS.map((one) => ({ value: one, label: REASON_LABEL[one] }))}
          hint={lineTexts.whyHelps}
        />
      )}
      <TextField label="Note" value={note} onChange={setNote} hint="Optional: what a colleague should know." />
    </LineFrame>
  );
}

/** `changed`: whether the dialog differs from the stored line. Otherwise Save is disabled (UI-01). */
function LineFrame({
  valid,
  changed,
  onSave,
  ...rest
}: Pick<Props, 'onClose'> & {
  title: string;
  valid: boolean;
  changed: boolean;
  onSave: () => Promise<boolean>;
  children: ReactNode;
}) {
  return (
    <DialogForm
      {...rest}
      save="Save"
      ready={valid && changed}
      onSave={async (close) => {
        if (await onSave()) close();
      }}
    />
  );
}
