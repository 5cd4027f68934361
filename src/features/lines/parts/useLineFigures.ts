/** What a person types in the dialog of one line: a quantity in cases or units, and a price per case. */
import { useState } from 'react';
import { formatMoney, lineAmount, parseMoney } from '#domain/money.ts';
import type { Counting } from '#ui/fields/Stepper.tsx';
import type { LineFigures } from './lineFigures.ts';

/**
 * A quantity in units, as the props of a Stepper. `first` is the quantity at the start, null for none. It is shown in cases if `ordered`, the line's
 * quantity, is whole cases.
 */
export function useQuantity(first: number | null, ordered: number, caseCount: number) {
  const [value, onChange] = useState(first);
  const [counting, onCounting] = useState<Counting>(ordered % caseCount === 0 ? 'case' : 'unit');
  return { value, onChange, counting, onCounting, caseCount };
}

/** The figures of a line that an editor types. */
type TypedFigures = Pick<LineFigures, 'quantity' | 'amount' | 'rate'>;

/**
 * The quantity and the price of one line. The dialog keeps the line and the price that it opened with. `price` is the price at the start, naira text
 * per case: the line's own one, else the usual one.
 */
export function useLineFigures(line: TypedFigures, caseCount: number, price: string) {
  const [stored] = useState(line);
  const [first] = useState(price);
  const stepper = useQuantity(stored.quantity, stored.quantity, caseCount);
  const [rate, setRate] = useState(first);
  const kobo = parseMoney(rate);
  const quantity = stepper.value;
  const isPriceTyped = kobo !== parseMoney(first);
  const isChanged = quantity !== stored.quantity || isPriceTyped;
  const typed: TypedFigures | null =
    quantity === null || kobo === null || kobo < 0
      ? null
      : {
          quantity,
          // An unchanged line keeps its amount to the kobo, because a price is rounded.
          amount: isChanged ? formatMoney(lineAmount(quantity, kobo, caseCount)) : stored.amount,
          rate: isPriceTyped ? formatMoney(kobo) : stored.rate,
        };
  return {
    /** The props of the quantity's Stepper. */
    stepper,
    /** The props of the price's field. */
    price: { rate, onChange: setRate },
    /** Whether quantity or price differ from the line. */
    isChanged,
    /** The typed figures; null while one is missing or wrong. */
    typed,
    /** The amount to show, naira text: the line's own one while the typed figures are wrong. */
    amount: typed?.amount ?? stored.amount,
  };
}
