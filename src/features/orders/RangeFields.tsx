import { chipRange, DAY_CHIPS, type DayChip } from '#domain/orderReports.ts';
import { dateTimeInput, fromInput } from '#domain/time.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';

/** Texts of two datetime-local inputs; '' = not chosen. */
export interface Range {
  from: string;
  to: string;
}

/** Epoch seconds, the end exclusive; null until both are there and in order. */
export function secondsOf({ from, to }: Range): { from: number; to: number } | null {
  const first = fromInput(from);
  const last = fromInput(to);
  return first === null || last === null || first >= last ? null : { from: first, to: last };
}

export function rangeOf(chip: DayChip, now: number): Range {
  const { from, to } = chipRange(chip, now);
  return { from: dateTimeInput(from), to: dateTimeInput(to) };
}

/** Preset day chips, and a range of one's own with its time (RPT-01). */
export function RangeFields({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  const now = Math.floor(Date.now() / 1_000);
  // UI-17: the end of today, which is where the chip of today ends.
  const last = dateTimeInput(chipRange('today', now).to);
  return (
    <>
      <fieldset className="flex flex-wrap gap-2 sm:col-span-full">
        <legend className="sr-only">Days</legend>
        {DAY_CHIPS.map(({ key, label }) => {
          const preset = rangeOf(key, now);
          const on = preset.from === range.from && preset.to === range.to;
          return (
            <Button key={key} look={on ? 'primary' : 'plain'} aria-pressed={on} onClick={() => onChange(preset)}>
              {label}
            </Button>
          );
        })}
      </fieldset>
      <TextField
        label="From"
        type="datetime-local"
        value={range.from}
        max={last}
        onChange={(from) => onChange({ from, to: range.to && from > range.to ? '' : range.to })}
      />
      <TextField
        label="To"
        type="datetime-local"
        value={range.to}
        min={range.from}
        max={last}
        onChange={(to) => onChange({ ...range, to })}
      />
    </>
  );
}
