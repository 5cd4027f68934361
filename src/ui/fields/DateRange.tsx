import { useId, useLayoutEffect, useRef, useState } from 'react';
import { type DayPeriod, periodsUntil } from '#domain/dayPresets.ts';
import { OPEN } from '#domain/orderFilters.ts';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import { WhenField } from '../WhenField.tsx';
import { dateRule, rangeFault } from './dateRule.ts';
import { paperDay, rangeText } from './rangeText.ts';

/** A text in a field that was not passed on. `over`: the known value under it; `isLeft`: the field lost the focus, so that its error is shown. */
interface TypedEnd {
  text: string;
  over: string;
  isLeft: boolean;
}

interface DateProps {
  label: string;
  /** yyyy-MM-dd or yyyy-MM-ddTHH:mm; '' if no date is chosen. */
  value: string;
  onChange: (value: string) => void;
  min: string;
  max: string;
  type: 'date' | 'datetime-local';
  held: TypedEnd | null;
  hold: (held: TypedEnd | null) => void;
  error: string | undefined;
}

// The error is on the label's line, so that nothing moves when it appears or disappears.
const FAULT_BESIDE_LABEL =
  '[&>div]:grid [&>div]:grid-cols-[auto_1fr] [&>div]:gap-x-1.5 [&>div>div]:col-span-2 [&_[role=alert]]:col-start-2 [&_[role=alert]]:row-start-1 [&_[role=alert]]:w-0 [&_[role=alert]]:min-w-full [&_[role=alert]]:self-end [&_[role=alert]]:text-right [&_[role=alert]]:text-[0.8125rem] [&_[role=alert]]:leading-5 [&_[role=alert]]:tracking-tight';

/** What of `held` still counts: another value from outside goes over it. */
const typedOf = (held: TypedEnd | null, value: string) => (held?.over === value ? held : null);

/** The error of a field: of what was typed once it is left, else `fault`, of the value itself, which may come from the address. */
function errorOf(
  held: TypedEnd | null,
  fault: string | undefined,
  { value, min, max }: Record<'value' | 'min' | 'max', string>,
) {
  const typed = typedOf(held, value);
  if (!typed) return fault;
  const rule = typed.isLeft ? dateRule(typed.text, min, max) : null;
  return typeof rule === 'object' ? rule?.fault : undefined;
}

/**
 * A date between `min` and `max`. An invalid date stays in the field, and its error is shown once the field loses the focus; the caller keeps the
 * last valid date. A year that is still being typed is not passed on.
 */
function DateField({ value, onChange, min, max, held, hold, ...rest }: DateProps) {
  const typed = typedOf(held, value);
  return (
    <div className={FAULT_BESIDE_LABEL}>
      <WhenField
        {...rest}
        value={typed?.text ?? value}
        {...(min ? { min } : {})}
        max={max}
        onChange={(next) => {
          const isTaken = dateRule(next, min, max) === 'take';
          hold(isTaken ? null : { text: next, over: value, isLeft: false });
          if (isTaken) onChange(next);
        }}
        onBlur={() => hold(typed && dateRule(typed.text, min, max) !== 'hold' ? { ...typed, isLeft: true } : null)}
      />
    </div>
  );
}

interface Props {
  from: string;
  to: string;
  /** The latest date that can be chosen, as the text of an input: no future dates. */
  max: string;
  type?: 'date' | 'datetime-local';
  /** A cleared date is ''. If the address has a default for it, the caller stores {@link OPEN} instead. */
  onChange: (range: { from: string; to: string }) => void;
  /** The rows are also there without dates, so the chip has a cross. */
  clears?: boolean;
}

/**
 * A range of dates among the filters: one chip, "24 Oct to 22 Nov", that opens the fields From and To (UI-17). On a phone, where the filters are a form,
 * the fields stand there themselves. Future dates are not allowed; a start after the end clears the end. The caller must not start a query while there
 * is a {@link rangeFault}, because dates in an address may be invalid.
 *
 * The fields are always in the page, and not visible while they are closed. Tab or a click on the name opens them. A refused date is always visible.
 */
export function DateRange({ from, to, max, type = 'date', onChange, clears = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [held, setHeld] = useState<{ from: TypedEnd | null; to: TypedEnd | null }>({ from: null, to: null });
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const end = to === OPEN ? '' : to;
  const start = from === OPEN ? '' : from;
  const faults = rangeFault(from, to, max);
  const fields = {
    from: { value: start, min: '', max },
    to: { value: end, min: faults?.from ? '' : start, max },
  };
  const errors = {
    from: errorOf(held.from, faults?.from, fields.from),
    to: errorOf(held.to, faults?.to, fields.to),
  };
  const isWrong = errors.from !== undefined || errors.to !== undefined;
  const isShown = isOpen || isWrong;
  const [place, toLeft] = usePlace(isShown);
  const periods = periodsUntil(max, Math.floor(Date.now() / 1_000));
  const chosen = periods.find((one) => one.from === start && one.to === end);
  const text = chosen?.label ?? rangeText(start, end);
  const isOn = clears && text !== '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the frame only notices that focus left, and Escape
    <div
      ref={box}
      data-paper={text ? `Dates: ${rangeText(start, end, paperDay)}` : undefined}
      className="relative"
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        button.current?.focus();
        setOpen(false);
      }}
    >
      <div className="chip max-sm:hidden" data-on={isOn || undefined}>
        <span aria-hidden="true" className="chip-name">
          Dates
        </span>
        {text && (
          <span aria-hidden="true" className={classes('chip-value figures block', isWrong && 'text-bad')}>
            {text}
          </span>
        )}
        {!isOn && <Icon name="down" size={14} className="text-ink-faint" />}
        {/* Over the chip, but not over its cross. */}
        <button
          ref={button}
          type="button"
          aria-label={text ? `Dates: ${text}` : 'Dates'}
          aria-expanded={isShown}
          aria-controls={id}
          className={classes('absolute -inset-px rounded-full', isOn && 'right-16 compact:right-10')}
          onClick={() => (isOpen ? setOpen(false) : place.current?.querySelector('input')?.focus())}
        />
        {isOn && (
          <button
            type="button"
            aria-label="Remove filter"
            title="Remove filter"
            className="chip-cross"
            onClick={() => {
              button.current?.focus();
              onChange({ from: '', to: '' });
            }}
          >
            <Icon name="close" size={14} />
          </button>
        )}
      </div>
      {/* Focusable, so that a press on its empty space does not close it. */}
      <fieldset
        ref={place}
        id={id}
        tabIndex={-1}
        style={{ left: -toLeft }}
        onFocus={() => setOpen(true)}
        className={classes(
          'flex min-w-0 flex-wrap gap-2 max-sm:flex-col',
          // Errors stand under the fields.
          isWrong && 'sm:pb-8!',
          isShown
            ? 'sm:absolute sm:top-full sm:z-30 sm:mt-1 sm:rounded-card sm:border sm:bg-surface-raised sm:p-3 sm:shadow-pop'
            : 'sm:sr-only',
        )}
      >
        <legend className="sr-only">Dates</legend>
        <DateField
          {...fields.from}
          label="From"
          type={type}
          held={held.from}
          hold={(next) => setHeld((before) => ({ ...before, from: next }))}
          error={errors.from}
          onChange={(next) => onChange({ from: next, to: end && next > end ? '' : end })}
        />
        <DateField
          {...fields.to}
          label="To"
          type={type}
          held={held.to}
          hold={(next) => setHeld((before) => ({ ...before, to: next }))}
          error={errors.to}
          onChange={(next) => onChange({ from: start, to: next })}
        />
        {periods.length > 0 && (
          <Periods
            of={periods}
            chosen={chosen}
            onPick={({ from, to }) => {
              // Typed text that was no date goes, also over the same days.
              setHeld({ from: null, to: null });
              onChange({ from, to });
            }}
          />
        )}
      </fieldset>
    </div>
  );
}

/** The periods under the two fields, which show the days of the chosen one. */
function Periods({
  of,
  chosen,
  onPick,
}: {
  of: readonly DayPeriod[];
  chosen: DayPeriod | undefined;
  onPick: (period: DayPeriod) => void;
}) {
  return (
    <div className="flex w-full flex-wrap gap-2 sm:w-max sm:basis-full sm:flex-nowrap">
      {of.map((one) => (
        <button
          key={one.label}
          type="button"
          aria-pressed={one === chosen}
          data-on={one === chosen || undefined}
          className={classes('chip pr-3.5! font-medium', one === chosen && 'text-accent-strong')}
          onClick={() => onPick(one)}
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}

/** How many pixels the shown fields must move to the left so that they end on the page. */
function usePlace(isShown: boolean) {
  const place = useRef<HTMLFieldSetElement>(null);
  const [toLeft, setToLeft] = useState(0);
  useLayoutEffect(() => {
    const left = place.current?.parentElement?.getBoundingClientRect().left ?? 0;
    const beyond = left + (place.current?.offsetWidth ?? 0) + AIR - document.documentElement.clientWidth;
    setToLeft(isShown ? Math.max(0, beyond) : 0);
  }, [isShown]);
  return [place, toLeft] as const;
}

/** The space beside the shown fields, in px. */
const AIR = 8;
