import { useState } from 'react';
import { formatMoney, lineAmount, parseMoney, rateOf, showNaira } from '#domain/money.ts';
import { REASON_LABEL, REASONS } from '#domain/transfer.ts';
import type { Line } from '#offline/op.ts';
import type { LineView } from '#offline/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';
import { type Counting, Stepper } from '#ui/Stepper.tsx';

interface Props {
  line: LineView;
  onClose: () => void;
  onSave: (line: Line) => Promise<void>;
}

/** Edits one line: expected and accepted quantity, the reason when they differ, and the price per case (UI-28, B3.5). */
export function LineDialog({ line, onClose, onSave }: Props) {
  const [quantity, setQuantity] = useState<number | null>(line.quantity);
  const [accepted, setAccepted] = useState<number | null>(line.quantity_accepted ?? line.quantity);
  const [apart, setApart] = useState(line.quantity_accepted !== null && line.quantity_accepted !== line.quantity);
  const [counting, setCounting] = useState<Counting>(line.quantity % line.case_count === 0 ? 'case' : 'unit');
  const [reason, setReason] = useState(line.reason ?? '');
  const [rate, setRate] = useState(() => formatMoney(rateOf(line.amount, line.quantity, line.case_count) ?? 0));
  const [busy, setBusy] = useState(false);
  const kobo = parseMoney(rate);
  const taken = apart ? accepted : quantity;
  const differs = quantity !== null && taken !== null && taken !== quantity;
  const valid = quantity !== null && taken !== null && kobo !== null && kobo >= 0 && (!differs || reason !== '');
  const amount = valid ? lineAmount(quantity, kobo, line.case_count) : line.amount;
  const save = async () => {
    if (!valid) return;
    setBusy(true);
    await onSave({
      product_id: line.product_id,
      quantity,
      quantity_accepted: taken,
      amount: formatMoney(amount),
      reason: differs ? reason : null,
      note: line.note,
      about: { name: line.name, case_count: line.case_count },
    });
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={line.name}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} disabled={!valid} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <Stepper
        label="Quantity"
        value={quantity}
        onChange={setQuantity}
        caseCount={line.case_count}
        counting={counting}
        onCounting={setCounting}
        autoFocus
      />
      {apart ? (
        <>
          <Stepper
            label="Quantity accepted"
            value={accepted}
            onChange={setAccepted}
            caseCount={line.case_count}
            counting={counting}
            onCounting={setCounting}
          />
          {differs && (
            <SelectField
              label="Reason"
              value={reason}
              onChange={setReason}
              blank="Choose why it differs"
              options={REASONS.map((one) => ({ value: one, label: REASON_LABEL[one] }))}
              error={reason === '' ? 'Say why accepted and expected differ.' : undefined}
              required
            />
          )}
        </>
      ) : (
        <Button look="quiet" onClick={() => setApart(true)}>
          Another quantity was accepted
        </Button>
      )}
      <TextField
        label="Price per case (NGN)"
        inputMode="decimal"
        value={rate}
        onChange={setRate}
        error={kobo === null ? 'Price must be a number.' : undefined}
      />
      <p className="flex justify-between border-t pt-3 text-lg">
        Amount <strong className="figures">{showNaira(amount)}</strong>
      </p>
    </Dialog>
  );
}
