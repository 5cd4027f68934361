import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '#ui/classes.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { Icon } from '#ui/Icon.tsx';
import { type Fold, keepPane, paneOf } from './keptPane.ts';

/** The least useful height of the goods in px: the heading and two rows, one of which is always completely visible. */
const LEAST = 180;

interface Props {
  /** The id of the transfer, under which the state is stored. */
  transfer: string;
  isEmpty: boolean;
  lines: ReactNode;
  /** The likely goods. Null: there are none. `onFold` folds them, and keeps its identity between renders. */
  likely: ((onFold: () => void) => ReactNode) | null;
  /** The text of the bar that opens the goods. */
  title: string;
  /** The person adds lines by tapping the goods. */
  isTapping: boolean;
  /** Called when a press on the bar opens the goods. */
  onOpen: () => void;
}

/**
 * The lines, and below them the likely goods, which have the height that the lines leave: at least the heading and three rows while the person taps
 * (LikelyGoods.tsx). The goods do not fold while a person taps them, and a later visit shows the same state. They fold to a bar by a press, when a
 * transfer opens with a full list, and when a line fills the list of a person who types letters or scans. A press on the bar opens them again with
 * three rows. In a low window the lines and the goods scroll as one list.
 */
export function ListPane({ transfer, isEmpty, lines, likely, title, isTapping, onOpen }: Props) {
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isFull, setFull] = useState(false);
  const [kept] = useState(() => paneOf(transfer).fold);
  const [fold, setFold] = useState<Fold>(kept ?? 'never');
  const hasGoods = likely !== null;
  useEffect(() => {
    if (hasGoods) keepPane(transfer, { fold });
  }, [transfer, hasGoods, fold]);
  const isFolded = fold === 'opening' || fold === 'folded';
  const foldIt = useEvent(() => setFold('folded'));
  const roomOf = useRoom();
  /** Folds the goods if the lines took their space and nobody taps the goods. */
  const gaveWay = useEvent((room: { now: number; before: number }) => {
    if (hasGoods && !isTapping && !isFolded && room.now < LEAST && room.now < room.before) setFold('folded');
  });
  // This is decided once, when the goods are loaded: a transfer that opens with a full list shows its lines.
  const decided = useRef(kept !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where there is a line, another element is looked at
  useLayoutEffect(() => {
    const look = () => {
      const table = list.current?.querySelector('table');
      const full = table != null && pane.current !== null && pane.current.clientHeight - table.offsetHeight < LEAST;
      setFull(full);
      if (hasGoods && !decided.current && full) setFold('opening');
      if (decided.current && table && pane.current) gaveWay(roomOf(pane.current.clientHeight - table.offsetHeight));
      decided.current = hasGoods || kept !== undefined;
    };
    look();
    const sizes = new ResizeObserver(look);
    for (const one of [pane.current, list.current?.firstElementChild]) if (one) sizes.observe(one);
    return () => sizes.disconnect();
  }, [isEmpty, hasGoods, gaveWay, roomOf, kept]);
  const hasLikely = hasGoods && !isFolded;
  return (
    // The element is positioned, so that hidden texts in it do not lengthen the page. Layout changes inside do not affect the layout outside.
    <div
      ref={pane}
      data-goods
      data-tapping={isTapping || undefined}
      className="@container relative flex min-h-0 flex-1 flex-col overflow-y-auto lg:[contain:strict]"
    >
      <div
        ref={list}
        data-lines
        className={classes(
          // The goods shrink first, down to their least height. After that, older lines scroll out of view; the newest line is at the top.
          'not-short:flex-auto not-short:overflow-y-auto',
          !hasLikely && 'flex-1',
          // The list reserves the height of its heading and one line, so that the first line does not move the goods.
          hasLikely && !isFull && 'not-short:min-h-30',
        )}
      >
        {lines}
      </div>
      {hasGoods && isFolded && (
        // A phone needs the height for lines. There the goods are found by the search.
        <button
          type="button"
          aria-expanded={false}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setFold('opened');
            onOpen();
          }}
          className={classes(
            'flex min-h-tap shrink-0 items-center gap-2 border-t bg-surface px-6 text-left text-sm font-semibold text-accent short:hidden',
            fold === 'opening' && 'max-sm:hidden max-lg:[@media(max-height:64rem)]:hidden',
          )}
        >
          <Icon name="plus" size={18} />
          <span className="min-w-0 truncate">{title}</span>
        </button>
      )}
      {hasLikely && likely(foldIt)}
    </div>
  );
}

/**
 * Returns the height beside the lines, now and at the last call. The height that a soft keyboard takes is not counted as lost: the window's greatest
 * height since its last change of width is used.
 */
function useRoom(): (free: number) => { now: number; before: number } {
  const seen = useRef({ width: 0, height: 0, room: Number.POSITIVE_INFINITY });
  return useEvent((free) => {
    const { innerWidth: width, innerHeight } = window;
    const before = seen.current;
    const height = width === before.width ? Math.max(before.height, innerHeight) : innerHeight;
    const now = free + height - innerHeight;
    seen.current = { width, height, room: now };
    return { now, before: before.room };
  });
}
