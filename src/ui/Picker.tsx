import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { AUTOCOMPLETE_MIN, AUTOCOMPLETE_PAUSE_MS } from '#domain/limits.ts';
import { classes } from './classes.ts';
import { FieldFrame, inputClasses } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface PickerOption {
  value: string;
  label: string;
  /** A second line: what helps to choose (stock, type). */
  note?: string;
}

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly PickerOption[];
  /** Says how a text matches an option; given, so that accents fold as on the server. */
  matches: (option: PickerOption, text: string) => boolean;
  placeholder?: string;
  disabled?: boolean;
  error?: string | undefined;
  hint?: React.ReactNode;
  required?: boolean;
  onBlur?: () => void;
  /** Said when no option fits. */
  none?: string;
}

const SHOWN = 60;
/** UI-09: longer lists are searched after a pause, and from the third letter on (UI-08). */
const LONG = 500;

/** A searchable choice of one (ARIA combobox): type, arrows, Enter, Escape; long lists show their first 60 hits. */
export function Picker({
  label,
  value,
  onChange,
  options,
  matches,
  placeholder = 'Search…',
  disabled,
  error,
  hint,
  required,
  onBlur,
  none = 'Nothing fits.',
}: Props) {
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const chosen = options.find((option) => option.value === value);
  const open = text !== null && !disabled;
  const long = options.length > LONG;
  const sought = usePaused(text, long ? AUTOCOMPLETE_PAUSE_MS : 0);
  const tooShort = long && (sought ?? '').trim().length < AUTOCOMPLETE_MIN;
  const hits = useMemo(
    () =>
      sought === null || tooShort ? [] : options.filter((option) => sought.trim() === '' || matches(option, sought)),
    [sought, tooShort, options, matches],
  );
  const shown = hits.slice(0, SHOWN);
  const choose = (option: PickerOption | undefined) => {
    if (option) onChange(option.value);
    setText(null);
  };
  const activeId = open && shown[active] ? `${listId}-${active}` : undefined;
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required}>
      {(ids) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the frame only notices that focus left all of it
        <div
          ref={box}
          className="relative"
          onBlur={(event) => {
            if (box.current?.contains(event.relatedTarget)) return;
            setText(null);
            onBlur?.();
          }}
        >
          <input
            {...ids}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            autoComplete="off"
            disabled={disabled}
            placeholder={placeholder}
            value={text ?? chosen?.label ?? ''}
            onFocus={(event) => event.target.select()}
            onClick={() => text === null && setText('')}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                event.preventDefault();
                if (text === null) setText('');
                else
                  setActive((now) =>
                    Math.max(0, Math.min(shown.length - 1, now + (event.key === 'ArrowDown' ? 1 : -1))),
                  );
              } else if (event.key === 'Enter' && open) {
                event.preventDefault();
                choose(shown[active]);
              } else if (event.key === 'Escape' && open) {
                event.stopPropagation();
                setText(null);
              }
            }}
            className={classes(inputClasses, error ? 'border-bad' : 'border-line-strong/60', 'pr-10')}
          />
          <Icon name="down" className="pointer-events-none absolute right-3 top-3.5 text-ink-faint" />
          <div
            id={listId}
            role="listbox"
            aria-label={label}
            hidden={!open}
            className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-card border bg-surface-raised py-1 shadow-pop"
          >
            {open &&
              shown.map((option, index) => (
                <div
                  key={option.value}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.value === value}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                  onKeyDown={() => undefined}
                  onMouseEnter={() => setActive(index)}
                  className={classes(
                    'flex min-h-tap cursor-pointer flex-col justify-center px-3 py-1.5',
                    index === active && 'bg-accent-soft',
                    option.value === value && 'font-semibold',
                  )}
                >
                  <span>{option.label}</span>
                  {option.note && <span className="text-sm font-normal text-ink-faint">{option.note}</span>}
                </div>
              ))}
            {open && shown.length === 0 && (
              <p className="px-3 py-3 text-ink-faint">
                {tooShort ? `Type at least ${AUTOCOMPLETE_MIN} letters.` : none}
              </p>
            )}
            {open && hits.length > SHOWN && (
              <p className="px-3 py-2 text-sm text-ink-faint">{hits.length - SHOWN} more: type to narrow down.</p>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

/** A text as it was `pause` ms ago; without a pause, and when it is cleared, as it is. */
function usePaused(text: string | null, pause: number): string | null {
  const [late, setLate] = useState(text);
  useEffect(() => {
    if (pause === 0 || text === null) return setLate(text);
    const timer = setTimeout(() => setLate(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return pause === 0 || text === null ? text : late;
}
