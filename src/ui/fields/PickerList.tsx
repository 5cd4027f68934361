/** The open list of a picker. A short list is rendered whole; of a long list only the rows near the visible part, in blocks. */
import {
  Fragment,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import { type Hits, nearTexts, type PickerOption } from './options.ts';
import { useBlocks } from './useBlocks.ts';

/** Up to this number of options the list is rendered whole, and each row is as high as its text. */
const SHORT = 60;
/** The height of a row of a long list (h-14) in pixels: larger letters make it higher. A longer text is cut; the row's title has all of it. */
const rowHeight = () => 3.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** Rows per block. A block is rendered when it comes near, not at each scroll step. */
const BLOCK = 10;
/** Blocks rendered above and below the visible one, for fast scrolling. */
const AROUND = 2;
/** How long after the last scroll step the list counts as at rest, in ms. */
const REST_MS = 200;

export interface ListProps {
  id: string;
  label: string;
  open: boolean;
  hits: Hits<PickerOption>;
  value: string;
  active: number;
  onActive: (index: number) => void;
  onChoose: (option: PickerOption) => void;
  noteOf?: ((option: PickerOption) => string) | undefined;
  /** A picture of 40 px that places itself at the start of the row, which leaves room for it. */
  pictureOf?: ((option: PickerOption) => ReactNode) | undefined;
  /** The text when there is nothing to choose. */
  empty: string;
  /** In its place, or over what is found: why Enter chose nothing. */
  miss?: string | undefined;
  /** The last row: where else to search. */
  further?: { words: string; search: () => void } | undefined;
}

export function PickerList(props: ListProps) {
  const { id, label, open, hits, active, empty, miss, further } = props;
  const isMissed = miss !== undefined && hits.length > 0;
  const box = useRef<HTMLDivElement>(null);
  const long = hits.length > SHORT;
  const pointed = useRef(false);
  const { onActive } = props;
  const point = useCallback(
    (index: number) => {
      pointed.current = true;
      onActive(index);
    },
    [onActive],
  );
  // Scroll to the option that the arrow keys reached. Under a pointer nothing scrolls by itself.
  useEffect(() => {
    const byPointer = pointed.current;
    pointed.current = false;
    if (!open || !box.current || byPointer) return;
    const from = long
      ? active * rowHeight()
      : box.current.querySelector<HTMLElement>(`[id="${id}-${active}"]`)?.offsetTop;
    const height = long ? rowHeight() : box.current.querySelector<HTMLElement>(`[id="${id}-${active}"]`)?.offsetHeight;
    if (from === undefined || height === undefined) return;
    const { scrollTop, clientHeight } = box.current;
    if (from < scrollTop) box.current.scrollTop = from;
    else if (from + height > scrollTop + clientHeight) box.current.scrollTop = from + height - clientHeight;
  }, [open, long, id, active]);
  // In a dialog, or low on a page, the list would otherwise open out of sight.
  const opened = open && hits.length > 0;
  useEffect(() => {
    if (opened) box.current?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  return (
    <div
      ref={box}
      id={id}
      role="listbox"
      // Without this, Tab would stop at a list that scrolls instead of leaving the field.
      tabIndex={-1}
      aria-label={label}
      hidden={!open}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-[min(20rem,40dvh)] overflow-y-auto rounded-card border bg-surface-raised py-1 shadow-pop"
    >
      {open && (isMissed || hits.isNear) && hits.length > 0 && (
        <p
          className={classes(
            'sticky -top-1 z-1 border-b bg-surface-raised px-3 py-2 text-sm font-medium leading-tight',
            isMissed ? 'text-bad' : 'text-ink-soft',
          )}
        >
          {miss ?? nearTexts.found}
        </p>
      )}
      {open && (long ? <LongList {...props} onActive={point} box={box} /> : <ShortList {...props} onActive={point} />)}
      {open && hits.length === 0 && (
        <p className={classes('px-3 py-3', miss ? 'font-medium text-bad' : 'text-ink-faint')}>{miss ?? empty}</p>
      )}
      {open && further && (
        <div
          id={`${id}-${hits.length}`}
          role="option"
          tabIndex={-1}
          aria-selected={false}
          onMouseDown={(event) => event.preventDefault()}
          onClick={further.search}
          onKeyDown={() => undefined}
          onMouseMove={(event) => (event.movementX || event.movementY) && onActive(hits.length)}
          className={classes(
            'flex min-h-tap cursor-pointer items-center gap-2 border-t px-3 font-semibold text-accent',
            active === hits.length && 'bg-accent-soft',
          )}
        >
          <Icon name="search" size={18} />
          {further.words}
        </div>
      )}
    </div>
  );
}

/** A key press renders only the visible hits, as in a long list; the rest follows before the next one. */
function ShortList(props: ListProps) {
  const { hits } = props;
  const fresh = useDeferredValue<Hits<PickerOption> | null>(hits, null) !== hits;
  return <Rows {...props} from={0} to={fresh ? Math.min(hits.length, BLOCK) : hits.length} />;
}

/** The slot of a block: a block that disappears at one end gives its elements to the one that appears at the other. */
const placeOf = (block: number) => block % (2 * AROUND + 1);

/**
 * The order of the blocks in the DOM. During scrolling they keep their DOM positions: the browser recomputes style and layout of moved elements,
 * which takes more than a frame for ten rows. At rest they are in list order, which screen readers follow.
 */
function inPlaces(blocks: readonly number[], places: readonly number[]): number[] {
  const at = (block: number) => places.indexOf(placeOf(block)) + 1 || Number.POSITIVE_INFINITY;
  return [...blocks].sort((a, b) => (at(a) === at(b) ? a - b : at(a) - at(b)));
}

function LongList({ box, ...props }: ListProps & { box: React.RefObject<HTMLDivElement | null> }) {
  const { hits, active } = props;
  const [row] = useState(rowHeight);
  const [seen, see] = useBlocks(box, row * BLOCK);
  const scrolled = useRef(true);
  const [moving, setMoving] = useState(false);
  useEffect(() => {
    const element = box.current;
    let rest: ReturnType<typeof setTimeout> | undefined;
    let isHeld = false;
    const settle = () => {
      clearTimeout(rest);
      if (!isHeld) rest = setTimeout(() => setMoving(false), REST_MS);
    };
    const note = () => {
      scrolled.current = true;
      setMoving(true);
      settle();
    };
    // If a row's element moves in the DOM during a press, the browser fires no click. So blocks stay in place while the pointer is down.
    const hold = (event: PointerEvent) => {
      isHeld = event.type === 'pointerdown';
      settle();
    };
    element?.addEventListener('scroll', note, { passive: true });
    element?.addEventListener('pointerdown', hold);
    for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, hold);
    return () => {
      clearTimeout(rest);
      element?.removeEventListener('scroll', note);
      element?.removeEventListener('pointerdown', hold);
      for (const end of ['pointerup', 'pointercancel'] as const) removeEventListener(end, hold);
    };
  }, [box]);
  // A new result is shown from its start. The position is set only if it differs: setting it makes the browser lay out the new rows, twice per key
  // press.
  useLayoutEffect(() => {
    if (!hits || !box.current || !scrolled.current) return;
    box.current.scrollTop = 0;
    scrolled.current = false;
    see(0);
  }, [hits, box, see]);
  // A key press renders only the visible hits; the blocks below follow before the next key press.
  const fresh = useDeferredValue<Hits<PickerOption> | null>(hits, null) !== hits;
  const last = Math.ceil(hits.length / BLOCK) - 1;
  const shown = fresh ? 0 : Math.min(seen, last);
  const first = Math.max(0, shown - AROUND);
  const until = fresh ? 0 : Math.min(last, shown + AROUND);
  const places = useRef<readonly number[]>([]);
  const blocks = inPlaces(
    Array.from({ length: until - first + 1 }, (_, at) => first + at),
    moving ? places.current : [],
  );
  useLayoutEffect(() => {
    places.current = blocks.map(placeOf);
  });
  return (
    <div className="relative" role="presentation" style={{ height: hits.length * row }}>
      {blocks.map((block) => (
        <div
          key={placeOf(block)}
          role="presentation"
          className="absolute inset-x-0 [contain:strict]"
          style={{ top: block * BLOCK * row, height: BLOCK * row }}
        >
          <Rows
            {...props}
            cut
            active={Math.floor(active / BLOCK) === block ? active : -1}
            from={block * BLOCK}
            to={Math.min(hits.length, (block + 1) * BLOCK)}
          />
        </div>
      ))}
    </div>
  );
}

/** A text of this many letters fits on every screen. */
const FITS = 30;

/** Truncation costs the browser as much as the rest of a row, so only texts that may be too long get it. */
const dots = (text: string) => (text.length > FITS ? 'truncate' : undefined);

/** A phone has two lines for a name: two goods that differ in their size alone would look alike. */
const TWO_LINES = 'max-sm:max-h-8 max-sm:text-sm max-sm:leading-4 max-sm:text-clip max-sm:whitespace-normal';

/** Renders only when its own rows change. */
const Rows = memo(function Rows({
  id,
  hits,
  value,
  active,
  onActive,
  onChoose,
  noteOf,
  pictureOf,
  from,
  to,
  cut = false,
}: ListProps & { from: number; to: number; cut?: boolean }) {
  const shown = hits.slice(from, to);
  return shown.map((option, place) => {
    const index = from + place;
    const note = option.note ?? noteOf?.(option);
    const before = place > 0 ? shown[place - 1] : undefined;
    return (
      <Fragment key={place}>
        {!cut && option.group && option.group !== before?.group && (
          <p aria-hidden="true" className="px-3 pt-2 text-xs font-semibold uppercase tracking-wide text-ink-faint">
            {option.group}
          </p>
        )}
        <div
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          {...(cut ? { 'aria-posinset': index + 1, 'aria-setsize': hits.length, title: option.label } : {})}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          onKeyDown={() => undefined}
          // A row that scrolls under a resting pointer does not become active.
          onMouseMove={(event) => (event.movementX || event.movementY) && onActive(index)}
          className={classes(
            'cursor-pointer px-3',
            cut ? 'h-14' : 'flex min-h-tap flex-col justify-center py-1.5',
            cut && (note ? 'whitespace-nowrap py-1.5' : 'whitespace-nowrap py-4'),
            pictureOf && 'relative pl-16',
            index === active && 'bg-accent-soft',
            option.value === value && 'font-semibold',
          )}
        >
          {pictureOf?.(option)}
          <span className={classes('block', cut && dots(option.label), cut && TWO_LINES)}>{option.label}</span>
          {note && (
            <span className={classes('block text-sm font-normal text-ink-faint', cut && dots(note))}>{note}</span>
          )}
        </div>
      </Fragment>
    );
  });
});
