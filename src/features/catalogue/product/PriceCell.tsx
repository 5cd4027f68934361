import { type KeyboardEvent, useState } from 'react';
import { parseMoney, showNaira } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';
import { selectsWhole } from '#ui/fields/focus.ts';
import { farFromList, type HubPrice, type HubPrices as Prices, priceProblem } from './useHubPrices.ts';

interface CellProps {
  own: HubPrice;
  name: string;
  /** The list price in kobo; null: the person may not see it. */
  list: number | null;
  prices: Prices;
  onNext: (id: string, step: 1 | -1) => void;
}

/** The price of one hub, edited in place: the error, or the distance from the list price, is shown under it. */
export function PriceCell({ own, name, list, prices, onNext }: CellProps) {
  const typed = prices.typed.get(own._id);
  const [left, setLeft] = useState(false);
  const problem = typed ? (typed.problem ?? (left ? priceProblem(typed.text) : null)) : null;
  const far = typed && problem === null ? farFromList(typed.text, list, parseMoney(own.price)) : null;
  const id = `price-${own._id}`;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
    if (step) {
      // A price that cannot be saved keeps the focus.
      if (!typed || priceProblem(typed.text) === null) onNext(own._id, step);
    } else if (event.key === 'Escape' && typed) prices.undo(own._id);
    else return;
    event.preventDefault();
    setLeft(true);
  };
  return (
    <>
      <input
        {...selectsWhole}
        data-price={own._id}
        aria-label={`Price at ${name}`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null && far === null ? undefined : id}
        inputMode="decimal"
        autoComplete="off"
        value={typed?.text ?? plain(own.price)}
        onChange={(event) => {
          setLeft(false);
          prices.type(own, event.target.value);
        }}
        onBlur={() => setLeft(true)}
        onKeyDown={onKeyDown}
        className={classes(
          'figures min-h-tap w-full rounded-field border px-2 text-right font-medium compact:min-h-8',
          problem !== null
            ? 'border-bad bg-bad-soft'
            : typed
              ? 'border-wait/50 bg-wait-soft text-wait'
              : 'bg-transparent hover:border-line-strong focus:bg-surface',
        )}
      />
      {problem !== null && (
        <p id={id} role="alert" className="mt-1.5 text-left text-xs font-medium text-bad">
          {problem}
        </p>
      )}
      {far !== null && (
        <p id={id} className="mt-1.5 text-left text-xs font-medium text-wait">
          {far}
        </p>
      )}
    </>
  );
}

/** A price without the sign of the naira, as it is typed: "77,592". */
const plain = (price: string) => showNaira(price).replace('₦', '');
