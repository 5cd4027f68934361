import { useMemo, useState } from 'react';
import { upsertGroupMeta } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { ConflictDialog } from '#crud/ConflictDialog.tsx';
import { differencesIn } from '#crud/formValues.ts';
import { useHeld } from '#crud/useHeld.tsx';
import { useWrite } from '#crud/useWrite.ts';
import { formatMoney, parseMoney, showNaira } from '#domain/money.ts';
import {
  DISCOUNT_LABEL,
  DISCOUNT_REASONS,
  METHOD_LABEL,
  type MetaFields,
  metaErrors,
  PAYMENT_METHODS,
  RETURNS_LABEL,
  RETURNS_REASONS,
  signedDiscount,
} from '#domain/orderMeta.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LongTextField, SelectField, TextField } from '#ui/Field.tsx';
import { orderTexts } from './texts.ts';

type Values = Record<
  | 'discount'
  | 'discount_reason'
  | 'returns'
  | 'returns_reason'
  | 'payment_method'
  | 'payment_cash'
  | 'payment_transfer'
  | 'comment',
  string
>;

const plain = (money: string) => (Number(money) === 0 ? '' : money.replace(/^-/, '').replace(/\.00$/, ''));

function valuesOf(group: OrderGroupRow): Values {
  const meta = (tag: string) => group.meta_obj[tag] ?? { value: '', meta: '' };
  return {
    discount: plain(group.discount),
    discount_reason: group.discount_reason,
    returns: plain(meta('returns').value),
    returns_reason: meta('returns').meta,
    payment_method: group.payment_method ?? '',
    payment_cash: group.payment_method === null ? plain(group.cash) : group.cash.replace(/\.00$/, ''),
    payment_transfer: group.payment_method === null ? plain(group.transfer) : group.transfer.replace(/\.00$/, ''),
    comment: group.comment,
  };
}

const LABEL: Readonly<Record<keyof Values, string>> = {
  payment_method: 'Payment method',
  payment_cash: 'Cash',
  payment_transfer: 'Transfer',
  discount: 'Discount',
  discount_reason: 'Discount reason',
  returns: 'Returns',
  returns_reason: 'Returns reason',
  comment: 'Comment',
};
const CHOICES: Readonly<Partial<Record<keyof Values, Readonly<Record<string, string>>>>> = {
  payment_method: METHOD_LABEL,
  discount_reason: DISCOUNT_LABEL,
  returns_reason: RETURNS_LABEL,
};

/** Each field as a person reads it: "0" and nothing are the same money. */
const wordsOf = (values: Values): [string, string][] =>
  (Object.keys(LABEL) as (keyof Values)[]).map((name) => {
    const value = values[name];
    const kobo = name === 'comment' ? null : parseMoney(value);
    const money = kobo === null ? value : kobo === 0 ? '' : showNaira(kobo);
    return [LABEL[name], CHOICES[name]?.[value] ?? money];
  });

/** The discount as it is stored: the form asks a positive figure (B5.0d). */
function signed(values: Values): string {
  const size = parseMoney(values.discount);
  return size === null ? values.discount : formatMoney(signedDiscount(size, values.discount_reason));
}

const metaOf = (values: Values): MetaFields => ({
  discount: { value: signed(values), meta: values.discount_reason },
  returns: { value: values.returns, meta: values.returns_reason },
  payment_method: { value: values.payment_method, meta: '' },
  payment_cash: { value: values.payment_cash, meta: '' },
  payment_transfer: { value: values.payment_transfer, meta: '' },
  comment: { value: values.comment, meta: '' },
});

/** Edit Payment and the order meta form (PAY rows): one form, the same rules as the server's. */
export function PaymentDialog({ group: live, onClose }: { group: OrderGroupRow; onClose: () => void }) {
  const { row: group, conflict, setConflict } = useHeld(live);
  const stored = useMemo(() => valuesOf(group), [group]);
  const [values, setValues] = useState(stored);
  // A field that was left shows every error: Save waits for all of them, and a reason may be what is missing (UI-01).
  const [left, setLeft] = useState(false);
  const { busy, write, refused } = useWrite();
  const errors = metaErrors(metaOf(values));
  const changed = (Object.keys(values) as (keyof Values)[]).filter((name) => values[name] !== stored[name]);
  const field = (name: keyof Values) => ({
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    onBlur: () => setLeft(true),
    error: refused[name] ?? (left ? errors[name] : undefined),
  });
  const size = parseMoney(values.discount);
  const adds = values.discount_reason === 'delivery_fee';
  const submit = async (version: number) => {
    const meta = metaOf(values);
    const before = metaOf(stored);
    const sent = (Object.keys(meta) as (keyof typeof meta)[]).filter(
      (tag) => meta[tag]?.value !== before[tag]?.value || meta[tag]?.meta !== before[tag]?.meta,
    );
    const told = await write(
      upsertGroupMeta,
      {
        order_group_id: group._id,
        tag: sent,
        value: sent.map((tag) => meta[tag]?.value ?? ''),
        meta: sent.map((tag) => meta[tag]?.meta ?? ''),
        // PAY-08: true for the discount only.
        update_amounts_too: sent.includes('discount'),
        base_version: version,
      },
      orderTexts.updated,
      { conflict: setConflict },
    );
    if (told) onClose();
  };
  const method = values.payment_method;
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={`Edit Payment: ${group.ref}`}
      description={`${group.buyer.name}, total ${showNaira(group.total)}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={changed.length === 0 || Object.keys(errors).length > 0}
            onClick={() => void submit(group.version)}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={LABEL.payment_method}
          {...field('payment_method')}
          onChange={(next) =>
            // PAY-07: choosing cash sets transfer to zero and the other way round.
            setValues((before) => ({
              ...before,
              payment_method: next,
              ...(next === 'cash' ? { payment_transfer: '0' } : {}),
              ...(next === 'transfer' ? { payment_cash: '0' } : {}),
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
          hint={size ? `${adds ? 'Adds' : 'Takes off'} ${showNaira(Math.abs(size))}` : 'A positive figure'}
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
          differences={differencesIn(wordsOf, values, stored, valuesOf(conflict.current))}
          busy={busy}
          onMine={() => {
            setConflict(null);
            void submit(conflict.current.version);
          }}
          onTheirs={onClose}
          onClose={() => setConflict(null)}
        />
      )}
    </Dialog>
  );
}
