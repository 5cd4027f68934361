import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';

interface Props {
  search?: ReactNode;
  /** How many filters are on: the figure of the one button on a phone. */
  on: number;
  /** A phone shows the filters at once: without them there are no rows. */
  opens?: boolean;
  /** The filters. Each becomes a chip (theme/aside.css, `chips`). */
  children?: ReactNode;
  /** At the right end. */
  end?: ReactNode;
}

/** Whether a key belongs to a text that is being typed, or to a dialog. */
const isBusy = ({ target }: Event) =>
  target instanceof Element && target.closest('input, select, textarea, [role="dialog"], [popover]') !== null;

/**
 * Search and filters in one line. Chips that do not fit are behind "+ Filter", which leads the focus to the first of them: with the focus inside, the
 * chips are a panel of several lines over the rows. On a phone all of them are behind one button. `/` leads to the search, Arrow Down from there to
 * the rows. On paper the bar is the filters in words (`data-paper`).
 */
export function FilterBar({ search, on, opens = false, children, end }: Props) {
  const bar = useRef<HTMLElement>(null);
  const chips = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(opens);
  const more = useOverflow(chips);
  const id = useId();
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
      event.preventDefault();
      bar.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <section ref={bar} aria-label="Search and filters" className="filter-bar" onKeyDown={toRows}>
      {search && (
        <div className="flex min-w-0 shrink grow-0 basis-60 *:min-w-0 max-sm:grow max-sm:basis-0">{search}</div>
      )}
      {children && (
        <>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="inline-flex min-h-tap shrink-0 items-center gap-2 rounded-field border border-line-strong/50 bg-surface px-3 font-semibold sm:hidden"
          >
            <Icon name="filter" size={18} />
            {on > 0 ? `Filters (${on})` : 'Filters'}
          </button>
          <div className={classes('chips-place', more && 'has-more')}>
            <div ref={chips} id={id} className={classes('chips', open && 'is-open')}>
              {children}
            </div>
          </div>
          {more && (
            <button
              type="button"
              className="chip shrink-0 border-dashed px-3 text-ink-soft max-sm:hidden"
              onClick={() => firstBelow(chips.current)?.querySelector<HTMLElement>('input, button')?.focus()}
            >
              <Icon name="plus" size={14} /> Filter
            </button>
          )}
        </>
      )}
      {/* On a phone an empty end takes no gap. */}
      {end && <div className="ml-auto flex shrink-0 items-center max-sm:contents">{end}</div>}
    </section>
  );
}

/** Arrow Down in the search leads to the first row. */
function toRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement) || event.target.type !== 'search')
    return;
  const row = document.querySelector<HTMLElement>('#screen tbody tr[tabindex]');
  if (!row) return;
  event.preventDefault();
  row.focus();
}

/** The first chip that stands in the second line. */
const firstBelow = (chips: HTMLElement | null) =>
  [...(chips?.children ?? [])].find(
    (one) => one instanceof HTMLElement && one.offsetTop >= one.offsetHeight && one.offsetHeight > 0,
  );

/** Whether the chips need a second line. */
function useOverflow(of: React.RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false);
  const look = () => setMore(firstBelow(of.current) !== undefined);
  // A filter that was set makes its chip wider.
  useLayoutEffect(look);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the observer lives as long as the bar
  useEffect(() => {
    if (!of.current) return;
    const watch = new ResizeObserver(look);
    watch.observe(of.current);
    return () => watch.disconnect();
  }, []);
  return more;
}
