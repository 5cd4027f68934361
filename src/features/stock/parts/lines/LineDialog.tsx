import { useState } from 'react';
import { formatMoney, lineAmount, parseMoney, rateOf, showNaira } from '#domain/money.ts';
import { differenceKind, keptRate, USUAL_REASON } from '#domain/receiving.ts';
import { movedQuantity, REASON_LABEL, REASONS } from '#domain/transfer.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { SelectField } from '#ui/fields/Field.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { RateField } from './RateField.tsx';
import { lineTexts } from './texts.ts';

interface Props {
  line: LineView;
  /** Accept mode (UI-28): the accepted quantity comes first. An empty one means not counted. */
  counting?: boolean;
  /** The picker's price in kobo per case. The amount of a few units does not give it exactly. */
  offered?: number | null;
  onClose: () => void;
  onSave: (line: TransferLine) => Promise<void>;
}

/** Edits one line: expected and accepted quantity, the reason of a difference, and the price per case (UI-28, B3.5). */
export function LineDialog({ line, counting: accepting = false, offered = null, onClose, onSave }: Props) {
  const [quantity, setQuantity] = useState<number | null>(line.quantity);
  const [accepted, setAccepted] = useState<number | null>(accepting ? line.quantity_accepted : movedQuantity(line));
  const [apart, setApart] = useState(accepting || differenceKind(line) !== null);
  const [counting, setCounting] = useState<Counting>(line.quantity % line.case_count === 0 ? 'case' : 'unit');
  const [reason, setReason] = useState(line.reason ?? '');
  const [first] = useState(() =>
    formatMoney(
      offered === null
        ? (line.rate ?? rateOf(line.amount, line.quantity, line.case_count) ?? 0)
        : keptRate(line, offered),
    ),
  );
  const [rate, setRate] = useState(first);
  const kobo = parseMoney(rate);
  const taken = apart ? accepted : quantity;
  const differs = quantity !== null && taken !== null && taken !== quantity;
  const valid = quantity !== null && (taken !== null || accepting) && kobo !== null && kobo >= 0;
  // The reason is optional. A count proposes the usual one.
  const why = differs ? reason || (accepting ? usualReason(quantity, taken) : null) : null;
  // Saving sends the line, so an unchanged line is not saved.
  const same =
    quantity === line.quantity &&
    taken === (accepting ? line.quantity_accepted : movedQuantity(line)) &&
    why === (line.reason ?? null) &&
    rate === first;
  // An unchanged price keeps its amount to the kobo, because a rate is rounded.
  const amount =
    !valid || (quantity === line.quantity && rate === first)
      ? line.amount
      : lineAmount(quantity, kobo, line.case_count);
  const save = async () => {
    if (!valid) return;
    await onSave({
      product_id: line.product_id,
      quantity,
      quantity_accepted: taken,
      amount: formatMoney(amount),
      // If the price is unchanged and unknown here, the server computes it from the amount.
      ...(quantity === 0 || (rate === first && line.rate === null) ? {} : { rate: formatMoney(kobo) }),
      reason: why,
      note: line.note,
      about: { name: line.name, case_count: line.case_count },
    });
  };
  const quantityField = (
    <Stepper
      label={accepting ? 'Quantity expected' : 'Quantity'}
      min={accepting ? 0 : 1}
      value={quantity}
      onChange={setQuantity}
      caseCount={line.case_count}
      counting={counting}
      onCounting={setCounting}
      autoFocus={!accepting}
    />
  );
  const acceptedField = (
    <Stepper
      label="Quantity accepted"
      min={0}
      value={accepted}
      onChange={setAccepted}
      caseCount={line.case_count}
      counting={counting}
      onCounting={setCounting}
      autoFocus={accepting}
      {...(accepting ? { hint: `1 case = ${line.case_count} units. Leave empty if you have not counted it.` } : {})}
    />
  );
  return (
    <DialogForm onClose={onClose} title={line.name} save="Save" ready={valid && !same} onSave={save}>
      {accepting ? (
        <>
          {acceptedField}
          {quantityField}
        </>
      ) : (
        <>
          {quantityField}
          {apart ? (
            acceptedField
          ) : (
            <Button look="quiet" onClick={() => setApart(true)}>
              Another quantity was accepted
            </Button>
          )}
        </>
      )}
      {apart && differs && (
        <SelectField
          label="Reason"
          value={reason || (accepting && quantity !== null && taken !== null ? usualReason(quantity, taken) : '')}
          onChange={setReason}
          {...(accepting ? {} : { blank: lineTexts.chooseWhy })}
          options={REASONS.map((one) => ({ value: one, label: REASON_LABEL[one] }))}
          hint={lineTexts.whyHelps}
        />
      )}
      <RateField rate={rate} usual={offered === null ? undefined : formatMoney(offered)} onChange={setRate} />
      <p className="flex justify-between border-t pt-3 text-lg">
        Amount <strong className="figures">{showNaira(amount)}</strong>
      </p>
    </DialogForm>
  );
}

function usualReason(quantity: number, quantity_accepted: number): string {
  const kind = differenceKind({ quantity, quantity_accepted });
  return kind === null ? '' : USUAL_REASON[kind];
}
