import { useId, useRef } from 'react';
import { classes } from '../classes.ts';
import type { Option } from '../fields/Field.tsx';
import { Icon } from '../Icon.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  /** The first option, which stands for every value: "All types". */
  blank?: string;
  /** The value that lets everything through, if it is not the first option's: '' or 'all'. */
  none?: string;
  /** Shows the default value too, because it explains how the rows below are made. */
  tells?: boolean;
}

/** The value of a filter that lets everything through. */
const throughOf = (blank: string | undefined, options: readonly Option[]) =>
  blank === undefined ? options.find(({ value }) => value === '' || value === 'all')?.value : '';

/**
 * A filter as a chip: its name, and once it is on also its value and a cross. The browser's own select lies over the chip without being seen, so that
 * keyboard, screen reader and a tablet's own list work as in a form.
 */
export function FilterSelect({
  label,
  value,
  onChange,
  options,
  blank,
  none = throughOf(blank, options),
  tells,
}: Props) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const isOn = value !== none;
  const shown = options.find((option) => option.value === value)?.label ?? blank ?? '';
  return (
    <div className="chip" data-on={isOn || undefined} data-paper={isOn || tells ? `${label}: ${shown}` : undefined}>
      <label htmlFor={id} id={`${id}-label`} className="chip-name">
        {label}
      </label>
      <span aria-hidden="true" className={classes('chip-value', tells && 'block')}>
        {shown}
      </span>
      {!(isOn && none !== undefined) && <Icon name="down" size={14} className="text-ink-faint" />}
      <select
        ref={select}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute -inset-px size-[calc(100%+2px)] opacity-0"
      >
        {blank !== undefined && <option value="">{blank}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      {isOn && none !== undefined && (
        <button
          type="button"
          aria-label="Remove filter"
          aria-describedby={`${id}-label`}
          title="Remove filter"
          className="chip-cross"
          onClick={() => {
            select.current?.focus();
            onChange(none);
          }}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
}
