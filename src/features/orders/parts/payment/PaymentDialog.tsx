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
  changedTags,
  emptied,
  LABEL,
  metaOf,
  mineOver,
  type PaymentValues,
  paymentTexts,
  paymentValues,
} from './paymentValues.ts';

/** The form for Edit Payment and the order's metadata (PAY rows), with the same rules as the server. */
export function PaymentDialog({ group: live, onClose }: { group: OrderGroupRow; onClose: () => void }) {
  const { row: group, conflict, setConflict } = useRowSnapshot(live);
  const stored = useMemo(() => paymentValues(group), [group]);
  const [values, setValues] = useState(stored);
  // After the first field was left, every error is shown: Save needs all fields to be valid, and a missing reason may be what blocks it (UI-01).
  const [left, setLeft] = useState(false);
  const { busy, send: write, refused, retyped } = useCommand();
  // A stored discount that breaks the rule does not prevent saving a payment (K3).
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
  /** `over` is the row that my change is written over; fields that I did not change keep their values (B12.6). */
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
        // True for the discount only (PAY-08).
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
      title={`Edit Payment: ${group.ref}`}
      description={`${group.buyer.name}, total ${showNaira(group.total)}`}
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
            // A new method sets the unused amount to zero (PAY-07).
            setValues((before) => ({
              ...before,
              payment_method: next,
              ...emptied(next),
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
