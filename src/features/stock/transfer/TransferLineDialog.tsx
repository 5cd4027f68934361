import { useState } from 'react';
import { formatMoney, rateOf } from '#domain/money.ts';
import { differenceKind, keptRate, USUAL_REASON } from '#domain/receiving.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Stepper } from '#ui/fields/Stepper.tsx';
import { AmountRow, PriceBesideUsual, ReasonField } from '../../lines/parts/LineFields.tsx';
import { useLineFigures } from '../../lines/parts/useLineFigures.ts';

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
export function TransferLineDialog({ line, counting: accepting = false, offered = null, onClose, onSave }: Props) {
  const price =
    offered === null
      ? (line.rate ?? rateOf(line.amount, line.quantity, line.case_count) ?? 0)
      : keptRate(line, offered);
  const figures = useLineFigures(
    {
      quantity: line.quantity,
      amount: formatMoney(line.amount),
      rate: line.rate === null ? null : formatMoney(line.rate),
    },
    line.case_count,
    formatMoney(price),
  );
  const { typed, stepper } = figures;
  const quantity = stepper.value;
  const [accepted, setAccepted] = useState<number | null>(accepting ? line.quantity_accepted : movedQuantity(line));
  const [apart, setApart] = useState(accepting || differenceKind(line) !== null);
  const [reason, setReason] = useState(line.reason ?? '');
  const taken = apart ? accepted : quantity;
  const differs = quantity !== null && taken !== null && taken !== quantity;
  const valid = typed !== null && (taken !== null || accepting);
  // The reason is optional. A count proposes the usual one.
  const why = differs ? reason || (accepting ? usualReason(quantity, taken) : null) : null;
  // Saving sends the line, so an unchanged line is not saved.
  const same =
    !figures.isChanged &&
    taken === (accepting ? line.quantity_accepted : movedQuantity(line)) &&
    why === (line.reason ?? null);
  const save = async () => {
    if (typed === null || !valid) return;
    await onSave({
      product_id: line.product_id,
      quantity: typed.quantity,
      quantity_accepted: taken,
      amount: typed.amount,
      // If the price is unchanged and unknown here, the server computes it from the amount.
      ...(typed.quantity === 0 || typed.rate === null ? {} : { rate: typed.rate }),
      reason: why,
      note: line.note,
      about: { name: line.name, case_count: line.case_count },
    });
  };
  const quantityField = (
    <Stepper
      {...stepper}
      label={accepting ? 'Quantity expected' : 'Quantity'}
      min={accepting ? 0 : 1}
      autoFocus={!accepting}
    />
  );
  const acceptedField = (
    <Stepper
      {...stepper}
      label="Quantity accepted"
      min={0}
      value={accepted}
      onChange={setAccepted}
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
        <ReasonField
          reason={reason || (accepting && quantity !== null && taken !== null ? usualReason(quantity, taken) : '')}
          onChange={setReason}
          blank={!accepting}
        />
      )}
      <PriceBesideUsual {...figures.price} usual={offered === null ? undefined : formatMoney(offered)} />
      <AmountRow amount={figures.amount} />
    </DialogForm>
  );
}

function usualReason(quantity: number, quantity_accepted: number): string {
  const kind = differenceKind({ quantity, quantity_accepted });
  return kind === null ? '' : USUAL_REASON[kind];
}
