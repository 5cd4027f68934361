import { useEffect, useId, useRef, useState } from 'react';
import { evaluateTyped, stepperError, unitsFromCases } from '#domain/units.ts';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { inputClasses } from './Field.tsx';

export type Counting = 'case' | 'unit';

interface Props {
  label: string;
  /** Whole units; null: nothing typed. */
  value: number | null;
  onChange: (units: number | null) => void;
  caseCount: number;
  /** Least units: 1 unless said (UI-16). */
  min?: number;
  max?: number | null;
  counting: Counting;
  onCounting: (counting: Counting) => void;
  /** Milliseconds after which typed arithmetic is worked out (UI-15). */
  pause?: number;
  hint?: string;
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
  max = 1_000_000,
  counting,
  onCounting,
  pause = 1_500,
  hint,
  autoFocus,
}: Props) {
  // What is being typed, else the figure itself: worked out as it is drawn, so that a switch of units changes it at once and never under a key.
  // `before`: the units that stood there when typing began.
  const [typing, setTyping] = useState<{ text: string; before: number | null } | null>(null);
  const typed = typing?.text ?? null;
  const frame = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  const step = counting === 'case' ? caseCount : 1;

  /** Reset as documented (UI-14), to what stood there before: a figure that was typed on the way to this one is nobody's. */
  const refuse = (why: string) => {
    setError(why);
    onChange(typing?.before ?? null);
    return false;
  };
  /** Whether what was entered is taken. */
  const accept = (entered: string): boolean => {
    setTyping(null);
    if (entered.trim() === '') {
      setError(null);
      onChange(null);
      return true;
    }
    const figure = evaluateTyped(entered);
    const units =
      figure === null
        ? null
        : counting === 'case'
          ? unitsFromCases(figure, caseCount)
          : Number.isInteger(figure)
            ? figure
            : null;
    if (units === null) return refuse(`Quantity must be a whole number of units. You typed ${entered}.`);
    const problem = stepperError(units, min, max);
    // F21: reset as documented, but say what was typed.
    if (problem) return refuse(problem.replace(/ You typed .*$/, ` You typed ${entered}.`));
    setError(null);
    onChange(units);
    return true;
  };
  // A plain figure counts at once; arithmetic after a pause.
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => void accept(typed), pause);
    return () => clearTimeout(timer);
  });
  // In whole units, not by the shown figure: that is rounded, and 2.0 of 24 may be 49 units.
  const bump = (by: number) => {
    const units = Math.max(min, (value ?? 0) + by);
    const problem = stepperError(units, min, max);
    setTyping(null);
    setError(problem);
    if (problem === null) onChange(units);
  };
  return (
    <div ref={frame} className="flex flex-col gap-1.5">
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
          disabled={(value ?? 0) <= min}
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
            const plain = /^\d+$/.test(event.target.value) ? Number(event.target.value) * step : null;
            if (plain !== null && !stepperError(plain, min, max)) {
              setError(null);
              onChange(plain);
            }
          }}
          onBlur={(event) => {
            if (typed !== null && !accept(typed)) holdPress(event.relatedTarget, frame.current);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
              event.preventDefault();
              bump(event.key === 'ArrowUp' ? step : -step);
            } else if (event.key === 'Enter' && typed !== null) {
              // A plain figure is taken already; a sum shows its result first, the next Enter sends the form.
              const plain = /^\d+$/.test(typed) && stepperError(Number(typed) * step, min, max) === null;
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
        role={error ? 'alert' : undefined}
        className={classes('text-sm', error ? 'font-medium text-bad' : 'text-ink-faint')}
      >
        {error ?? hint ?? `1 case = ${caseCount} units`}
      </p>
    </div>
  );
}

/**
 * The press that left the field for a button of its form is not taken: Save would send another figure than the one that was typed, and close over
 * the words that say so. The next press is another one.
 */
function holdPress(pressed: EventTarget | null, own: HTMLElement | null): void {
  // Cancel, Back and the cross send nothing.
  if (!(pressed instanceof HTMLButtonElement) || pressed.type !== 'submit' || !own || own.contains(pressed)) return;
  const form = own.closest('[role=dialog]') ?? own.closest('form');
  if (!form?.contains(pressed)) return;
  const done = new AbortController();
  const listening = { capture: true, signal: done.signal };
  const hold = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    done.abort();
  };
  window.addEventListener('click', hold, listening);
  // A button that went grey under the press gives no click: a screen reader's next one comes without a pointer or a key.
  setTimeout(() => done.abort(), 1_000);
  for (const next of ['pointerdown', 'keydown']) window.addEventListener(next, () => done.abort(), listening);
}
