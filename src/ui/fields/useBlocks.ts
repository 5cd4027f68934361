import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns the index of the block at the start of a scrolled box, and a function that sets it in advance. `size` is the length of a block in pixels.
 */
export function useBlocks(
  box: RefObject<HTMLElement | null>,
  size: number,
  along: 'scrollTop' | 'scrollLeft' = 'scrollTop',
): [seen: number, see: (block: number) => void] {
  const [seen, see] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => see(Math.floor(element[along] / size));
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [box, size, along]);
  return [seen, see];
}
