import { useLayoutEffect } from 'react';

/** `covered`: a dialog is open. `barred`: a bar of buttons stands at the bottom. */
type Mark = 'covered' | 'barred';

const count: Record<Mark, number> = { covered: 0, barred: 0 };

/**
 * While something is there the root says so (`data-covered`), for the rules of what is elsewhere on the page. Asked by `:has()` instead, the browser
 * works out the style of what may be meant anew whenever anything at all comes or goes: 25 ms on a tablet for a dialog, and a third of each step of
 * a long list.
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
