import { useState } from 'react';
import { OPEN } from '#domain/orderFilters.ts';
import { fromInput, showDate } from '#domain/time.ts';
import { TextField } from './Field.tsx';

interface DateProps {
  label: string;
  /** yyyy-MM-dd or yyyy-MM-ddTHH:mm; '' or {@link OPEN}: not chosen. */
  value: string;
  onChange: (value: string) => void;
  min: string;
  max: string;
  type?: 'date' | 'datetime-local';
}

/**
 * A date that is not before `min` or after `max`, however it came. What is typed beyond that stays in the field and is said; whoever
 * asked still has the last date that can be.
 */
function DateField({ value, onChange, min, max, ...rest }: DateProps) {
  const [beyond, setBeyond] = useState<{ text: string; over: string } | null>(null);
  const known = value === OPEN ? '' : value;
  const typed = beyond?.over === known ? beyond.text : null;
  const text = typed ?? known;
  return (
    <TextField
      {...rest}
      value={text}
      {...(min ? { min } : {})}
      max={max}
      onChange={(next) => {
        const fits = next === '' || (fromInput(next) !== null && next <= max && next >= min);
        setBeyond(fits ? null : { text: next, over: known });
        if (fits) onChange(next);
      }}
      error={typed === null ? undefined : typed < min ? `Not before ${dayOf(min)}` : `Not after ${dayOf(max)}`}
    />
  );
}

const dayOf = (input: string) => showDate(fromInput(input) ?? 0);

interface Props {
  from: string;
  to: string;
  /** The latest moment that can be chosen, as an input's text: no future dates. */
  max: string;
  type?: 'date' | 'datetime-local';
  /** '' where a date was cleared; an address that has a default for it keeps {@link OPEN} instead. */
  onChange: (range: { from: string; to: string }) => void;
}

/** UI-17: From and To. No future dates; a start after the end clears the end. Two cells of the caller's grid or row. */
export function DateRange({ from, to, max, type = 'date', onChange }: Props) {
  const end = to === OPEN ? '' : to;
  const start = from === OPEN ? '' : from;
  return (
    <>
      <DateField
        label="From"
        type={type}
        value={start}
        min=""
        max={max}
        onChange={(next) => onChange({ from: next, to: end && next > end ? '' : end })}
      />
      <DateField
        label="To"
        type={type}
        value={end}
        min={start}
        max={max}
        onChange={(next) => onChange({ from: start, to: next })}
      />
    </>
  );
}
