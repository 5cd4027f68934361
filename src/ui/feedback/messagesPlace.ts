import { useEffect, useLayoutEffect } from 'react';

/** The distance between the messages and what is under them, in px. */
const GAP = 8;

/** The controls at the end of a screen; they are often in the corner where messages appear. */
const PRESSED = ':is([data-bottom-bar], [type="submit"], [data-pager], [aria-label="Number pad"])';
/** The parts of a dialog that messages must not cover: its head with the close button, and its buttons. */
const OF_DIALOG = '[data-head], [data-actions]';

interface Place {
  region: HTMLElement;
  /** The distance of the lower edge of the messages from the window's lower edge, in px. */
  now: number;
  /** Returns the rectangles that the messages would cover at that distance. It needs the size of the messages. */
  over: (bottom: number) => DOMRect[];
}

const topPanel = () => [...document.querySelectorAll<HTMLElement>('[data-panel]')].at(-1);

function look(within = topPanel()): Place | null {
  const region = document.querySelector<HTMLElement>('[data-messages]');
  if (!region?.hasChildNodes()) return null;
  const own = region.getBoundingClientRect();
  const keptFree = within ? within.querySelectorAll(OF_DIALOG) : document.querySelectorAll(PRESSED);
  const boxes = [...keptFree].map((one) => one.getBoundingClientRect()).filter((one) => one.width > 0);
  const over = (bottom: number) => {
    const low = window.innerHeight - bottom;
    const isOver = (one: DOMRect) =>
      one.left < own.right && one.right > own.left && one.top < low && one.bottom > low - own.height;
    return boxes.filter(isOver);
  };
  return { region, now: window.innerHeight - own.bottom, over };
}

const above = (box: DOMRect) => Math.round(window.innerHeight - box.top) + GAP;

/**
 * The position on a screen without a dialog: above each covered control in turn, within the lower half, or a bit higher if a number pad fills the lower half. If
 * no position is free, above the bar or in the corner.
 */
function onScreen(corner: number, over: Place['over']): number {
  const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect();
  const lowest = bar && over(corner).some((one) => one.top === bar.top) ? above(bar) : corner;
  let bottom = lowest;
  const highest = window.innerHeight * (document.documentElement.hasAttribute('data-desk') ? 0.7 : 0.5);
  while (bottom < highest) {
    const [first, ...more] = over(bottom);
    if (!first) return bottom;
    bottom = Math.max(above(first), ...more.map(above));
  }
  return lowest;
}

/**
 * The position with a dialog: beside its buttons; if there is no space beside them, as on a phone, above the whole dialog; otherwise above its
 * buttons, never over its title.
 */
function besideDialog(panel: HTMLElement, corner: number, { region, over }: Place): number {
  const atTop = Math.round(window.innerHeight - region.offsetHeight) - GAP;
  const buttons = panel.querySelector('[data-actions]')?.getBoundingClientRect();
  const overButtons = buttons ? above(buttons) : corner;
  const isNarrow = window.matchMedia('(max-width: 40rem)').matches;
  const isApart = panel.getBoundingClientRect().top >= region.offsetHeight + GAP;
  const places = isNarrow ? [...(isApart ? [atTop] : []), overButtons] : [corner, overButtons, atTop];
  return places.find((bottom) => over(bottom).length === 0) ?? overButtons;
}

/** Moves the messages above the controls that they would cover; otherwise they are in the corner. */
function place(): void {
  const panel = topPanel();
  // The property is set on the messages only: on the root, every element would inherit it (25 ms on a tablet).
  document.querySelector<HTMLElement>('[data-messages]')?.style.removeProperty('--messages-bottom');
  const found = look(panel);
  if (!found) return;
  const bottom = panel ? besideDialog(panel, found.now, found) : onScreen(found.now, found.over);
  if (bottom !== found.now) found.region.style.setProperty('--messages-bottom', `${bottom}px`);
}

/** Moves the messages only if they cover something now, so that they do not move with every scroll step. */
function placeAgain(): void {
  const found = look();
  if (found && found.over(found.now).length > 0) place();
}

/** For an open dialog: its size is unknown before it is rendered, so the messages are placed again whenever it is resized (SHELL-35). */
export function useMessagesBeside(): void {
  useEffect(() => {
    const grown = new ResizeObserver(place);
    for (const one of document.querySelectorAll('[data-panel]')) grown.observe(one);
    return () => {
      grown.disconnect();
      place();
    };
  }, []);
}

/** For the messages: places them at each change before they are painted, and again while the page under them changes or scrolls (SHELL-35). */
export function useMessagesPlace(messages: readonly unknown[]): void {
  useLayoutEffect(() => {
    place();
    if (messages.length === 0) return;
    let frame = 0;
    const soon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        placeAgain();
      });
    };
    const come = new MutationObserver(soon);
    come.observe(document.body, { childList: true, subtree: true });
    const region = document.querySelector('[data-messages]');
    const grown = new ResizeObserver(place);
    if (region) grown.observe(region);
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      cancelAnimationFrame(frame);
      come.disconnect();
      grown.disconnect();
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', place);
    };
  }, [messages]);
}
