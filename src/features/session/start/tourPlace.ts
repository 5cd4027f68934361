/** Computes the places of the tour's ring and box. Pure geometry in px of the window. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Window {
  width: number;
  height: number;
}

/** The distance between ring and box, and between the box and the edge of the window. */
const GAP = 12;
const EDGE = 8;
/** The distance between the element and its ring. */
const AIR = 6;

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(value, Math.max(least, most)));

/** The ring around the visible part of an element. */
export function ringOf(thing: Box, window: Window): Box {
  const left = between(thing.left - AIR, 2, window.width - 2);
  const top = between(thing.top - AIR, 2, window.height - 2);
  return {
    left,
    top,
    width: between(thing.left + thing.width + AIR, left, window.width - 2) - left,
    height: between(thing.top + thing.height + AIR, top, window.height - 2) - top,
  };
}

/** The top left corner of a box beside the ring: below, above, right or left of the ring. Null: the box fits nowhere without covering the ring. */
export function besideRing(
  ring: Box,
  box: Pick<Box, 'width' | 'height'>,
  window: Window,
): { left: number; top: number } | null {
  const [right, bottom] = [ring.left + ring.width, ring.top + ring.height];
  const along = between(ring.left, EDGE, window.width - box.width - EDGE);
  if (bottom + GAP + box.height + EDGE <= window.height) return { left: along, top: bottom + GAP };
  if (ring.top - GAP - box.height >= EDGE) return { left: along, top: ring.top - GAP - box.height };
  const down = between(ring.top, EDGE, window.height - box.height - EDGE);
  if (right + GAP + box.width + EDGE <= window.width) return { left: right + GAP, top: down };
  if (ring.left - GAP - box.width >= EDGE) return { left: ring.left - GAP - box.width, top: down };
  return null;
}

/** The distance from the top of the window at which a large element has to stand, so that the box fits above the element. */
export const roomAbove = (boxHeight: number) => EDGE + boxHeight + GAP + AIR;
