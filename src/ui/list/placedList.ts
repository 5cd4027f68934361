/** The place of an open list at its chip. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/** Between chip and list, and between list and the edge of the window, px. */
const GAP = 4;
const AIR = 8;
/** Room in px that a list needs under its chip; otherwise it opens where there is more. */
const ENOUGH = 280;

/** Under the chip, or over it where that has more room. */
function place(list: HTMLElement, chip: Element) {
  const { top, bottom, left, width } = chip.getBoundingClientRect();
  const height = visualViewport?.height ?? innerHeight;
  const [under, over] = [height - bottom - GAP - AIR, top - GAP - AIR];
  const isOver = under < ENOUGH && over > under;
  list.style.minWidth = `max(${width}px, 13rem)`;
  list.style.maxHeight = `${isOver ? over : under}px`;
  list.style.top = isOver ? 'auto' : `${bottom + GAP}px`;
  list.style.bottom = isOver ? `${innerHeight - top + GAP}px` : 'auto';
  const most = document.documentElement.clientWidth - list.offsetWidth - AIR;
  list.style.left = `${Math.max(AIR, Math.min(left, most))}px`;
}

/** Opens the list at its chip, and keeps it there. `then` runs when it is open. */
export function usePlaced(pop: RefObject<HTMLElement | null>, chip: RefObject<HTMLElement | null>, then: () => void) {
  const open = useEffectEvent(() => {
    if (!pop.current || !chip.current) return;
    pop.current.showPopover();
    place(pop.current, chip.current);
    then();
  });
  useLayoutEffect(() => open(), []);
  useEffect(() => {
    const follow = ({ target }: Event) => {
      if (!pop.current || !chip.current || (target instanceof Node && pop.current.contains(target))) return;
      place(pop.current, chip.current);
    };
    addEventListener('resize', follow);
    addEventListener('scroll', follow, true);
    visualViewport?.addEventListener('resize', follow);
    return () => {
      removeEventListener('resize', follow);
      removeEventListener('scroll', follow, true);
      visualViewport?.removeEventListener('resize', follow);
    };
  }, [pop, chip]);
}
