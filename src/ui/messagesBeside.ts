import { useEffect } from 'react';

/** Between the messages and the buttons under them, px. */
const GAP = 8;

/** Lifts the messages above the buttons of the dialog on top where they would lie on them; elsewhere they stand in their corner. */
function place(): void {
  const region = document.querySelector<HTMLElement>('[data-messages]');
  if (!region) return;
  // Told to them alone: at the root it would be inherited by every element there is (25 ms on a tablet).
  const { style } = region;
  style.removeProperty('--messages-bottom');
  const panel = [...document.querySelectorAll('[data-panel]')].at(-1);
  const buttons = panel?.querySelector('[data-actions]')?.getBoundingClientRect();
  if (!buttons) return;
  const messages = region.getBoundingClientRect();
  const isApart = messages.left > buttons.right || messages.top > buttons.bottom || messages.bottom < buttons.top;
  if (!isApart) style.setProperty('--messages-bottom', `${Math.round(window.innerHeight - buttons.top) + GAP}px`);
}

/**
 * For an open dialog: how tall and how wide it is nobody knows before it is drawn, so its place is measured whenever it or the messages grow
 * (SHELL-35).
 */
export function useMessagesBeside(): void {
  useEffect(() => {
    const grown = new ResizeObserver(place);
    for (const one of document.querySelectorAll('[data-panel], [data-messages]')) grown.observe(one);
    window.addEventListener('resize', place);
    return () => {
      grown.disconnect();
      window.removeEventListener('resize', place);
      place();
    };
  }, []);
}
