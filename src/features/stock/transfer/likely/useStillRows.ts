import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/** The least height of the lines above the goods in px: one line. */
const ONE_LINE = 72;

/**
 * Keeps the rows of the goods still when new lines move their upper edge down. The edge ends between two rows, so that no row is cut, and the lines
 * get the remaining height. If no whole row would fit, the edge ends above the row that it would cut. `state`: anything else that changes the height.
 * Returns a function that does the same after the goods were scrolled.
 */
export function useStillRows(box: RefObject<HTMLElement | null>, state: string): () => void {
  /** The upper edge after the last adjustment. */
  const stood = useRef<number | null>(null);
  const settle = useCallback(() => {
    const one = box.current;
    if (!one) return;
    // The position of the first row. These adjustments do not move it.
    const origin = (stood.current ?? topOf(one)) - one.scrollTop;
    one.style.minHeight = '';
    one.style.maxHeight = '';
    const head = one.firstElementChild?.clientHeight ?? 0;
    const [top, { height }] = [topOf(one), one.getBoundingClientRect()];
    const hidden = Math.min(Math.max(0, top - origin), one.scrollHeight - one.clientHeight);
    if (hidden > 0) {
      const { edge, next } = edgesOf(one, head, hidden);
      const isRoom = height - head - (edge - hidden) >= next;
      const shift = isRoom ? edge - hidden : edge - next - hidden;
      const free = (one.parentElement?.clientHeight ?? 0) - height + shift;
      // In a low window a cut row is better than no line. The least height of the lines is never used, because the goods would then reach below the
      // foot of the pane.
      if (isRoom || free >= Math.max(ONE_LINE, leastOf(one.parentElement?.querySelector('[data-lines]')))) {
        one.style.minHeight = `${height - shift}px`;
        one.style.maxHeight = `${height - shift}px`;
        one.scrollTop = hidden + shift;
      } else one.scrollTop = hidden;
    }
    stood.current = topOf(one);
  }, [box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the state other elements are looked at, or the room changes
  useLayoutEffect(() => {
    const one = box.current;
    if (!one) return;
    settle();
    // Only elements that these adjustments do not resize are observed: the pane, the lines inside their frame, and the goods inside theirs.
    const lines = one.parentElement?.querySelector('[data-lines]')?.firstElementChild;
    const sizes = new ResizeObserver(settle);
    for (const seen of [one.parentElement, lines, one.lastElementChild]) if (seen) sizes.observe(seen);
    return () => sizes.disconnect();
  }, [box, settle, state]);
  return settle;
}

/** The minimum height of an element in px. 0: none. */
const leastOf = (one: Element | null | undefined): number =>
  one ? Number.parseFloat(getComputedStyle(one).minHeight) || 0 : 0;

/** The position of an element in its frame in px. `offsetTop` is rounded, and rows would move by a pixel. */
const topOf = (one: HTMLElement): number =>
  one.getBoundingClientRect().top - (one.parentElement?.getBoundingClientRect().top ?? 0);

/** The first edge of a row at or below `hidden` (px within the goods), and the height of the row above that edge. */
function edgesOf(box: HTMLElement, head: number, hidden: number): { edge: number; next: number } {
  const from = box.getBoundingClientRect().top + head - box.scrollTop;
  const tops = [...box.querySelectorAll('li, h3')].map((row) => Math.round(row.getBoundingClientRect().top - from));
  const at = tops.findIndex((top) => top >= hidden - 1);
  const edge = tops[at];
  if (edge === undefined) return { edge: hidden, next: 0 };
  const before = tops.slice(0, at).findLast((top) => top < edge);
  return { edge, next: edge - (before ?? edge) };
}
