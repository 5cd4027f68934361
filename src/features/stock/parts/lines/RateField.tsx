import { koboOf, parseMoney, showNaira } from '#domain/money.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { lineTexts } from './texts.ts';

/** A price that differs from the usual one by more than this part is accepted with a note (F22). */
const UNUSUAL = 0.2;

interface Props {
  rate: string;
  /** The default price per case (B3.6) as money text. Undefined when none is known. */
  usual: string | undefined;
  onChange: (rate: string) => void;
}

/** The price per case. A note below the field says when it is far from the usual price, and moves nothing while the person types. */
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
