/** A record of a list beside the list: the drawing of a desktop with a panel, where arrows go through the rows and the list keeps its place. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { buttonClasses, IconButton } from '#ui/Button.tsx';
import { SkeletonRows } from '#ui/feedback/States.tsx';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { useRootMark } from '#ui/hooks/useRootMark.ts';
import { LineIcon } from '#ui/Icon.tsx';
import { Link } from '../Link.tsx';
import type { Address } from '../paths.ts';

/** A panel beside the list takes 27.75rem; on a narrower screen the list would keep no column. */
const WIDE = '(min-width: 75rem) and (pointer: fine)';

export interface Peek<Row> {
  /** The row that is shown; null: none is, or it is no longer among the rows. */
  row: Row | null;
  /** Shows a row, or nothing if it is shown already. Undefined where the screen has no room. */
  toggle: ((row: Row) => void) | undefined;
  /** Shows the row that the person went to. */
  show: ((row: Row) => void) | undefined;
  /** Goes to the row beside the one that is shown; undefined at the ends of the page. */
  step: (by: 1 | -1) => (() => void) | undefined;
  close: () => void;
}

export function usePeek<Row>(rows: readonly Row[], keyOf: (row: Row) => string, has: boolean): Peek<Row> {
  const isWide = useMedia(WIDE) && has;
  const [at, setAt] = useState<string | null>(null);
  const place = isWide && at !== null ? rows.findIndex((row) => keyOf(row) === at) : -1;
  return {
    row: rows[place] ?? null,
    toggle: isWide ? (row) => setAt(keyOf(row) === at && place >= 0 ? null : keyOf(row)) : undefined,
    show: isWide ? (row) => setAt(keyOf(row)) : undefined,
    step: (by) => {
      const next = place < 0 ? undefined : rows[place + by];
      return next && (() => setAt(keyOf(next)));
    },
    close: () => setAt(null),
  };
}

/** The properties that a list gives to its table: the space bar shows a row, and while one is shown, the focus or a click shows another one. */
export const peekProps = <Row,>({ row, toggle, show }: Peek<Row>) =>
  toggle ? { onPeek: row === null ? toggle : show, isPeeking: row !== null } : {};

const PANE = 'M4 5h16v14H4zm9 0v14m2.5-10h2m-2 3h2';

/** The way to it at the row itself, under the mouse (theme/list.css, `row-peek`). The keyboard has the space bar. `of`: the name of the row. */
export function PeekButton({ of, onPress }: { of: string; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Show ${of} beside the list`}
      title="Show beside the list (Space)"
      className="row-peek"
      onClick={onPress}
    >
      <LineIcon d={PANE} size={18} />
    </button>
  );
}

/** The way to it in the menu of a row. */
export function PeekItem({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" onClick={onPress}>
      Show beside the list <kbd className="ml-auto">Space</kbd>
    </button>
  );
}

interface Props<Row> {
  peek: Peek<Row>;
  nameOf: (row: Row) => string;
  addressOf: (row: Row) => Address;
  search?: Readonly<Record<string, string>> | undefined;
  children: (row: Row) => ReactNode;
}

export function PeekPanel<Row>(props: Props<Row>) {
  const { row } = props.peek;
  return row === null ? null : <Panel {...props} row={row} />;
}

function Panel<Row>({ peek, row, nameOf, addressOf, search, children }: Props<Row> & { row: Row }) {
  useRootMark('peeking');
  const panel = useRef<HTMLElement>(null);
  const latest = useRef(peek);
  useEffect(() => {
    latest.current = peek;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.defaultPrevented || document.querySelector('[role="dialog"], [popover]:popover-open') !== null) return;
      if (target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea')) return;
      const ends = key === 'Escape' || (key === ' ' && target instanceof Element && target.matches('tr'));
      if (!ends) return;
      // The rows stay chosen, and the list does not scroll.
      event.preventDefault();
      event.stopPropagation();
      latest.current.close();
    };
    // Before the row itself and before what clears the chosen rows.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
  const name = nameOf(row);
  const steps = [
    { step: peek.step(-1), icon: 'up', label: 'Row above' },
    { step: peek.step(1), icon: 'down', label: 'Row below' },
  ] as const;
  return (
    <aside ref={panel} aria-label={`${name} beside the list`} className="peek no-print">
      <header className="flex items-center gap-1 border-b px-5 py-1.5">
        <h2 className="figures mr-auto min-w-0 truncate text-base font-semibold" title={name}>
          {name}
        </h2>
        {steps.map(({ step, icon, label }) => (
          <IconButton key={icon} icon={icon} label={label} disabled={!step} onClick={() => step?.()} />
        ))}
        <IconButton icon="close" label="Close (Esc)" onClick={peek.close} />
      </header>
      {/* Keys scroll it, also where nothing in it takes the focus. */}
      <section key={name} aria-label={name} tabIndex={0} className="peek-body ring-inside">
        <Suspense fallback={<SkeletonRows />}>{children(row)}</Suspense>
      </section>
      <footer className="flex items-center gap-3 border-t px-5 py-2.5 text-sm text-ink-faint">
        <Link to={addressOf(row)} {...(search ? { search } : {})} className={buttonClasses('primary')}>
          Open<span className="sr-only"> {name}</span>
        </Link>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> other rows, <kbd>Enter</kbd> opens
        </span>
      </footer>
    </aside>
  );
}
