import { useLayoutEffect } from 'react';

/**
 * `covered`: a dialog is open. `barred`: a bar of buttons stands at the bottom. `desk`: the desk of a transfer or a count; it fills the window and scrolls inside. `filled`: the
 * same for a list. `finger`: the screens of a transfer, with the sizes of a finger whatever the device, and with a folded sidebar.
 * `choosing`: rows of the list are chosen. `peeking`: a record stands beside the list.
 */
type Mark = 'covered' | 'barred' | 'desk' | 'filled' | 'finger' | 'choosing' | 'peeking';

const count: Partial<Record<Mark, number>> = {};

let isMeasured = false;

/**
 * Marks the root (`data-bars`) where a scrollbar takes room of its own: only there a dialog reserves its place. Chrome reserves it also where scrollbars are hidden
 * or lie over the page, and the page would move. Measured once, because measuring lays the page out. A finger has no such scrollbars.
 */
function measureBars(): void {
  if (isMeasured) return;
  isMeasured = true;
  if (!matchMedia('(pointer: fine)').matches) return;
  const probe = document.createElement('div');
  probe.className = 'bar-probe';
  document.body.append(probe);
  document.documentElement.toggleAttribute('data-bars', probe.offsetWidth > probe.clientWidth);
  probe.remove();
}

function change(mark: Mark, by: number): void {
  if (mark === 'covered') measureBars();
  const now = (count[mark] ?? 0) + by;
  count[mark] = now;
  document.documentElement.toggleAttribute(`data-${mark}`, now > 0);
}

/**
 * Sets an attribute such as `data-covered` on the root element while a component is mounted, for the style rules of other elements. A `:has()` rule
 * instead would make the browser recompute styles at every DOM change: 25 ms on a tablet per dialog, and a third of each scroll step of a long list.
 */
export function useRootMark(mark: Mark): void {
  useLayoutEffect(() => {
    change(mark, 1);
    return () => change(mark, -1);
  }, [mark]);
}
