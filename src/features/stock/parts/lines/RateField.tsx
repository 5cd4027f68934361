import { koboOf, parseMoney, showNaira } from '#domain/money.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { lineTexts } from './texts.ts';

/** A price that differs from the usual one by more than this share is accepted with a notice (F22). */
const UNUSUAL = 0.2;

interface Props {
  rate: string;
  /** The default price per case (B3.6), as money text; undefined if it is unknown. */
  usual: string | undefined;
  onChange: (rate: string) => void;
}

/** The price per case, with a notice if it is far from the usual one. The notice is below the field, because it appears while somebody types. */
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
