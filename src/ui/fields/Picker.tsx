import { useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import { kitTexts } from '../texts.ts';
import { FieldFrame, inputClasses } from './Field.tsx';
import { useTellOffered } from './offered.ts';
import { type Hits, nearTexts, type PickerOption } from './options.ts';
import { PickerList } from './PickerList.tsx';
import { LONG, tooShortText, useDebouncedQuery } from './useDebouncedQuery.ts';
import type { Folding } from './useFinder.ts';

/** The options of a picker for lists as long as the catalogue (useOptionSource.ts). */
export interface OptionSource<Option extends PickerOption> {
  readonly count: number;
  of(value: string): Option | undefined;
  find(text: string): Hits<Option>;
  /** Where the first search may take longer than a key press. */
  readonly folding?: Folding;
}

interface Props<Option extends PickerOption> {
  label: string;
  /** The name of the field in its form. */
  name?: string;
  value: string;
  /** The words of the value where the options, which are still being read, do not have it. */
  valueLabel?: string;
  onChange: (value: string) => void;
  options?: readonly Option[];
  /** Whether a text matches an option. The caller passes it, so that accents are folded as on the server. */
  matches?: (option: PickerOption, text: string) => boolean;
  /** Replaces `options` and `matches`: all options that match are found at every key press, however long the list is. */
  among?: OptionSource<Option>;
  /** The second line of options without a note; it is computed only for visible rows. */
  noteOf?: (option: Option) => string;
  placeholder?: string;
  disabled?: boolean;
  error?: string | undefined;
  hint?: React.ReactNode;
  required?: boolean;
  onBlur?: () => void;
  /** The text when no option matches what is typed. */
  none?: string | ((text: string) => string);
  /**
   * Says at Enter that nothing matches, or that only nearly the same does; then a second Enter chooses it. The typed text stays, so that a figure typed next is not
   * taken for another search.
   */
  missOf?: (text: string) => string;
  /** Why Enter does not choose the first option that has this text, while nobody pointed at it: a figure is no name. undefined: it does. */
  refusalOf?: (text: string) => string | undefined;
  /** The last row of a list that has nothing with the typed words: where else to search. */
  elsewhere?: { words: string; search: () => void } | undefined;
  /** The label is for screen readers alone. */
  hidesLabel?: boolean;
  /** The input, for a screen that moves the focus by itself. */
  inputRef?: React.RefObject<HTMLInputElement | null>;
  /** A soft keyboard opens once the field itself was touched, not when the screen gives it the focus. `inputRef` can take that back. */
  keyboardOnTouch?: boolean;
  /** The picture before an option; it is made only for visible rows. */
  pictureOf?: (option: Option) => React.ReactNode;
}

const NOBODY = () => false;
const NEVER = () => () => undefined;
const YES = () => true;

/** Whether a search answers within a key press; the component renders again when it does. */
const useIsReady = (folding: Folding | undefined): boolean =>
  useSyncExternalStore(folding?.subscribe ?? NEVER, folding?.isReady ?? YES);
const NONE: readonly never[] = [];

const noneOf = (none: NonNullable<Props<never>['none']>, text: string | null) =>
  typeof none === 'string' ? none : none(text ?? '');

interface Found<Option> {
  hits: Hits<Option>;
  /** What is typed; null: the list is closed. */
  text: string | null;
  /** The hits are those of the text. */
  isFound: boolean;
  find: ((text: string) => Hits<Option>) | undefined;
}

/** The option that Enter chooses, and what is said where it chooses none. */
function useEnter<Option extends PickerOption>(
  { hits, text, isFound, find }: Found<Option>,
  { missOf, refusalOf, elsewhere }: Pick<Props<Option>, 'missOf' | 'refusalOf' | 'elsewhere'>,
  choose: (option: Option | undefined) => void,
  input: Props<Option>['inputRef'],
) {
  const [active, setActive] = useState(0);
  // The person pointed at an option, by an arrow or the pointer.
  const isPointed = useRef(false);
  // The text for which Enter chose nothing.
  const [missed, setMissed] = useState<string | null>(null);
  const isOfText = isFound && text !== null && text.trim() !== '';
  const other = isOfText && (hits.length === 0 || hits.isNear) ? elsewhere : undefined;
  const further = other && {
    words: other.words,
    search: () => {
      other.search();
      setActive(0);
      input?.current?.focus({ preventScroll: true });
    },
  };
  const whyNone = (of: Hits<Option>, typed: string): string | undefined =>
    of.length === 0 ? missOf?.(typed) : of.isNear ? nearTexts.onceMore : undefined;
  return {
    active,
    rows: hits.length + (further ? 1 : 0),
    further,
    miss: isFound && text !== null && missed === text ? (refusalOf?.(text) ?? whyNone(hits, text)) : undefined,
    point: useCallback((index: number) => {
      isPointed.current = true;
      setActive(index);
    }, []),
    /** The text is another one. */
    unpoint: () => {
      isPointed.current = false;
      setActive(0);
      // The same text that is typed later is a new question.
      setMissed(null);
    },
    /** Returns false if Enter chose nothing. */
    enter: (typed: string): boolean => {
      // Enter waits for the search, because a figure may follow it.
      const now = isFound || !find ? hits : find(typed);
      const isAgain = missed === typed || isPointed.current;
      const isRefused = !isPointed.current && refusalOf?.(typed) !== undefined;
      if (further && active === now.length && isAgain) further.search();
      else if (isRefused || (missOf && now.length === 0) || (now.isNear && !isAgain)) {
        setMissed(typed);
        return false;
      } else {
        choose(now.slice(active, active + 1)[0]);
        isPointed.current = false;
      }
      return true;
    },
  };
}

/** A searchable choice of one option (ARIA combobox) with typing, arrows, Enter and Escape. */
export function Picker<Option extends PickerOption = PickerOption>({
  label,
  name,
  value,
  valueLabel = '',
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
  missOf,
  refusalOf,
  elsewhere,
  hidesLabel,
  inputRef,
  keyboardOnTouch = false,
  pictureOf,
}: Props<Option>) {
  useTellOffered(name, options);
  const [text, setText] = useState<string | null>(null);
  // The person cleared the text by hand: when the field loses the focus, no option is chosen.
  const [wiped, setWiped] = useState(false);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const chosen = useMemo(
    () => (among ? among.of(value) : options.find((option) => option.value === value)),
    [among, options, value],
  );
  const open = text !== null && !disabled;
  const long = !among && options.length > LONG;
  const { sought, tooShort } = useDebouncedQuery(text, long);
  const isFound = useIsReady(among?.folding) || (sought ?? '').trim() === '';
  const hits = useMemo((): Hits<Option> => {
    if (sought === null || tooShort || !isFound) return NONE;
    if (among) return among.find(sought);
    return sought.trim() === '' ? options : options.filter((option) => matches(option, sought));
  }, [sought, tooShort, isFound, options, matches, among]);
  // The rows of the list render only when these properties change, not at every key press.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const choose = useCallback((option: PickerOption | undefined) => {
    if (option) latest.current(option.value);
    setText(null);
    setWiped(false);
  }, []);
  const { active, rows, miss, further, point, unpoint, enter } = useEnter(
    { hits, text: open ? text : null, isFound, find: among?.find },
    { missOf, refusalOf, elsewhere },
    choose,
    inputRef,
  );
  const activeId = open && active < rows ? `${listId}-${active}` : undefined;
  return (
    <FieldFrame label={label} hidesLabel={hidesLabel} error={error} hint={hint} required={required}>
      {(ids) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the frame only notices that focus left all of it
        <div
          ref={box}
          data-paper={chosen && value !== '' ? `${label}: ${chosen.label}` : undefined}
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
            ref={inputRef}
            inputMode={keyboardOnTouch ? 'none' : undefined}
            onPointerDown={keyboardOnTouch ? ({ currentTarget }) => (currentTarget.inputMode = 'search') : undefined}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            autoComplete="off"
            disabled={disabled}
            placeholder={placeholder}
            value={text ?? chosen?.label ?? valueLabel}
            onFocus={(event) => event.target.select()}
            // On mousedown instead of click: the error of the previous field may move this field while it is pressed, and then no click would
            // happen.
            onMouseDown={({ button }) => button === 0 && text === null && setText('')}
            onClick={() => text === null && setText('')}
            onChange={(event) => {
              setText(event.target.value);
              // useWedge.ts removes a scanner's code from the field again; that change is not made by hand.
              setWiped(event.target.value === '' && event.isTrusted);
              unpoint();
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                event.preventDefault();
                if (text === null) setText('');
                else point(Math.max(0, Math.min(rows - 1, active + (event.key === 'ArrowDown' ? 1 : -1))));
              } else if (event.key === 'Enter' && open) {
                event.preventDefault();
                // The next name replaces one that chose nothing, so that names which are typed blindly never run into one another.
                if (!enter(text)) event.currentTarget.select();
              } else if (event.key === 'Escape' && open) {
                event.stopPropagation();
                setText(null);
                setWiped(false);
              }
            }}
            aria-invalid={miss === undefined ? ids['aria-invalid'] : true}
            className={classes(
              inputClasses,
              error || miss !== undefined ? 'border-bad outline-bad' : 'border-line-strong',
              'pr-10 text-ellipsis',
            )}
          />
          <Icon name="down" className="pointer-events-none absolute right-3 top-1/2 -translate-y-1/2 text-ink-faint" />
          <PickerList
            id={listId}
            label={label}
            open={open}
            hits={hits}
            value={value}
            active={active}
            onActive={point}
            onChoose={choose}
            // Every hit is one of these options, so the cast is safe.
            noteOf={noteOf as ((option: PickerOption) => string) | undefined}
            pictureOf={pictureOf as ((option: PickerOption) => React.ReactNode) | undefined}
            empty={tooShort ? tooShortText : isFound ? noneOf(none, text) : kitTexts.searching}
            miss={miss}
            further={further}
          />
          {/* A list box may hold options alone. */}
          {miss && (
            <p role="alert" className="sr-only">
              {miss}
            </p>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
