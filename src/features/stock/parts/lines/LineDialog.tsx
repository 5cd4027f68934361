import { useState } from 'react';
import { formatMoney } from '#domain/money.ts';
import { BACK_REASONS } from '#domain/receiving.ts';
import { REASON_LABEL, REASONS } from '#domain/transfer.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { SelectField } from '#ui/fields/Field.tsx';
import { type Counting, Stepper } from '#ui/fields/Stepper.tsx';
import { LotLinks } from '../../../catalogue/parts/LotLink.tsx';
import { AmountRow } from '../../../lines/parts/LineFields.tsx';
import { LotRows } from './LotRows.tsx';
import { RateField } from './RateField.tsx';
import { lineTexts } from './texts.ts';
import { useEditedLine } from './useEditedLine.ts';

interface Props {
  line: LineView;
  /** Accept mode (UI-28): the accepted quantity comes first. An empty field means not counted. */
  counting?: boolean;
  /** A blind count: hides the expected quantity and everything that reveals it. */
  hidesExpected?: boolean;
  /** The picker's price in kobo per case. The amount of a few units does not give it exactly. */
  offered?: number | null;
  /** The goods go back: to a distributor, or from an associate to the hub. */
  isBack?: boolean;
  /** The product is tracked by lot, so the dialog asks for lots. */
  tracksLots?: boolean;
  /** The text of the button that shows a field for the accepted quantity. Null: nothing was expected, so no other quantity can have come. */
  another: string | null;
  /** The warning about a number of units. Undefined: no warning. */
  warningOf?: (units: number | null) => string | undefined;
  /** The button that corrects such a number of units. Undefined: there is none. */
  wayOutOf?: (units: number | null) => { words: string; units: number } | undefined;
  onClose: () => void;
  onSave: (line: TransferLine) => Promise<void>;
  onRemove: () => void;
}

/** Edits one line: expected and accepted quantity, the reason of a difference, and the price per case (UI-28, B3.5). */
export function LineDialog(props: Props) {
  const { line, counting: accepting = false, hidesExpected = false, offered = null, isBack = false } = props;
  const { another, warningOf, wayOutOf, onClose, onSave, onRemove } = props;
  const [counting, setCounting] = useState<Counting>(line.quantity % line.case_count === 0 ? 'case' : 'unit');
  const typed = useEditedLine(line, accepting, offered, isBack);
  const save = async () => {
    const next = typed.edited();
    if (next) await onSave(next);
  };
  const counted = { caseCount: line.case_count, counting, onCounting: setCounting };
  const quantityField = (
    <Stepper
      label={accepting ? 'Quantity expected' : 'Quantity'}
      min={accepting ? 0 : 1}
      value={typed.quantity}
      onChange={typed.setQuantity}
      {...counted}
      warning={typed.apart ? undefined : warningOf?.(typed.quantity)}
      wayOut={typed.apart ? undefined : wayOutOf?.(typed.quantity)}
      autoFocus={!accepting}
    />
  );
  const acceptedField = (
    <Stepper
      label="Quantity accepted"
      min={0}
      value={typed.accepted}
      onChange={typed.setAccepted}
      {...counted}
      warning={warningOf?.(typed.accepted)}
      wayOut={wayOutOf?.(typed.accepted)}
      autoFocus={accepting}
      {...(accepting ? { hint: `1 case = ${line.case_count} units. Leave empty if you have not counted it.` } : {})}
    />
  );
  return (
    <DialogForm isKept onClose={onClose} title={line.name} save="Save" ready={typed.ready} onSave={save}>
      {accepting ? (
        <>
          {acceptedField}
          {!hidesExpected && quantityField}
        </>
      ) : (
        <>
          {quantityField}
          {typed.apart
            ? acceptedField
            : another !== null && <Button onClick={() => typed.setApart(true)}>{another}</Button>}
        </>
      )}
      {!isBack && typed.apart && typed.differs && !hidesExpected && (
        <SelectField
          label="Reason"
          value={typed.reason}
          onChange={typed.setReason}
          {...(accepting ? {} : { blank: lineTexts.chooseWhy })}
          options={REASONS.map((one) => ({ value: one, label: REASON_LABEL[one] }))}
          hint={lineTexts.whyHelps}
        />
      )}
      {isBack && (
        <SelectField
          label="Reason"
          value={typed.reason}
          onChange={typed.setReason}
          blank={lineTexts.noWhy}
          options={BACK_REASONS.map((one) => ({ value: one, label: REASON_LABEL[one] }))}
          hint={lineTexts.whyBack}
        />
      )}
      {(props.tracksLots || line.lots) && (
        <>
          <LotRows rows={typed.lots} error={typed.lotsError} onChange={typed.setLots} />
          <LotLinks product={{ _id: line.product_id, name: line.name }} lots={line.lots} />
        </>
      )}
      {!hidesExpected && (
        <RateField
          rate={typed.rate}
          usual={offered === null ? undefined : formatMoney(offered)}
          onChange={typed.setRate}
        />
      )}
      {!hidesExpected && <AmountRow amount={typed.amount} />}
      <div>
        <Button look="danger" icon="trash" aria-label={`Remove ${line.name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </DialogForm>
  );
}
