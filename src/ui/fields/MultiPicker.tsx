import { useId, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import { kitTexts } from '../texts.ts';
import { CheckField, inputClasses } from './Field.tsx';
import { useTellOffered } from './offered.ts';
import type { PickerOption } from './options.ts';
import { LONG, tooShortText, useDebouncedQuery } from './useDebouncedQuery.ts';

interface Props {
  label: string;
  /** The name of the field in its form. */
  name?: string;
  /** The chosen values; an empty list means no filter. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  options: readonly PickerOption[];
  /** Whether a text matches an option. The caller passes it, so that accents are folded as on the server. */
  matches: (option: PickerOption, text: string) => boolean;
  /** The text when nothing is chosen: "All manufacturers". */
  all: string;
  error?: string | undefined;
  hint?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Stands in the button in place of `all`, as long as nothing can be chosen. */
  placeholder?: string;
  onBlur?: () => void;
}

const SHOWN = 60;
/** The width of the list (w-72) and the space beside it, in rem, so that larger letters make the list wider. */
const WIDTH_REM = 18;
const AIR_REM = 0.5;

/** How many pixels the list must move to the left so that all of it is on the page. */
function beyondEdge(left: number): number {
  const { clientWidth } = document.documentElement;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const width = Math.min(WIDTH_REM * rem, clientWidth - 2 * rem);
  return Math.max(0, left + width + AIR_REM * rem - clientWidth);
}

/** A searchable choice of several values: a button opens a list of checkboxes; Escape or leaving the list closes it. */
export function MultiPicker(props: Props) {
  const { label, name, value, options, all, error, hint, required, disabled, placeholder, onBlur } = props;
  const noted = Boolean(error || hint);
  useTellOffered(name, options);
  const [open, setOpen] = useState(false);
  const [toLeft, setToLeft] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const known = options.filter((option) => value.includes(option.value));
  const shown =
    value.length === 0
      ? (placeholder ?? all)
      : value.length === 1
        ? (known[0]?.label ?? '1 chosen')
        : `${value.length} chosen`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the frame only notices that focus left all of it, and Escape
    <div
      ref={box}
      data-on={value.length > 0 || undefined}
      data-paper={value.length > 0 ? `${label}: ${known.map((option) => option.label).join(', ') || shown}` : undefined}
      className="field relative flex flex-col gap-1.5"
      onBlur={(event) => {
        if (box.current?.contains(event.relatedTarget)) return;
        setOpen(false);
        onBlur?.();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <span className="flex gap-1 text-sm font-semibold text-ink">
        <span id={`${id}-label`}>{label}</span>
        {required && (
          <span aria-hidden="true" title="Required" className="text-bad">
            *
          </span>
        )}
      </span>
      <button
        ref={button}
        type="button"
        id={`${id}-button`}
        aria-labelledby={`${id}-label ${id}-button`}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-describedby={noted ? `${id}-note` : undefined}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        onClick={() => {
          if (open) return setOpen(false);
          setToLeft(beyondEdge(box.current?.getBoundingClientRect().left ?? 0));
          setOpen(true);
        }}
        className={classes(
          inputClasses,
          'flex items-center justify-between gap-2 text-left',
          error ? 'border-bad' : 'border-line-strong',
        )}
      >
        <span className="truncate">{shown}</span>
        <Icon name="down" className="text-ink-faint" />
      </button>
      {error ? (
        <p id={`${id}-note`} role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      ) : (
        hint && (
          <div id={`${id}-note`} className="text-sm text-ink-faint">
            {hint}
          </div>
        )
      )}
      {/* Focusable, so that a press on its empty space does not close the list. */}
      <div
        id={`${id}-list`}
        hidden={!open}
        tabIndex={-1}
        style={{ left: -toLeft }}
        className="absolute top-full z-30 mt-1 w-72 max-w-[calc(100vw-2rem)] rounded-card border bg-surface-raised shadow-pop"
      >
        {open && <Choices {...props} onCleared={() => button.current?.focus()} />}
      </div>
    </div>
  );
}

/** The open list: the search, the options that match it, and "none chosen". It starts anew, with an empty search, each time it opens. */
function Choices({ label, value, onChange, options, matches, all, onCleared }: Props & { onCleared: () => void }) {
  const [text, setText] = useState('');
  const { sought, tooShort } = useDebouncedQuery(text, options.length > LONG);
  const chosen = new Set(value);
  // Without a text the whole list is shown.
  const wanted = text.trim() === '' ? '' : (sought ?? '').trim();
  const waits = tooShort && text.trim() !== '';
  const hits = waits ? [] : options.filter((option) => wanted === '' || matches(option, wanted));
  return (
    <>
      <div className="border-b p-2">
        <input
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search…"
          value={text}
          // biome-ignore lint/a11y/noAutofocus: the list was opened to be searched
          autoFocus
          onChange={(event) => setText(event.target.value)}
          className={classes(inputClasses, 'border-line-strong')}
        />
      </div>
      <fieldset className="flex max-h-72 flex-col overflow-y-auto px-3 py-1">
        <legend className="sr-only">{label}</legend>
        {hits.slice(0, SHOWN).map((option) => (
          <CheckField
            key={option.value}
            label={option.note ? `${option.label}, ${option.note}` : option.label}
            checked={chosen.has(option.value)}
            onChange={(on) => onChange(on ? [...value, option.value] : value.filter((one) => one !== option.value))}
          />
        ))}
        {hits.length === 0 && <p className="py-3 text-ink-faint">{waits ? tooShortText : kitTexts.nothingFits}</p>}
        {hits.length > SHOWN && (
          <p className="py-2 text-sm text-ink-faint">{hits.length - SHOWN} more: type to narrow down.</p>
        )}
      </fieldset>
      {value.length > 0 && (
        <button
          type="button"
          className="min-h-tap w-full border-t px-3 text-left font-semibold text-accent"
          onClick={() => {
            onChange([]);
            onCleared();
          }}
        >
          {all}
        </button>
      )}
    </>
  );
}
