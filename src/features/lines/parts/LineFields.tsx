/** The fields in the dialog of one line of an order, a purchase order or a transfer. */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { koboOf, parseMoney, showNaira } from '#domain/money.ts';
import { withThousands } from '#domain/number.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';

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

/** "12,500.50" of the text of a number; what is none stays as it is. */
function withSeparators(typed: string): string {
  const [, whole, part = ''] = /^(\d+)(\.\d*)?$/.exec(typed) ?? [];
  return whole === undefined ? typed : withThousands(whole) + part;
}

/** The price per case. */
export function PriceField({ rate, onChange, hint, refused }: PriceProps) {
  const kobo = parseMoney(rate);
  const [isTyped, setTyped] = useState(false);
  return (
    <TextField
      label="Price per case (NGN)"
      inputMode="decimal"
      // With commas between the thousands while nobody types; the field takes them away when somebody does.
      value={isTyped ? rate : withSeparators(rate)}
      onFocus={({ currentTarget: field }) => {
        flushSync(() => setTyped(true));
        // The new text took the selection away, and with it that a key replaces the price.
        field.select();
      }}
      onBlur={() => setTyped(false)}
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
