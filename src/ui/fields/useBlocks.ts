import { type RefObject, useEffect, useState } from 'react';

/** Which block of a scrolled box stands at its beginning, and how to say so beforehand. `size`: pixels of a block. */
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
