import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import { kitTexts } from '../texts.ts';
import { FieldFrame, inputClasses } from './Field.tsx';
import { useTellOffered } from './offered.ts';
import type { Hits, PickerOption } from './options.ts';
import { PickerList } from './PickerList.tsx';
import { LONG, tooShortText, useDebouncedQuery } from './useDebouncedQuery.ts';

/** What is chosen from when it is as long as the catalogue (useOptionSource.ts). */
export interface OptionSource<Option extends PickerOption> {
  readonly count: number;
  of(value: string): Option | undefined;
  find(text: string): Hits<Option>;
}

interface Props<Option extends PickerOption> {
  label: string;
  /** Its field in the form around it. */
  name?: string;
  value: string;
  onChange: (value: string) => void;
  options?: readonly Option[];
  /** Says how a text matches an option; given, so that accents fold as on the server. */
  matches?: (option: PickerOption, text: string) => boolean;
  /** Instead of `options` and `matches`: all that fit a text are found at every key, however long the list is. */
  among?: OptionSource<Option>;
  /** The second line of an option that brings none: made for the rows that are seen. */
  noteOf?: (option: Option) => string;
  placeholder?: string;
  disabled?: boolean;
  error?: string | undefined;
  hint?: React.ReactNode;
  required?: boolean;
  onBlur?: () => void;
  /** Said when no option fits. */
  none?: string;
}

const NOBODY = () => false;
const NONE: readonly never[] = [];

/** A searchable choice of one (ARIA combobox): type, arrows, Enter, Escape. */
export function Picker<Option extends PickerOption = PickerOption>({
  label,
  name,
  value,
  onChange,
  options = NONE,
  matches = NOBODY,
  among,
  noteOf,
  placeholder = 'Search…',
  disabled,
  error,
  hint,
  required,
  onBlur,
  none = kitTexts.nothingFits,
}: Props<Option>) {
  useTellOffered(name, options);
  const [text, setText] = useState<string | null>(null);
  // What was chosen is wiped out by hand: nothing is chosen once the field is left so (K29).
  const [wiped, setWiped] = useState(false);
  const [active, setActive] = useState(0);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const chosen = useMemo(
    () => (among ? among.of(value) : options.find((option) => option.value === value)),
    [among, options, value],
  );
  const open = text !== null && !disabled;
  const long = !among && options.length > LONG;
  const { sought, tooShort } = useDebouncedQuery(text, long);
  const hits = useMemo((): Hits<Option> => {
    if (sought === null || tooShort) return NONE;
    if (among) return among.find(sought);
    return sought.trim() === '' ? options : options.filter((option) => matches(option, sought));
  }, [sought, tooShort, options, matches, among]);
  // The list's rows are drawn again only when these change: never for a key press alone.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const choose = useCallback((option: PickerOption | undefined) => {
    if (option) latest.current(option.value);
    setText(null);
    setWiped(false);
  }, []);
  const activeId = open && active < hits.length ? `${listId}-${active}` : undefined;
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
            if (wiped && text === '' && value !== '') onChange('');
            setWiped(false);
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
            // At the press: what the field before it says once it is left moves this one from under the finger, and a click would be nobody's.
            onMouseDown={({ button }) => button === 0 && text === null && setText('')}
            onClick={() => text === null && setText('')}
            onChange={(event) => {
              setText(event.target.value);
              // A scanner's code that is taken out again (useWedge.ts) is nobody's hand.
              setWiped(event.target.value === '' && event.isTrusted);
              setActive(0);
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                event.preventDefault();
                if (text === null) setText('');
                else
                  setActive((now) =>
                    Math.max(0, Math.min(hits.length - 1, now + (event.key === 'ArrowDown' ? 1 : -1))),
                  );
              } else if (event.key === 'Enter' && open) {
                event.preventDefault();
                choose(hits.slice(active, active + 1)[0]);
              } else if (event.key === 'Escape' && open) {
                event.stopPropagation();
                setText(null);
                setWiped(false);
              }
            }}
            className={classes(inputClasses, error ? 'border-bad' : 'border-line-strong', 'pr-10')}
          />
          <Icon name="down" className="pointer-events-none absolute right-3 top-1/2 -translate-y-1/2 text-ink-faint" />
          <PickerList
            id={listId}
            label={label}
            open={open}
            hits={hits}
            value={value}
            active={active}
            onActive={setActive}
            onChoose={choose}
            // Every hit is one of these options.
            noteOf={noteOf as ((option: PickerOption) => string) | undefined}
            empty={tooShort ? tooShortText : none}
          />
        </div>
      )}
    </FieldFrame>
  );
}
