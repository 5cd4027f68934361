import { useLayoutEffect } from 'react';

/**
 * `covered`: a dialog is open. `barred`: a bar of buttons stands at the bottom. `desk`: the screen fills the window and scrolls inside. `filled`: the
 * same for a list. `finger`: the sizes of a finger, whatever the device.
 */
type Mark = 'covered' | 'barred' | 'desk' | 'filled' | 'finger';

const count: Record<Mark, number> = { covered: 0, barred: 0, desk: 0, filled: 0, finger: 0 };

/**
 * Sets an attribute such as `data-covered` on the root element while a component is mounted, for the style rules of other elements. A `:has()` rule
 * instead would make the browser recompute styles at every DOM change: 25 ms on a tablet per dialog, and a third of each scroll step of a long list.
 */
export function useRootMark(mark: Mark): void {
  useLayoutEffect(() => {
    count[mark] += 1;
    document.documentElement.toggleAttribute(`data-${mark}`, true);
    return () => {
      count[mark] -= 1;
      if (count[mark] === 0) document.documentElement.removeAttribute(`data-${mark}`);
    };
  }, [mark]);
}
