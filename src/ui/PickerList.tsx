/** The open list of a picker. A short one is simply there; of a long one only the rows around what is seen, in blocks. */
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import type { PickerOption } from './Picker.tsx';

/** Up to so many options all are drawn, each as tall as its text. */
const SHORT = 60;
/** Pixels of a row of a long list; what does not fit in it is cut off, and whole in its title. */
const ROW = 56;
/** Rows of a block. A block is drawn anew when it comes near, not at each step of the scrolling. */
const BLOCK = 10;
/** Blocks drawn above and below the one that is seen: room for a fast finger. */
const AROUND = 2;

export interface ListProps {
  id: string;
  label: string;
  open: boolean;
  hits: readonly PickerOption[];
  value: string;
  active: number;
  onActive: (index: number) => void;
  onChoose: (option: PickerOption) => void;
  noteOf?: ((option: PickerOption) => string) | undefined;
  /** What stands there when there is nothing to choose. */
  empty: string;
}

export function PickerList(props: ListProps) {
  const { id, label, open, hits, active, empty } = props;
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
  // Which option the arrows reached is seen; under a pointer nothing moves by itself.
  useEffect(() => {
    const byPointer = pointed.current;
    pointed.current = false;
    if (!open || !box.current || byPointer) return;
    const from = long ? active * ROW : box.current.querySelector<HTMLElement>(`[id="${id}-${active}"]`)?.offsetTop;
    const height = long ? ROW : box.current.querySelector<HTMLElement>(`[id="${id}-${active}"]`)?.offsetHeight;
    if (from === undefined || height === undefined) return;
    const { scrollTop, clientHeight } = box.current;
    if (from < scrollTop) box.current.scrollTop = from;
    else if (from + height > scrollTop + clientHeight) box.current.scrollTop = from + height - clientHeight;
  }, [open, long, id, active]);
  return (
    <div
      ref={box}
      id={id}
      role="listbox"
      aria-label={label}
      hidden={!open}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-card border bg-surface-raised py-1 shadow-pop"
    >
      {open &&
        (long ? (
          <LongList {...props} onActive={point} box={box} />
        ) : (
          <Rows {...props} onActive={point} from={0} to={hits.length} />
        ))}
      {open && hits.length === 0 && <p className="px-3 py-3 text-ink-faint">{empty}</p>}
    </div>
  );
}

function LongList({ box, ...props }: ListProps & { box: React.RefObject<HTMLDivElement | null> }) {
  const { hits, active } = props;
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setSeen(Math.floor(element.scrollTop / (ROW * BLOCK)));
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [box]);
  // Other hits are read from their beginning.
  useLayoutEffect(() => {
    if (hits && box.current) box.current.scrollTop = 0;
  }, [hits, box]);
  const last = Math.ceil(hits.length / BLOCK) - 1;
  const shown = Math.min(seen, last);
  const first = Math.max(0, shown - AROUND);
  const blocks = Array.from({ length: Math.min(last, shown + AROUND) - first + 1 }, (_, at) => first + at);
  return (
    <div className="relative" role="presentation" style={{ height: hits.length * ROW }}>
      {blocks.map((block) => (
        <div
          key={block}
          role="presentation"
          className="absolute inset-x-0 [contain:layout_style]"
          style={{ top: block * BLOCK * ROW }}
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

/** Drawn again only when something of its own rows changes. */
const Rows = memo(function Rows({
  id,
  hits,
  value,
  active,
  onActive,
  onChoose,
  noteOf,
  from,
  to,
  cut = false,
}: ListProps & { from: number; to: number; cut?: boolean }) {
  return hits.slice(from, to).map((option, place) => {
    const index = from + place;
    const note = option.note ?? noteOf?.(option);
    return (
      <div
        key={option.value}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={option.value === value}
        {...(cut ? { 'aria-posinset': index + 1, 'aria-setsize': hits.length, title: option.label } : {})}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(option)}
        onKeyDown={() => undefined}
        // Rows that scroll under a pointer at rest are not pointed at.
        onMouseMove={(event) => (event.movementX || event.movementY) && onActive(index)}
        className={classes(
          'flex cursor-pointer flex-col justify-center px-3',
          cut ? 'h-14' : 'min-h-tap py-1.5',
          index === active && 'bg-accent-soft',
          option.value === value && 'font-semibold',
        )}
      >
        <span className={cut ? 'truncate' : undefined}>{option.label}</span>
        {note && <span className={classes('text-sm font-normal text-ink-faint', cut && 'truncate')}>{note}</span>}
      </div>
    );
  });
});
