import { useMemo, useState } from 'react';
import { upsertGroupMeta } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { ConflictDialog } from '#crud/conflict/ConflictDialog.tsx';
import { useRowSnapshot } from '#crud/conflict/useRowSnapshot.tsx';
import { differencesIn } from '#crud/form/formValues.ts';
import { koboOf, parseMoney, showNaira } from '#domain/money.ts';
import {
  DISCOUNT_LABEL,
  DISCOUNT_REASONS,
  METHOD_LABEL,
  metaErrors,
  PAYMENT_METHODS,
  RETURNS_LABEL,
  RETURNS_REASONS,
} from '#domain/orderMeta.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { LongTextField, SelectField, TextField } from '#ui/fields/Field.tsx';
import { orderTexts } from '../texts.ts';
import {
  carried,
  changedTags,
  dueOf,
  LABEL,
  metaOf,
  mineOver,
  type PaymentValues,
  paidInFull,
  paymentTexts,
  paymentValues,
} from './paymentValues.ts';

interface Props {
  group: OrderGroupRow;
  /** The sum that is due is filled in: a payment is to be recorded, and not only looked at. */
  records?: boolean;
  onClose: () => void;
}

/** Of whom and how much; with `due` (kobo) filled in, also that. */
function aboutOf({ buyer, total, paid }: OrderGroupRow, due: number): string {
  const about = `${buyer.name}, total ${showNaira(total)}`;
  if (due === 0) return about;
  return koboOf(paid) > 0
    ? `${about}. The ${showNaira(due)} that is due is filled in, beside the ${showNaira(paid)} that was paid.`
    : `${about}. The ${showNaira(due)} that is due is filled in.`;
}

/** The form of Edit Payment and of the order meta (PAY rows). Its rules are those of the server. */
export function PaymentDialog({ group: live, records = false, onClose }: Props) {
  const { row: group, conflict, setConflict } = useRowSnapshot(live);
  const stored = useMemo(() => paymentValues(group), [group]);
  const due = records ? dueOf(group) : 0;
  const [values, setValues] = useState(() => paidInFull(stored, due));
  // Once a field was left, all errors are shown, because a missing reason may be what disables Save.
  const [left, setLeft] = useState(false);
  const { busy, send: write, refused, retyped } = useCommand();
  // The discount is checked only if it was changed. A stored discount must not keep anybody from recording a payment.
  const own = koboOf(group.subtotal) + koboOf(group.delivery_fee);
  const errors = metaErrors(metaOf(values), changedTags(values, stored).includes('discount') ? own : null);
  const isChanged = changedTags(values, stored).length > 0;
  const field = (name: keyof PaymentValues) => ({
    value: values[name],
    onChange: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      retyped(name);
    },
    onBlur: () => setLeft(true),
    error: refused[name] ?? (left ? errors[name] : undefined),
  });
  const size = parseMoney(values.discount);
  const adds = values.discount_reason === 'delivery_fee';
  /** `over`: the row that is written over. Fields that were not typed here keep that row's value (B12.6). */
  const submit = async (over: OrderGroupRow) => {
    const theirs = paymentValues(over);
    const mine = over === group ? values : mineOver(values, stored, theirs);
    const meta = metaOf(mine);
    const sent = changedTags(mine, theirs);
    if (sent.length === 0) {
      // A colleague saved the same values meanwhile.
      if (over !== group) toast('good', orderTexts.updated);
      return onClose();
    }
    const told = await write(
      upsertGroupMeta,
      {
        order_group_id: group._id,
        tag: sent,
        value: sent.map((tag) => meta[tag]?.value ?? ''),
        meta: sent.map((tag) => meta[tag]?.meta ?? ''),
        // True for the discount only.
        update_amounts_too: sent.includes('discount'),
        base_version: over.version,
      },
      orderTexts.updated,
      { conflict: setConflict },
    );
    if (told) onClose();
  };
  const method = values.payment_method;
  return (
    <DialogForm
      onClose={onClose}
      width="wide"
      title={`${records ? 'Record payment' : 'Edit Payment'}: ${group.ref}`}
      description={aboutOf(group, due)}
      save="Save"
      ready={isChanged && Object.keys(errors).length === 0}
      busy={busy}
      onSave={() => submit(group)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={LABEL.payment_method}
          {...field('payment_method')}
          onChange={(next) =>
            // Choosing a method empties the side that it does not use.
            setValues((before) => ({
              ...before,
              payment_method: next,
              ...carried(before, stored, due, next),
            }))
          }
          blank="Not paid yet"
          options={PAYMENT_METHODS.map((one) => ({ value: one, label: METHOD_LABEL[one] }))}
        />
        <div className="hidden sm:block" />
        <TextField
          label={LABEL.payment_cash}
          prefix="NGN"
          inputMode="decimal"
          {...field('payment_cash')}
          disabled={method === 'transfer'}
        />
        <TextField
          label={LABEL.payment_transfer}
          prefix="NGN"
          inputMode="decimal"
          {...field('payment_transfer')}
          disabled={method === 'cash'}
        />
        <TextField
          label={LABEL.discount}
          prefix="NGN"
          inputMode="decimal"
          {...field('discount')}
          hint={size ? `${adds ? 'Adds' : 'Takes off'} ${showNaira(Math.abs(size))}` : 'Amount above 0'}
        />
        <SelectField
          label={LABEL.discount_reason}
          {...field('discount_reason')}
          blank="Choose a reason"
          options={DISCOUNT_REASONS.map((one) => ({ value: one, label: DISCOUNT_LABEL[one] }))}
        />
        <TextField
          label={LABEL.returns}
          prefix="NGN"
          inputMode="decimal"
          {...field('returns')}
          hint={Number(values.returns) > 0 ? `Returns ${showNaira(values.returns)} (not part of the total)` : undefined}
        />
        <SelectField
          label={LABEL.returns_reason}
          {...field('returns_reason')}
          blank="Choose a reason"
          options={RETURNS_REASONS.map((one) => ({ value: one, label: RETURNS_LABEL[one] }))}
        />
        <div className="sm:col-span-2">
          <LongTextField label={LABEL.comment} rows={2} {...field('comment')} />
        </div>
      </div>
      {conflict && (
        <ConflictDialog
          message={conflict.message}
          theirs={conflict.current}
          differences={differencesIn(paymentTexts, values, stored, paymentValues(conflict.current))}
          busy={busy}
          onMine={() => {
            setConflict(null);
            void submit(conflict.current);
          }}
          onTheirs={onClose}
          onClose={() => setConflict(null)}
        />
      )}
    </DialogForm>
  );
}
