import { useEffect, useId, useState } from 'react';
import { QUANTITY_PAUSE_MS } from '#domain/limits.ts';
import { evaluateTyped, multipleError, stepperError, unitsFromCases } from '#domain/units.ts';
import { IconButton } from '../Button.tsx';
import { classes } from '../classes.ts';
import { inputClasses } from './Field.tsx';
import { useTellReset } from './Form.tsx';

export type Counting = 'case' | 'unit';

interface Props {
  label: string;
  /** The quantity in whole units; null if nothing is typed. */
  value: number | null;
  onChange: (units: number | null) => void;
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
  told?: string | undefined;
  autoFocus?: boolean;
}

const show = (units: number | null, caseCount: number, counting: Counting) =>
  units === null ? '' : counting === 'unit' ? String(units) : String(Math.round((units / caseCount) * 10) / 10);

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
  told,
  autoFocus,
}: Props) {
  // The typed text; null shows the figure itself. The shown text is computed during render, so that a switch between units and cases changes it at
  // once, but never while somebody types. `before` is the quantity in units before typing began.
  const [typing, setTyping] = useState<{ text: string; before: number | null } | null>(null);
  const typed = typing?.text ?? null;
  const tellReset = useTellReset();
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  useEffect(() => {
    if (told) tellReset();
  }, [told, tellReset]);
  const said = error ?? told;
  const step = counting === 'case' ? caseCount : multiple;
  const unit = counting === 'case' ? caseCount : 1;
  const least = Math.ceil(min / multiple) * multiple;
  const faultOf = (units: number) => stepperError(units, min, max) ?? multipleError(units, multiple);

  /** Resets to the quantity before typing (UI-14), not to an intermediate figure. */
  const refuse = (why: string) => {
    setError(why);
    onChange(typing?.before ?? null);
    tellReset();
  };
  const unitsOf = (entered: string): number | null => {
    const figure = evaluateTyped(entered);
    if (figure === null) return null;
    return counting === 'case' ? unitsFromCases(figure, caseCount) : Number.isInteger(figure) ? figure : null;
  };
  const accept = (entered: string) => {
    setTyping(null);
    const isEmpty = entered.trim() === '';
    const units = isEmpty ? null : unitsOf(entered);
    // The value is reset, and the message says what was typed (F21).
    const problem = isEmpty
      ? null
      : units === null
        ? `Quantity must be a whole number of units. You typed ${entered}.`
        : faultOf(units)?.replace(/( You typed .*)?$/, ` You typed ${entered}.`);
    if (problem) refuse(problem);
    else {
      setError(null);
      onChange(units);
    }
  };
  // A plain figure counts at once, arithmetic after a pause.
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => accept(typed), pause);
    return () => clearTimeout(timer);
  });
  // Computed from whole units and not from the shown figure, which is rounded: 2.0 cases of 24 may be 49 units.
  const bump = (by: number) => {
    const target = ((value ?? 0) + by) / multiple;
    const units = Math.max(least, (by > 0 ? Math.floor(target) : Math.ceil(target)) * multiple);
    const problem = faultOf(units);
    setTyping(null);
    setError(problem);
    if (problem === null) onChange(units);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-end justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <fieldset className="flex rounded-field border border-line-strong">
          <legend className="sr-only">Count {label.toLowerCase()} in</legend>
          {(['case', 'unit'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={counting === one}
              onClick={() => onCounting(one)}
              className={classes(
                // The toggle looks 36 px high beside its label, but its touch area is 48 px.
                "relative min-h-9 px-3 text-sm font-semibold before:absolute before:inset-x-0 before:-inset-y-1.5 before:content-['']",
                one === 'case' ? 'rounded-l-[0.4375rem]' : 'rounded-r-[0.4375rem]',
                counting === one ? 'bg-accent text-accent-ink' : 'bg-surface text-ink-soft',
              )}
            >
              {one === 'case' ? 'Cases' : 'Units'}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="flex gap-2">
        <IconButton
          icon="minus"
          look="plain"
          label={`Less ${label.toLowerCase()}`}
          onClick={() => bump(-step)}
          disabled={(value ?? 0) <= least}
        />
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? show(value, caseCount, counting)}
          // biome-ignore lint/a11y/noAutofocus: the dialog opened for exactly this field
          autoFocus={autoFocus}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyping({ text: event.target.value, before: typing ? typing.before : value });
            const plain = /^\d+$/.test(event.target.value) ? Number(event.target.value) * unit : null;
            if (plain !== null && !faultOf(plain)) {
              setError(null);
              onChange(plain);
              return;
            }
            // The error of the previous figure disappears as soon as this one is valid (UI-14, K29); arithmetic is accepted after its pause.
            const units = unitsOf(event.target.value);
            if (units !== null && !stepperError(units, min, max)) setError(null);
          }}
          onBlur={() => {
            if (typed !== null) accept(typed);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
              event.preventDefault();
              bump(event.key === 'ArrowUp' ? step : -step);
            } else if (event.key === 'Enter' && typed !== null) {
              // A plain figure is already accepted. For arithmetic the first Enter shows the result, the next one submits the form.
              const plain = /^\d+$/.test(typed) && faultOf(Number(typed) * unit) === null;
              if (!plain) event.preventDefault();
              accept(typed);
            }
          }}
          className={classes(
            inputClasses,
            'figures text-center text-xl font-bold',
            error ? 'border-bad' : 'border-line-strong',
          )}
        />
        <IconButton icon="plus" look="plain" label={`More ${label.toLowerCase()}`} onClick={() => bump(step)} />
      </div>
      <p
        id={`${id}-note`}
        role={said ? 'alert' : undefined}
        className={classes('text-sm', said ? 'font-medium text-bad' : 'text-ink-faint')}
      >
        {said ?? hint ?? `1 case = ${caseCount} units`}
      </p>
    </div>
  );
}
