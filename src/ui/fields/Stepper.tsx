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
  /** Whole units; null: nothing typed. */
  value: number | null;
  onChange: (units: number | null) => void;
  caseCount: number;
  /** Least units: 1 unless said (UI-16). */
  min?: number;
  /** Units come in multiples of it (K5). */
  multiple?: number;
  max?: number | null;
  counting: Counting;
  onCounting: (counting: Counting) => void;
  /** Milliseconds after which typed arithmetic is worked out (UI-15). */
  pause?: number;
  hint?: string | undefined;
  /** What was done to the figure that nobody typed; the press under way sends nothing then. */
  told?: string | undefined;
  autoFocus?: boolean;
}

const show = (units: number | null, caseCount: number, counting: Counting) =>
  units === null ? '' : counting === 'unit' ? String(units) : String(Math.round((units / caseCount) * 10) / 10);

/** Quantity with a unit/case toggle, minus and plus, and typed arithmetic such as 12*3 (UI-13 to UI-16). */
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
  // What is being typed, else the figure itself: worked out as it is drawn, so that a switch of units changes it at once and never under a key.
  // `before`: the units that stood there when typing began.
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

  /** Reset as documented (UI-14), to what stood there before: a figure that was typed on the way to this one is nobody's. */
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
    // F21: reset as documented, but say what was typed.
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
  // A plain figure counts at once; arithmetic after a pause.
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => accept(typed), pause);
    return () => clearTimeout(timer);
  });
  // In whole units, not by the shown figure: that is rounded, and 2.0 of 24 may be 49 units.
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
                // Looks like 36 px beside its label, is touched like 48.
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
            // What was said of the figure before goes as soon as this one is right (UI-14, K29); arithmetic is taken after its pause.
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
              // A plain figure is taken already; a sum shows its result first, the next Enter sends the form.
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
