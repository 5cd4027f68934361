import { useMemo, useState } from 'react';
import { upsertGroupMeta } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { ConflictDialog } from '#crud/conflict/ConflictDialog.tsx';
import { useRowSnapshot } from '#crud/conflict/useRowSnapshot.tsx';
import { differencesIn } from '#crud/form/formValues.ts';
import { koboOf, parseMoney, showNaira, typedKobo } from '#domain/money.ts';
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
import { LongTextField, SelectField } from '#ui/fields/Field.tsx';
import { MoneyField } from '#ui/fields/MoneyField.tsx';
import { orderTexts } from '../texts.ts';
import { Overpaid } from './Overpaid.tsx';
import { PaymentEffects } from './PaymentEffects.tsx';
import { PaymentStrip } from './PaymentStrip.tsx';
import { methodChosen, overpaidBy, type PaymentSums, paymentSums, savedText, withPayment } from './paymentSums.ts';
import {
  amountsOver,
  beginning,
  changedTags,
  dueOf,
  emptied,
  LABEL,
  metaInput,
  metaOf,
  methodOf,
  mineOver,
  type PaymentValues,
  paymentTexts,
  paymentValues,
} from './paymentValues.ts';

interface Props {
  group: OrderGroupRow;
  /** The form records a payment: it asks only for the new money and starts with the due amount. */
  records?: boolean;
  /** The new payment in naira, as the address has it. It replaces the due amount. */
  sum?: string | undefined;
  onClose: () => void;
}

/**
 * The form of Edit Payment and of the order meta (PAY rows). Cash and transfer are the sums of all payments. With `records` the form asks for one new
 * payment and adds that payment to the sums. The form checks the same rules as the server.
 */
export function PaymentDialog({ group: live, records = false, sum = '', onClose }: Props) {
  const { row: group, conflict, setConflict } = useRowSnapshot(live);
  const stored = useMemo(() => paymentValues(group), [group]);
  const [values, setValues] = useState(() => (records ? beginning(stored, parseMoney(sum) ?? dueOf(group)) : stored));
  // Until a person chooses a method, the typed amounts tell it (decision 1542).
  const [isChosen, setChosen] = useState(stored.payment_method !== '' || records);
  /** What would be stored over `theirs`. Fields that were not typed here keep that row's value (B12.6). */
  const over = (theirs: PaymentValues) =>
    records
      ? withPayment(values, stored, theirs)
      : theirs === stored
        ? values
        : (isChosen ? mineOver : amountsOver)(values, stored, theirs);
  // Once a field was left, all errors are shown, because a missing reason may be what disables Save.
  const [left, setLeft] = useState(false);
  const { busy, send: write, refused, retyped } = useCommand();
  // The discount is checked only if it was changed. A stored discount must not keep anybody from recording a payment.
  const own = koboOf(group.subtotal) + koboOf(group.delivery_fee);
  const errors = metaErrors(metaOf(values), changedTags(values, stored).includes('discount') ? own : null);
  const isChanged = changedTags(over(stored), stored).length > 0;
  const sums = paymentSums(group, stored, over(stored));
  const field = (name: keyof PaymentValues) => ({
    value: values[name],
    onChange: (value: string) => {
      setValues((before) => {
        const next = { ...before, [name]: value };
        return isChosen || !AMOUNTS.includes(name) ? next : { ...next, payment_method: methodOf(next) };
      });
      retyped(name);
    },
    onBlur: () => setLeft(true),
    error: refused[name] ?? (left ? errors[name] : undefined),
  });
  const [asking, setAsking] = useState<{ row: OrderGroupRow; sums: PaymentSums } | null>(null);
  /** `row`: the row that is written over. `meant`: the sum beyond the total (kobo) that was confirmed. */
  const submit = async (row: OrderGroupRow, meant = 0) => {
    const theirs = row === group ? stored : paymentValues(row);
    const mine = over(theirs);
    const input = metaInput(row, mine, theirs);
    if (!input) {
      // A colleague saved the same values meanwhile.
      if (row !== group) toast('good', orderTexts.updated);
      return onClose();
    }
    const sums = paymentSums(row, theirs, mine);
    const excess = sums ? overpaidBy(sums) : 0;
    if (sums && excess > 0 && excess !== meant) return setAsking({ row, sums });
    const answer = await write(upsertGroupMeta, input, savedText(sums, group.ref, records), { conflict: setConflict });
    // A refusal is shown at its field, or asks about a colleague's values.
    setAsking(null);
    if (answer) onClose();
  };
  return (
    <DialogForm
      onClose={onClose}
      width="wide"
      title={`${records ? 'Record payment' : 'Edit Payment'}: ${group.ref}`}
      description={group.buyer.name}
      save={records ? 'Record payment' : 'Save'}
      ready={isChanged && Object.keys(errors).length === 0}
      busy={busy}
      onSave={() => submit(group)}
    >
      <PaymentStrip sums={sums} records={records} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PaidBy
          records={records}
          field={field}
          method={isChosen ? values.payment_method : ''}
          onMethod={(next) => {
            setChosen(next !== '');
            setValues((before) =>
              // Choosing a method empties the amount of the other method. "Not paid yet" empties both.
              records ? methodChosen(before, next) : { ...before, payment_method: next, ...emptied(next) },
            );
          }}
        />
        {!records && <Takings field={field} values={values} />}
        <div className="sm:col-span-2">
          <LongTextField label={LABEL.comment} rows={2} {...field('comment')} />
        </div>
      </div>
      <PaymentEffects
        group={group}
        sums={sums}
        cash={typedKobo(over(stored).payment_cash) - typedKobo(stored.payment_cash)}
      />
      {asking && (
        <Overpaid
          group={group}
          sums={asking.sums}
          busy={busy}
          onSave={() => void submit(asking.row, overpaidBy(asking.sums))}
          onClose={() => setAsking(null)}
        />
      )}
      {conflict && (
        <ConflictDialog
          message={conflict.message}
          theirs={conflict.current}
          differences={differencesIn(
            paymentTexts,
            over(records ? paymentValues(conflict.current) : stored),
            stored,
            paymentValues(conflict.current),
          )}
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

const AMOUNTS: readonly (keyof PaymentValues)[] = ['payment_cash', 'payment_transfer'];

type FieldOf = (name: keyof PaymentValues) => {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
};

/** The method and the amounts: the sums of all payments, or with `records` the new payment. */
function PaidBy({
  records,
  field,
  method,
  onMethod,
}: {
  records: boolean;
  field: FieldOf;
  /** The chosen method. It locks the amount of the other method. */
  method: string;
  onMethod: (next: string) => void;
}) {
  const all = records ? undefined : 'All payments of this order together';
  return (
    <>
      <SelectField
        label={records ? 'Paid now by' : LABEL.payment_method}
        {...field('payment_method')}
        onChange={onMethod}
        {...(records ? {} : { blank: 'Not paid yet' })}
        options={PAYMENT_METHODS.map((one) => ({ value: one, label: METHOD_LABEL[one] }))}
      />
      <div className="hidden sm:block" />
      <MoneyField
        label={records ? 'Cash now' : LABEL.payment_cash}
        first={records}
        {...field('payment_cash')}
        hint={all}
        disabled={method === 'transfer'}
      />
      <MoneyField
        label={records ? 'Transfer now' : LABEL.payment_transfer}
        first={records}
        {...field('payment_transfer')}
        hint={all}
        disabled={method === 'cash'}
      />
    </>
  );
}

/** The discount and the returns, each with its reason. */
function Takings({ field, values }: { field: FieldOf; values: PaymentValues }) {
  const size = parseMoney(values.discount);
  const adds = values.discount_reason === 'delivery_fee';
  return (
    <>
      <MoneyField
        label={LABEL.discount}
        {...field('discount')}
        hint={size ? `${adds ? 'Adds' : 'Takes off'} ${showNaira(Math.abs(size))}` : 'Amount above 0'}
      />
      <SelectField
        label={LABEL.discount_reason}
        {...field('discount_reason')}
        blank="Choose a reason"
        options={DISCOUNT_REASONS.map((one) => ({ value: one, label: DISCOUNT_LABEL[one] }))}
      />
      <MoneyField
        label={LABEL.returns}
        {...field('returns')}
        hint={Number(values.returns) > 0 ? `Returns ${showNaira(values.returns)} (not part of the total)` : undefined}
      />
      <SelectField
        label={LABEL.returns_reason}
        {...field('returns_reason')}
        blank="Choose a reason"
        options={RETURNS_REASONS.map((one) => ({ value: one, label: RETURNS_LABEL[one] }))}
      />
    </>
  );
}
