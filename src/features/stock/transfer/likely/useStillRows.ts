import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/** The least height of the lines over the goods, px: one line. */
const ONE_LINE = 72;

/**
 * Lines push the upper edge of the goods down. The goods under it stay where they are, and the edge ends between two rows, so that it cuts none: the lines have the rest of
 * the room. Where no whole row would be left, the edge ends over the row that it would cut. `state`: what else changes the room. Returns the same for a moment in which
 * the goods were scrolled.
 */
export function useStillRows(box: RefObject<HTMLElement | null>, state: string): () => void {
  /** Where the upper edge stood after the last time. */
  const stood = useRef<number | null>(null);
  const settle = useCallback(() => {
    const one = box.current;
    if (!one) return;
    // The place of the first of all goods, which none of this moves.
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
      // In a low window a cut row is better than no line. What the lines keep is never taken: the goods would reach under the foot of the pane.
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
    // Nothing that the edge moves is watched: the pane, the lines in their frame, and the goods in theirs.
    const lines = one.parentElement?.querySelector('[data-lines]')?.firstElementChild;
    const sizes = new ResizeObserver(settle);
    for (const seen of [one.parentElement, lines, one.lastElementChild]) if (seen) sizes.observe(seen);
    return () => sizes.disconnect();
  }, [box, settle, state]);
  return settle;
}

/** The height that an element keeps, px; 0: none. */
const leastOf = (one: Element | null | undefined): number =>
  one ? Number.parseFloat(getComputedStyle(one).minHeight) || 0 : 0;

/** Its place in its frame, px. The browser's own figure is rounded, and then rows move by a pixel. */
const topOf = (one: HTMLElement): number =>
  one.getBoundingClientRect().top - (one.parentElement?.getBoundingClientRect().top ?? 0);

/** The first edge of a row at or under `hidden`, px of the goods, and the height of the row over it. */
function edgesOf(box: HTMLElement, head: number, hidden: number): { edge: number; next: number } {
  const from = box.getBoundingClientRect().top + head - box.scrollTop;
  const tops = [...box.querySelectorAll('li, h3')].map((row) => Math.round(row.getBoundingClientRect().top - from));
  const at = tops.findIndex((top) => top >= hidden - 1);
  const edge = tops[at];
  if (edge === undefined) return { edge: hidden, next: 0 };
  const before = tops.slice(0, at).findLast((top) => top < edge);
  return { edge, next: edge - (before ?? edge) };
}
