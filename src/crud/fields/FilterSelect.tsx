import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { type FilterOption, pressed, shortOf, valuesIn } from './filterValue.ts';

const FilterList = lazyPart(() => import('./FilterList.tsx'), 'FilterList');

interface Props {
  label: string;
  /** With `many` several values, joined by commas. */
  value: string;
  onChange: (value: string) => void;
  options: readonly FilterOption[];
  /** The first option, which stands for every value: "All types". */
  blank?: string;
  /** The value that lets everything through, if it is not the first option's: '' or 'all'. */
  none?: string;
  /** Shows the default value too, because it explains how the rows below are made. */
  tells?: boolean;
  /** The filter takes several values. */
  many?: boolean;
}

/** The value of a filter that lets everything through. */
const throughOf = (blank: string | undefined, options: readonly FilterOption[]) =>
  blank === undefined ? options.find(({ value }) => value === '' || value === 'all')?.value : '';

/**
 * A filter as a chip: its name, and once it is on also its value and a cross. A button without a look of its own lies over the chip and opens the list of
 * options, which is loaded when a pointer or the focus comes near.
 */
export function FilterSelect({
  label,
  value: given,
  onChange,
  options,
  blank,
  none = throughOf(blank, options),
  tells,
  many = false,
}: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const closes = useRef(false);
  // The press itself says whether a finger made it. What the device has as its first pointer does not: a tablet may have a mouse, and a machine none at all.
  const [byFinger, setByFinger] = useState(false);
  // null: closed. Otherwise the letters that opened the list, or ''.
  const [open, setOpen] = useState<string | null>(null);
  // What was pressed in the open list. The address follows a moment later, and a second press must not be reckoned from the one before.
  const [chosen, setChosen] = useState<string | null>(null);
  const value = chosen ?? given;
  const all = blank === undefined ? options : [{ value: '', label: blank }, ...options];
  const labelOf = (one: string) => all.find((option) => option.value === one)?.label;
  const isOn = value !== none;
  const values = isOn ? valuesIn(value, many, none) : [];
  // The names of ids may come later than the value.
  const labels = values.map((one) => labelOf(one) ?? '…');
  const whole = isOn ? labels.join(', ') : (labelOf(value) ?? '');
  const shown = isOn ? shortOf(labels) : whole;
  const preload = () => void FilterList.preload();
  // The file of the list may be slow. Until it is there the focus and the keys are at this button.
  const isComing = () => open !== null && document.getElementById(`${id}-pop`) === null;
  const onKey = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (open === null && isOn && none !== undefined && (key === 'Backspace' || key === 'Delete')) onChange(none);
    if (key === 'Escape' && isComing()) {
      // The list does not open later, and a dialog around the chip stays.
      event.preventDefault();
      event.stopPropagation();
      setOpen(null);
      return;
    }
    const isLetter = key.length === 1 && !(altKey || ctrlKey || metaKey) && (open ? true : key !== ' ' && key !== '/');
    if (!isLetter && (open !== null || (key !== 'ArrowDown' && key !== 'ArrowUp'))) return;
    event.preventDefault();
    event.stopPropagation();
    setByFinger(false);
    // Until the list is there its letters arrive here.
    setOpen(isLetter ? (open ?? '') + key : '');
  };
  return (
    <div
      className="chip"
      data-on={isOn || undefined}
      data-paper={isOn || tells ? `${label}: ${whole}` : undefined}
      onPointerEnter={preload}
    >
      <label htmlFor={id} id={`${id}-label`} className="chip-name">
        {label}
      </label>
      <span aria-hidden="true" className={classes('chip-value', tells && 'block')}>
        {shown}
      </span>
      {!(isOn && none !== undefined) && <Icon name="down" size={14} className="text-ink-faint" />}
      <button
        ref={button}
        type="button"
        role="combobox"
        id={id}
        aria-haspopup="listbox"
        aria-expanded={open !== null}
        aria-controls={`${id}-list`}
        title={shown === whole ? undefined : whole}
        onFocus={preload}
        // A press beside an open list closes it, also this one.
        onPointerDown={({ pointerType }) => {
          closes.current = open !== null;
          setByFinger(pointerType === 'touch');
        }}
        onClick={() => {
          // Enter while the list is loading keeps the letters.
          if (!closes.current) setOpen(open ?? '');
          else if (isComing()) setOpen(null);
          closes.current = false;
        }}
        // A list that comes later must not take the focus from where the person went meanwhile.
        onBlur={() => isComing() && setOpen(null)}
        onKeyDown={onKey}
        className="absolute -inset-px rounded-[inherit]"
      >
        <span className="sr-only">{whole}</span>
      </button>
      {isOn && none !== undefined && (
        <button
          type="button"
          aria-label="Remove filter"
          aria-describedby={`${id}-label`}
          title="Remove filter"
          className="chip-cross"
          onClick={() => {
            button.current?.focus();
            onChange(none);
          }}
        >
          <Icon name="close" size={14} />
        </button>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <FilterList
            id={id}
            label={label}
            button={button}
            options={all}
            values={isOn ? values : [value]}
            none={none}
            many={many}
            first={open}
            byFinger={byFinger}
            onPress={(option) => {
              const next = pressed(value, option, all, { many, none });
              setChosen(next);
              onChange(next);
            }}
            onClose={() => {
              setOpen(null);
              setChosen(null);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
