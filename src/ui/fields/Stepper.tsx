import { useEffect, useId } from 'react';
import { QUANTITY_PAUSE_MS } from '#domain/limits.ts';
import { Button, IconButton } from '../Button.tsx';
import { classes } from '../classes.ts';
import { inputClasses } from './Field.tsx';
import { useTellReset } from './Form.tsx';
import { type Counting, useQuantity } from './useQuantity.ts';

export type { Counting };

interface Props {
  label: string;
  /** The quantity in whole units; null if nothing is typed. */
  value: number | null;
  /** `refusal`: why what is typed is no quantity. The text stays, and the quantity is none (decision 1430). null: nothing is wrong. */
  onChange: (units: number | null, refusal: string | null) => void;
  caseCount: number;
  /** The least number of units, 1 by default (UI-16). */
  min?: number;
  /** Units must be a multiple of this (K5). */
  multiple?: number;
  max?: number | null;
  counting: Counting;
  onCounting: (counting: Counting) => void;
  /** How long to wait before typed arithmetic is computed, in ms (UI-15). */
  pause?: number;
  hint?: string | undefined;
  /** Says that the figure was changed automatically. The current press then submits nothing. */
  notice?: string | undefined;
  /** Speaks while the figure is typed, and forbids nothing. */
  warning?: string | undefined;
  /** What mends a figure that is warned of, by one press. */
  wayOut?: { words: string; units: number } | undefined;
  autoFocus?: boolean;
}

/** A quantity with a unit/case toggle, minus and plus, and typed arithmetic such as 12*3 (UI-13 to UI-16). */
export function Stepper({
  label,
  value,
  onChange,
  caseCount,
  min = 1,
  multiple = 1,
  max = 1_000_000,
  counting,
  onCounting,
  pause = QUANTITY_PAUSE_MS,
  hint,
  notice,
  warning,
  wayOut,
  autoFocus,
}: Props) {
  const id = useId();
  const quantity = useQuantity({ value, onChange, caseCount, min, multiple, max, counting, pause });
  const tellReset = useTellReset();
  useEffect(() => {
    if (notice) tellReset();
  }, [notice, tellReset]);
  const message = quantity.error ?? notice ?? warning;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-end justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <CountingToggle label={label} counting={counting} onCounting={onCounting} />
      </div>
      <div className="flex gap-2">
        <IconButton
          icon="minus"
          look="plain"
          label={`Less ${label.toLowerCase()}`}
          onClick={quantity.less}
          disabled={quantity.isLeast}
        />
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={quantity.text}
          // biome-ignore lint/a11y/noAutofocus: the dialog opened for exactly this field
          autoFocus={autoFocus}
          aria-invalid={quantity.error ? true : undefined}
          aria-describedby={`${id}-note`}
          onFocus={(event) => event.target.select()}
          onChange={(event) => quantity.type(event.target.value)}
          onBlur={quantity.leave}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
              event.preventDefault();
              if (event.key === 'ArrowUp') quantity.more();
              else quantity.less();
            } else if (event.key === 'Enter' && !quantity.enter()) {
              event.preventDefault();
              // The next digit begins anew.
              event.currentTarget.select();
            }
          }}
          className={classes(
            inputClasses,
            'figures text-center text-xl font-semibold',
            quantity.error ? 'border-bad' : 'border-line-strong',
          )}
        />
        <IconButton icon="plus" look="plain" label={`More ${label.toLowerCase()}`} onClick={quantity.more} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p
          id={`${id}-note`}
          role={message ? 'alert' : undefined}
          className={classes('flex-1 basis-40 text-sm', message ? 'font-medium text-bad' : 'text-ink-faint')}
        >
          {message ?? hint ?? `1 case = ${caseCount} units`}
        </p>
        {wayOut && message === warning && <Button onClick={() => quantity.put(wayOut.units)}>{wayOut.words}</Button>}
      </div>
    </div>
  );
}

/** Switches between cases and units. */
function CountingToggle({ label, counting, onCounting }: Pick<Props, 'label' | 'counting' | 'onCounting'>) {
  return (
    <fieldset className="flex rounded-field border border-line-strong">
      <legend className="sr-only">Count {label.toLowerCase()} in</legend>
      {(['case', 'unit'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={counting === one}
          onClick={() => onCounting(one)}
          className={classes(
            'min-h-tap px-3 text-sm font-semibold',
            one === 'case' ? 'rounded-l-[0.4375rem]' : 'rounded-r-[0.4375rem]',
            counting === one ? 'bg-accent text-accent-ink' : 'bg-surface text-ink-soft',
          )}
        >
          {one === 'case' ? 'Cases' : 'Units'}
        </button>
      ))}
    </fieldset>
  );
}
