import { koboOf, parseMoney, showNaira } from '#domain/money.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { lineTexts } from './texts.ts';

/** F22: a price this far from the usual one is taken, and said to be so. */
const UNUSUAL = 0.2;

interface Props {
  rate: string;
  /** The default price per case (B3.6), as money text; undefined where nobody knows one. */
  usual: string | undefined;
  onChange: (rate: string) => void;
}

/** The price per case, with a word when it is far from the usual one: below the field, for it comes while somebody types. */
export function RateField({ rate, usual, onChange }: Props) {
  const kobo = parseMoney(rate);
  const usualKobo = koboOf(usual ?? '0');
  const unusual = kobo !== null && usualKobo > 0 && Math.abs(kobo - usualKobo) > UNUSUAL * usualKobo;
  return (
    <>
      <TextField
        label="Price per case (NGN)"
        inputMode="decimal"
        value={rate}
        onChange={onChange}
        error={kobo === null || kobo < 0 ? lineTexts.priceNumber : undefined}
        hint={usual === undefined ? undefined : `Usually ${showNaira(usual)}`}
      />
      {unusual && (
        <Notice tone="wait" icon="alert">
          This price differs by more than 20 % from the usual one.
        </Notice>
      )}
    </>
  );
}
