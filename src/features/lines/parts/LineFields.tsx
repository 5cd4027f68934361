/** The fields in the dialog of one line, for orders, purchase orders and transfers. */
import { koboOf, parseMoney, showNaira } from '#domain/money.ts';
import { REASON_LABEL, REASONS } from '#domain/transfer.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { SelectField, TextField } from '#ui/fields/Field.tsx';

/** A row under the fields: what the typed figures come to. `amount`: naira text or kobo. */
export function AmountRow({ label = 'Amount', amount }: { label?: string; amount: string | number }) {
  return (
    <p className="flex justify-between border-t pt-3 text-lg">
      {label} <strong className="figures">{showNaira(amount)}</strong>
    </p>
  );
}

/** Says why a quantity is refused. Without a text it shows nothing. */
export function Refused({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Notice tone="bad" icon="alert" role="alert">
      {text}
    </Notice>
  );
}

interface PriceProps {
  /** The typed price per case, naira text. */
  rate: string;
  onChange: (rate: string) => void;
  hint?: string | undefined;
  /** The server's refusal of the price. */
  refused?: string | undefined;
}

/** The price per case. */
export function PriceField({ rate, onChange, hint, refused }: PriceProps) {
  const kobo = parseMoney(rate);
  return (
    <TextField
      label="Price per case (NGN)"
      inputMode="decimal"
      value={rate}
      onChange={onChange}
      error={kobo === null || kobo < 0 ? 'Price must be a number.' : refused}
      hint={hint}
    />
  );
}

/** A price that differs from the usual one by more than this part is accepted with a note (F22). */
const UNUSUAL = 0.2;

/** A note that is shown while the typed price is far from the usual one. Both are naira texts per case; `usual` undefined: none is known. */
export function UnusualPrice({ rate, usual, children }: { rate: string; usual: string | undefined; children: string }) {
  const kobo = parseMoney(rate);
  const usualKobo = koboOf(usual ?? '0');
  const isUnusual = kobo !== null && usualKobo > 0 && Math.abs(kobo - usualKobo) > UNUSUAL * usualKobo;
  if (!isUnusual) return null;
  return (
    <Notice tone="wait" icon="alert">
      {children}
    </Notice>
  );
}

/** The price per case beside the usual one (B3.6). The note below the field moves nothing while the person types. */
export function PriceBesideUsual({
  rate,
  usual,
  onChange,
}: Pick<PriceProps, 'rate' | 'onChange'> & { usual: string | undefined }) {
  return (
    <>
      <PriceField
        rate={rate}
        onChange={onChange}
        hint={usual === undefined ? undefined : `Usually ${showNaira(usual)}`}
      />
      <UnusualPrice rate={rate} usual={usual}>
        This price differs by more than 20 % from the usual one.
      </UnusualPrice>
    </>
  );
}

/** Why the accepted and the expected quantity differ. `blank`: whether "no reason" can be chosen. */
export function ReasonField({
  reason,
  onChange,
  blank,
}: {
  reason: string;
  onChange: (reason: string) => void;
  blank: boolean;
}) {
  return (
    <SelectField
      label="Reason"
      value={reason}
      onChange={onChange}
      {...(blank ? { blank: 'Choose why it differs' } : {})}
      options={REASONS.map((one) => ({ value: one, label: REASON_LABEL[one] }))}
      hint="Optional: why accepted and expected differ."
    />
  );
}
