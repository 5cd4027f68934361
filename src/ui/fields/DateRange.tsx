import { useState } from 'react';
import { OPEN } from '#domain/orderFilters.ts';
import { dateRule, rangeFault } from './dateRule.ts';
import { TextField } from './Field.tsx';

interface DateProps {
  label: string;
  /** yyyy-MM-dd or yyyy-MM-ddTHH:mm; '' or {@link OPEN} if no date is chosen. */
  value: string;
  onChange: (value: string) => void;
  min: string;
  max: string;
  type?: 'date' | 'datetime-local';
  /** The error of `value` itself, which may come from the address. */
  fault: string | undefined;
}

// The error is on the label's line, so that nothing moves when it appears or disappears.
const FAULT_BESIDE_LABEL =
  'sm:min-w-44 [&>div]:grid [&>div]:grid-cols-[auto_1fr] [&>div]:gap-x-1.5 [&>div>div]:col-span-2 [&_[role=alert]]:col-start-2 [&_[role=alert]]:row-start-1 [&_[role=alert]]:w-0 [&_[role=alert]]:min-w-full [&_[role=alert]]:self-end [&_[role=alert]]:text-right [&_[role=alert]]:text-[0.8125rem] [&_[role=alert]]:leading-5 [&_[role=alert]]:tracking-tight';

/**
 * A date between `min` and `max`. An invalid date stays in the field, and its error is shown once the field loses the focus; the caller keeps the
 * last valid date. A year that is still being typed is not passed on.
 */
function DateField({ value, onChange, min, max, fault, ...rest }: DateProps) {
  const [held, setHeld] = useState<{ text: string; over: string; isLeft: boolean } | null>(null);
  const known = value === OPEN ? '' : value;
  const typed = held?.over === known ? held : null;
  const rule = typed?.isLeft ? dateRule(typed.text, min, max) : null;
  return (
    <div className={FAULT_BESIDE_LABEL}>
      <TextField
        {...rest}
        value={typed?.text ?? known}
        {...(min ? { min } : {})}
        max={max}
        onChange={(next) => {
          const isTaken = dateRule(next, min, max) === 'take';
          setHeld(isTaken ? null : { text: next, over: known, isLeft: false });
          if (isTaken) onChange(next);
        }}
        onBlur={() => setHeld(typed && dateRule(typed.text, min, max) !== 'hold' ? { ...typed, isLeft: true } : null)}
        error={typed ? (typeof rule === 'object' ? rule?.fault : undefined) : fault}
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
}

/**
 * The fields From and To (UI-17). Future dates are not allowed; a start after the end clears the end. They are two cells of the caller's grid or
 * row. The caller must not start a query while there is a {@link rangeFault}, because dates in an address may be invalid.
 */
export function DateRange({ from, to, max, type = 'date', onChange }: Props) {
  const end = to === OPEN ? '' : to;
  const start = from === OPEN ? '' : from;
  const faults = rangeFault(from, to, max);
  return (
    <>
      <DateField
        label="From"
        type={type}
        value={start}
        min=""
        max={max}
        fault={faults?.from}
        onChange={(next) => onChange({ from: next, to: end && next > end ? '' : end })}
      />
      <DateField
        label="To"
        type={type}
        value={end}
        min={faults?.from ? '' : start}
        max={max}
        fault={faults?.to}
        onChange={(next) => onChange({ from: start, to: next })}
      />
    </>
  );
}
