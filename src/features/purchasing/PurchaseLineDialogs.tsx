/** The two dialogs of a purchase order line (UI-28). Edit changes the expected quantity and the price. Accept records the quantity that came. */
import { useState } from 'react';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { BACK_REASONS, keptReason } from '#domain/receiving.ts';
import { REASON_LABEL, REASONS } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { Stepper } from '#ui/fields/Stepper.tsx';
import { AmountRow } from '../lines/parts/LineFields.tsx';
import { useLineFigures, useQuantity } from '../lines/parts/useLineFigures.ts';
import { RateField } from '../stock/parts/lines/RateField.tsx';
import { lineTexts } from '../stock/parts/lines/texts.ts';
import { OfficeLots, useOfficeLots } from './OfficeLots.tsx';
import { changeOf, type PurchaseLineChange } from './purchaseLine.ts';

interface Props {
  item: PurchaseOrderItem;
  /** The goods go back. Each line then says why, whatever quantity was counted (decision 0330). */
  isBack: boolean;
  /** The goods leave a warehouse of one of our hubs or associates. */
  leaves: boolean;
  onClose: () => void;
  /** Resolves true when the server has stored the change. */
  onSave: (change: PurchaseLineChange) => Promise<boolean>;
}

/** `usual`: the default price per case, naira text (B3.6). */
export function EditPurchaseLine({
  item,
  isBack,
  leaves,
  usual,
  onClose,
  onSave,
}: Props & { usual: string | undefined }) {
  const figures = useLineFigures(item, item.product.case_count, item.rate ?? usual ?? '0.00');
  const { typed } = figures;
  const moves =
    typed === null || typed.quantity === item.quantity ? (item.quantity_accepted ?? item.quantity) : typed.quantity;
  const lots = useOfficeLots(item.product, item, moves);
  const save = async (close: () => void) => {
    if (typed === null) return;
    // An edited quantity counts as accepted until the goods are counted.
    const reason = isBack ? keptReason(item.reason) : null;
    const counted = typed.quantity === item.quantity ? {} : { quantity_accepted: typed.quantity, reason };
    if (await onSave({ ...changeOf(item), ...typed, ...counted, lots: lots.lots })) close();
  };
  return (
    <DialogForm
      title={item.product.name}
      save="Save"
      ready={typed !== null && lots.error === null && (figures.isChanged || lots.isChanged)}
      onClose={onClose}
      onSave={save}
    >
      <Stepper {...figures.stepper} label="Quantity" autoFocus />
      <RateField {...figures.price} usual={usual} />
      <AmountRow amount={figures.amount} />
      <OfficeLots of={lots} leaves={leaves} />
    </DialogForm>
  );
}

export function AcceptPurchaseLine({ item, isBack, leaves, onClose, onSave }: Props) {
  const { name, case_count } = item.product;
  const stepper = useQuantity(item.quantity_accepted ?? item.quantity, item.quantity, case_count);
  const before = isBack ? keptReason(item.reason) : item.reason;
  const [reason, setReason] = useState(before ?? '');
  const [note, setNote] = useState(item.note);
  const accepted = stepper.value;
  const lots = useOfficeLots(item.product, item, accepted);
  const differs = accepted !== null && accepted !== item.quantity;
  // The reason is optional.
  const why = (differs || isBack) && reason !== '' ? reason : null;
  // In a line that was not counted yet, confirming the ordered quantity is a change too.
  const isChanged = accepted !== item.quantity_accepted || why !== before || note !== item.note || lots.isChanged;
  return (
    <DialogForm
      title={name}
      ready={accepted !== null && lots.error === null && isChanged}
      onClose={onClose}
      save="Save"
      onSave={async (close) => {
        const change = { ...changeOf(item), quantity_accepted: accepted, reason: why, note, lots: lots.lots };
        if (await onSave(change)) close();
      }}
    >
      <p className="flex justify-between rounded-card bg-surface-sunken px-4 py-3">
        Expected <strong className="figures">{casesText(item.quantity, case_count)}</strong>
      </p>
      <Stepper {...stepper} label="Quantity accepted" min={0} autoFocus />
      {accepted !== null && accepted > item.quantity && (
        <Notice tone="wait" icon="alert">
          More is accepted than was expected.
        </Notice>
      )}
      {(differs || isBack) && (
        <SelectField
          label="Reason"
          value={reason}
          onChange={setReason}
          blank={isBack ? lineTexts.noWhy : lineTexts.chooseWhy}
          options={(isBack ? BACK_REASONS : REASONS).map((one) => ({ value: one, label: REASON_LABEL[one] }))}
          hint={isBack ? lineTexts.whyBack : lineTexts.whyHelps}
        />
      )}
      <OfficeLots of={lots} leaves={leaves} />
      <TextField label="Note" value={note} onChange={setNote} hint="Optional: what a colleague should know." />
    </DialogForm>
  );
}
