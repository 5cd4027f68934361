import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';

/** The least height in which goods are still worth their room, px: their heading and a row. */
const LEAST = 108;

interface Props {
  isEmpty: boolean;
  lines: ReactNode;
  /** What may come next; false: nothing. */
  likely: ReactNode;
  /** What the bar says that opens them. */
  title: string;
}

/**
 * The lines, and under them what may come next: at most two thirds of the pane, and less with each line. Once the lines need that room, a bar stands there,
 * and a press on it brings the goods back in a third of the pane for the rest of the list. In a low window both are one list.
 */
export function ListPane({ isEmpty, lines, likely, title }: Props) {
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isFull, setFull] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where there is a line, another element is looked at
  useLayoutEffect(() => {
    const look = () => {
      const table = list.current?.querySelector('table');
      setFull(table != null && pane.current !== null && pane.current.clientHeight - table.offsetHeight < LEAST);
    };
    look();
    const sizes = new ResizeObserver(look);
    for (const one of [pane.current, list.current?.firstElementChild]) if (one) sizes.observe(one);
    return () => sizes.disconnect();
  }, [isEmpty]);
  const hasLikely = Boolean(likely) && (!isFull || isOpen);
  return (
    // Positioned, so that hidden texts in it make the page no higher. What changes in it leaves the layout around it alone.
    <div
      ref={pane}
      data-goods
      data-crowded={isFull || undefined}
      className="@container relative flex min-h-0 flex-1 flex-col overflow-y-auto lg:[contain:strict]"
    >
      <div
        ref={list}
        data-lines
        className={classes(
          'not-short:overflow-y-auto',
          // The goods give way to the lines, until they are only a heading and a row. Who asks for them by the bar gets their third.
          isFull ? 'not-short:flex-1' : 'not-short:flex-auto',
          !hasLikely && 'flex-1',
          // As high as the drawing, so that the first lines move no goods.
          hasLikely && !isFull && 'not-short:min-h-56',
          // Without a line the drawing keeps its width and leaves its air to the goods.
          hasLikely && isEmpty && 'not-short:[&>*]:py-4',
          // In a low window the heading over the goods says enough.
          hasLikely && isEmpty && 'short:hidden',
        )}
      >
        {lines}
      </div>
      {Boolean(likely) && isFull && (
        // A phone needs the height for lines: there the search has the goods.
        <button
          type="button"
          aria-expanded={isOpen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-tap shrink-0 items-center gap-2 border-t bg-surface px-6 text-left text-sm font-semibold text-accent max-sm:hidden short:hidden max-lg:[@media(max-height:64rem)]:hidden"
        >
          <Icon name={isOpen ? 'down' : 'plus'} size={18} />
          <span className="min-w-0 truncate">{isOpen ? 'Hide these goods' : title}</span>
        </button>
      )}
      {hasLikely && likely}
    </div>
  );
}
