import { useCallback, useState } from 'react';

/** The width of CSS `@max-sm` in rem. */
const NARROW = 24;

/** Whether the element is so narrow that `@max-sm` applies to its container. Before the element is measured, the width of the window decides. */
export function useIsNarrow(): [isNarrow: boolean, ref: (element: HTMLElement | null) => (() => void) | undefined] {
  const [isNarrow, setNarrow] = useState(() => matchMedia('(width < 74rem)').matches);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const sizes = new ResizeObserver(([one]) => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      if (one) setNarrow(one.contentRect.width < NARROW * rem);
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return [isNarrow, ref];
}
