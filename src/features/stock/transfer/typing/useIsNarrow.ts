import { useCallback, useState } from 'react';

/** The width of the style's `@max-sm`, in rem. */
const NARROW = 24;

/** Whether the element has the width for which a container's `@max-sm` styles are. The first answer is that of the window, until the element is measured. */
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
