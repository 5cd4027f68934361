/** The fields in the dialog of one line of an order, a purchase order or a transfer. */
import { parseMoney, showNaira } from '#domain/money.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { MoneyField } from '#ui/fields/MoneyField.tsx';
import { isUnusual } from './lineFigures.ts';
import { WRONG_PRICE } from './texts.ts';

/** The row under the fields with the resulting amount. `amount`: naira text or kobo. */
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
    <MoneyField
      label="Price per case (NGN)"
      prefix=""
      value={rate}
      onChange={onChange}
      error={kobo === null || kobo < 0 ? WRONG_PRICE : refused}
      hint={hint}
    />
  );
}

/** A note that is shown while the typed price is far from the usual one. */
export function UnusualPrice({ rate, usual, children }: { rate: string; usual: string | undefined; children: string }) {
  if (!isUnusual(rate, usual)) return null;
  return (
    <Notice tone="wait" icon="alert">
      {children}
    </Notice>
  );
}
