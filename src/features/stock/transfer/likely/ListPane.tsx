import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '#ui/classes.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { Icon } from '#ui/Icon.tsx';
import { type Fold, keepPane, paneOf } from './keptPane.ts';

/** The least height in which goods are still worth their room, px: their heading and two rows, one of which is whole wherever the lines end. */
const LEAST = 180;

interface Props {
  /** The key of the transfer. */
  transfer: string;
  isEmpty: boolean;
  lines: ReactNode;
  /** What may come next; null: nothing. `onFold` folds it, and keeps its identity between renders. */
  likely: ((onFold: () => void) => ReactNode) | null;
  /** What the bar says that opens them. */
  title: string;
  /** The person adds lines by tapping the goods. */
  isTapping: boolean;
  /** The goods were brought back by their bar. */
  onOpen: () => void;
}

/**
 * The lines, and under them what may come next, which has the room that lines leave: at least its heading and three rows while the person taps it (LikelyGoods.tsx).
 * It never folds by itself under a hand, and who comes back finds it as it was left. A press folds it to a bar, and so does a desk that opens with a full list, and the line that fills the list of a person who
 * types letters or scans. A press on the bar brings it back with its three rows. In a low window both are one list.
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
  /** Lines took the room of goods that nobody taps. */
  const gaveWay = useEvent((room: { now: number; before: number }) => {
    if (hasGoods && !isTapping && !isFolded && room.now < LEAST && room.now < room.before) setFold('folded');
  });
  // Decided once, when the goods come: who opens a full list has the lines.
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
    // Positioned, so that hidden texts in it make the page no higher. What changes in it leaves the layout around it alone.
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
          // The goods give way to the lines first, down to their least height. Then older lines go out of sight: the newest one is at the top.
          'not-short:flex-auto not-short:overflow-y-auto',
          !hasLikely && 'flex-1',
          // As high as the first line and its heading, so that the first line moves no goods.
          hasLikely && !isFull && 'not-short:min-h-30',
        )}
      >
        {lines}
      </div>
      {hasGoods && isFolded && (
        // A phone needs the height for lines: there the search has the goods.
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

/** The room beside the lines, now and the last time, without what a soft keyboard takes: the window has its greatest height since it has its width. */
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
