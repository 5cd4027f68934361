import { showNaira } from '#domain/money.ts';
import { PriceField, UnusualPrice } from '../../../lines/parts/LineFields.tsx';

interface Props {
  rate: string;
  /** The default price per case (B3.6) as money text. Undefined when none is known. */
  usual: string | undefined;
  onChange: (rate: string) => void;
}

/**
 * The price per case. A note below the field says if the price is far from the usual one. The note has its space from the start, so that nothing moves.
 */
export function RateField({ rate, usual, onChange }: Props) {
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
