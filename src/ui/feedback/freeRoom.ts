/** Finds room for messages where nothing of a screen is drawn. */

/** The distance between the messages and what is beside them, in px. */
export const GAP = 8;

/** The distances of the points at which {@link contentIn} looks, in px: less than a row is high and a button is wide. */
const STEP = { x: 24, y: 12 };
const DRAWN = 'a, button, input, select, textarea, svg, img';
/** Bars at the end of a screen, whose empty parts are no room either. */
const BARS = '[data-bottom-bar], [data-pager]';

interface Sides {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const meet = (one: Sides, other: Sides) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** The texts, pictures and controls of an element. */
function drawnOf(element: Element): DOMRect[] {
  if (element.matches(DRAWN)) return [element.getBoundingClientRect()];
  const range = document.createRange();
  return [...element.childNodes].flatMap((text) => {
    if (text.nodeType !== Node.TEXT_NODE || !text.textContent?.trim()) return [];
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  });
}

/** What a heading stands over: a card, or the head of the screen. */
const HEADED = '.rounded-card, header';

/** The lines of the headings, as wide as what they stand over: beside the words of a heading a message would still lie on the head of a card. */
function headLines(element: Element): Sides[] {
  if (!element.matches(HEADED)) return [];
  const { left, right } = element.getBoundingClientRect();
  return [...element.querySelectorAll('h1, h2, h3')].map((heading) => {
    const { top, bottom } = heading.getBoundingClientRect();
    return { left, right, top: top - GAP, bottom: bottom + GAP };
  });
}

/** The edges of a card: a message over them would look like a part of the card, and cut it. */
function edges(card: Element): Sides[] {
  if (!card.matches('.rounded-card')) return [];
  const { left, right, top, bottom } = card.getBoundingClientRect();
  return [
    { left, right, top, bottom: top + 1 },
    { left, right, top: bottom - 1, bottom },
    { left, right: left + 1, top, bottom },
    { left: right - 1, right, top, bottom },
  ];
}

/** The texts, pictures and controls of the screen that are seen in this box, the lines of headings, and the edges of cards. */
export function contentIn(box: Sides): Sides[] {
  const seen = new Set<Element>();
  for (let y = box.top; y <= box.bottom; y += STEP.y)
    for (let x = box.left; x <= box.right; x += STEP.x)
      for (const one of document.elementsFromPoint(x, y)) if (one.closest('#screen')) seen.add(one);
  const bars = [...seen].flatMap((one) => (one.matches(BARS) ? [one.getBoundingClientRect()] : []));
  return [...bars, ...[...seen].flatMap(headLines), ...[...seen].flatMap(edges), ...[...seen].flatMap(drawnOf)].filter(
    (one) => meet(one, box),
  );
}

/**
 * The lowest place at the right edge where messages of this size lie on nothing of the screen, as a distance from the window's lower edge. It is at the
 * lower end of the window, where the documents have the messages. null: there is none.
 */
export function freeSpot({ left, right, height }: DOMRect, corner: number): number | null {
  const highest = window.innerHeight * 0.6;
  const sides = { left: left - GAP, right: right + GAP };
  const content = contentIn({ ...sides, top: highest - GAP, bottom: window.innerHeight - 1 });
  for (let low = window.innerHeight - corner; low - height >= highest; low -= GAP) {
    const box = { ...sides, top: low - height - GAP, bottom: low + GAP };
    if (!content.some((one) => meet(one, box))) return window.innerHeight - low;
  }
  return null;
}

/** The widest room between two things in the header, where nothing scrolls. */
export function roomInHeader(): Sides | null {
  const header = document.querySelector('[data-banner]');
  const box = header?.getBoundingClientRect();
  if (!header || !box || box.height === 0) return null;
  const parts = [...header.querySelectorAll('*')]
    .flatMap(drawnOf)
    .filter((one) => one.width > 2 && one.top < box.bottom && one.bottom > box.top)
    .sort((one, other) => one.left - other.left);
  let [left, best] = [box.left, { left: 0, right: 0 }];
  for (const part of [...parts, { left: box.right, right: box.right }]) {
    if (part.left - left > best.right - best.left) best = { left, right: part.left };
    left = Math.max(left, part.right);
  }
  return { left: best.left + 2 * GAP, right: best.right - GAP, top: box.top, bottom: box.bottom };
}
