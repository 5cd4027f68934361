/** The open list of a filter chip. It lies above the page (`popover`), so that no box cuts it; Escape and a press elsewhere close it. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { containsWords, searchable } from '#domain/text.ts';
import { classes } from '#ui/classes.ts';
import { inputClasses } from '#ui/fields/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { usePlaced } from '#ui/list/placedList.ts';
import { kitTexts } from '#ui/texts.ts';
import type { FilterOption } from './filterValue.ts';

/** Beyond so many options the list can be searched, and the chosen ones come first. */
const SHORT = 8;
/** Letters within this time are one word, ms. */
const ONE_WORD_MS = 700;

interface Props {
  /** The id of the chip's button; `${id}-label` is its name. */
  id: string;
  label: string;
  button: RefObject<HTMLElement | null>;
  options: readonly FilterOption[];
  values: readonly string[];
  none: string | undefined;
  many: boolean;
  /** The letters that opened the list, or ''. */
  first: string;
  /** A finger opened the list. A finger that wants to search presses the field, because its keyboard would cover the list. */
  byFinger: boolean;
  onPress: (option: FilterOption) => void;
  onClose: () => void;
}

/** Whether a name begins with the letters, whatever their case and accents. */
const begins = (label: string, letters: string) => searchable(label).startsWith(searchable(letters));

/** The place of the next option after `at` that begins with the letters. */
function startingWith(options: readonly FilterOption[], letters: string, at: number): number {
  const fits = ({ label, disabled }: FilterOption) => !disabled && begins(label, letters);
  // One letter goes on to the next option with it; a longer word may still mean the present one.
  const from = letters.length === 1 ? at + 1 : Math.max(0, at);
  const next = options.findIndex((option, n) => n >= from && fits(option));
  return next >= 0 ? next : options.findIndex(fits);
}

/** The options in the order of the open list, those that match a text, and the one that the keys are at. */
function useHits({ options, values, none, many, first, byFinger }: Props, box: RefObject<HTMLElement | null>) {
  // A list that was long keeps its search: where the options are read anew, the keys must not lose their place.
  const [wasLong, setWasLong] = useState(false);
  if (!wasLong && options.length > SHORT) setWasLong(true);
  const isLong = wasLong || options.length > SHORT;
  const [text, setText] = useState(() => (isLong && !byFinger ? first : ''));
  // The order stays while the list is open: a row that is ticked must not move.
  const [before] = useState(() => new Set(isLong && many ? values : []));
  const isFirst = ({ value }: FilterOption) => value === none || before.has(value);
  const sorted = before.size === 0 ? options : [...options.filter(isFirst), ...options.filter((one) => !isFirst(one))];
  const wanted = text.trim();
  const matches = ({ value, label, note = '' }: FilterOption) =>
    value !== none && containsWords(`${label} ${note}`, wanted);
  const hits = wanted === '' ? sorted : sorted.filter(matches);
  const [active, setActive] = useState(() => {
    if (text !== '') return 0;
    const at = first ? startingWith(sorted, first, -1) : sorted.findIndex(({ value }) => values.includes(value));
    return Math.max(0, at);
  });
  return {
    isLong,
    hits,
    text,
    type: (next: string) => {
      setText(next);
      setActive(0);
    },
    active,
    setActive,
    goTo: (next: number) => {
      if (next < 0 || next >= hits.length) return;
      setActive(next);
      box.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** What a key means: the place to go to, a press of the option, or a letter of its name. null: nothing. `typed`: the text of the search if the key is in it. */
function meaningOf(event: KeyboardEvent, typed: string | null, spaced: boolean, active: number, last: number) {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (key === 'ArrowDown') return { to: active + 1 };
  if (key === 'ArrowUp') return { to: active - 1 };
  if (key === 'Enter' || (key === ' ' && !typed && !spaced)) return { press: true };
  if (typed !== null) return null;
  if (key === 'Home') return { to: 0 };
  if (key === 'End') return { to: last };
  return key.length === 1 && !(altKey || ctrlKey || metaKey) ? { letter: key } : null;
}

export function FilterList(props: Props) {
  const { id, label, button, values, none, many, first, byFinger, onPress, onClose } = props;
  const pop = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { isLong, hits, text, type, active, setActive, goTo } = useHits(props, box);
  const word = useRef({ letters: first, at: 0 });
  const isSingle = (option: FilterOption) => !many || option.alone === true || option.value === none;
  usePlaced(pop, button, () => {
    word.current.at = performance.now();
    box.current?.children[active]?.scrollIntoView({ block: 'nearest' });
    const field = byFinger ? null : search.current;
    (field ?? box.current)?.focus({ preventScroll: true });
  });
  // Options that come after the list was opened may be many. The keys that were in the list then belong to its search.
  const toSearch = useEffectEvent(() => {
    const at = document.activeElement;
    if (byFinger || (at !== box.current && at !== button.current && at !== document.body)) return;
    search.current?.focus({ preventScroll: true });
    if (word.current.letters !== '') type(word.current.letters);
  });
  useEffect(() => {
    if (isLong) toSearch();
  }, [isLong]);
  const close = () => {
    pop.current?.hidePopover();
    button.current?.focus();
  };
  const press = (option: FilterOption | undefined) => {
    if (!option || option.disabled) return;
    onPress(option);
    if (isSingle(option)) close();
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    // No key of an open list is one of the page. Tab belongs to the browser.
    event.stopPropagation();
    if (event.key === 'Escape') {
      // The browser tells of a closed list a moment later. The next key must find the chip with a closed list.
      event.preventDefault();
      close();
      return onClose();
    }
    const { target, timeStamp } = event;
    if (target !== search.current && target !== box.current) return;
    const inWord = timeStamp - word.current.at <= ONE_WORD_MS && word.current.letters !== '';
    // A space is a press unless a name goes on with it.
    const spaced = inWord && hits.some(({ label }) => begins(label, `${word.current.letters} `));
    const means = meaningOf(event, target === search.current ? text : null, spaced, active, hits.length - 1);
    if (!means) return;
    event.preventDefault();
    if (means.to !== undefined) goTo(means.to);
    if (means.press) {
      press(hits[active]);
      search.current?.select();
    }
    if (means.letter === undefined) return;
    word.current = { letters: inWord ? word.current.letters + means.letter : means.letter, at: timeStamp };
    goTo(startingWith(hits, word.current.letters, active));
  };
  const at = hits[active] ? `${id}-${active}` : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the search and the list inside
    <div
      ref={pop}
      id={`${id}-pop`}
      popover="auto"
      className="filter-list ring-inside"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={onKey}
      onBlur={(event) => hideIfLeft(event, button.current)}
    >
      {isLong && <SearchOfList of={search} {...{ id, label, at, text }} onType={type} />}
      <div
        ref={box}
        id={`${id}-list`}
        role="listbox"
        aria-labelledby={`${id}-label`}
        aria-multiselectable={many || undefined}
        aria-activedescendant={at}
        tabIndex={0}
        className="min-h-0 overflow-y-auto overscroll-contain outline-none"
      >
        {hits.map((option, at) => (
          <Row
            key={option.value}
            id={`${id}-${at}`}
            option={option}
            single={isSingle(option)}
            chosen={values.includes(option.value)}
            active={at === active}
            onPoint={() => setActive(at)}
            onPress={() => {
              setActive(at);
              press(option);
            }}
          />
        ))}
      </div>
      {hits.length === 0 && <p className="px-3 py-2 text-ink-faint">{kitTexts.nothingFits}</p>}
      {many && none !== undefined && !values.includes(none) && (
        <ClearButton
          onPress={() => {
            onPress({ value: none, label: '' });
            close();
          }}
        />
      )}
    </div>
  );
}

interface SearchProps {
  of: RefObject<HTMLInputElement | null>;
  id: string;
  label: string;
  /** The id of the option that the keys are at. */
  at: string | undefined;
  text: string;
  onType: (text: string) => void;
}

function SearchOfList({ of, id, label, at, text, onType }: SearchProps) {
  const searches = `Search ${label.toLowerCase()}`;
  return (
    <input
      ref={of}
      role="combobox"
      aria-expanded
      aria-autocomplete="list"
      aria-label={searches}
      placeholder={searches}
      aria-controls={`${id}-list`}
      aria-activedescendant={at}
      autoComplete="off"
      value={text}
      onChange={(event) => onType(event.target.value)}
      className={classes(inputClasses, 'shrink-0 border-line-strong text-base')}
    />
  );
}

/** A list that the focus has left closes, unless its own chip has the focus. */
function hideIfLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>, chip: HTMLElement | null) {
  if (relatedTarget && relatedTarget !== chip && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
}

const ClearButton = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    className="min-h-tap shrink-0 border-t px-3 text-left font-semibold text-accent"
    onClick={onPress}
  >
    Clear
  </button>
);

interface RowProps {
  id: string;
  option: FilterOption;
  single: boolean;
  chosen: boolean;
  active: boolean;
  onPoint: () => void;
  onPress: () => void;
}

/** An option: with a tick box where several can be chosen, else with a mark at its end. */
function Row({ id, option, single, chosen, active, onPoint, onPress }: RowProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-value={option.value}
      aria-selected={chosen}
      aria-disabled={option.disabled}
      data-active={active || undefined}
      // The focus stays where the keys are.
      onMouseDown={(event) => event.preventDefault()}
      // A row that scrolls under a resting pointer does not become active.
      onMouseMove={({ movementX, movementY }) => (movementX || movementY) && onPoint()}
      onClick={onPress}
      onKeyDown={() => undefined}
    >
      {!single && <span className="filter-tick">{chosen && <Icon name="check" size={14} />}</span>}
      {option.label}
      {option.note && <span className="font-normal text-ink-faint">{option.note}</span>}
      {single && chosen && <Icon name="check" size={16} className="ml-auto text-accent" />}
    </div>
  );
}
