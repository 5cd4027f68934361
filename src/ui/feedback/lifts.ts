/** Scrolls the buttons of a screen above a strip of messages (messagesPlace.ts). */
import { GAP } from './freeRoom.ts';

/** The controls at the end of a screen; on a desk of goods, which fills the window, the messages are above them. */
export const PRESSED = ':is([data-bottom-bar], [type="submit"], [data-pager], [aria-label="Number pad"])';

/** The buttons that were scrolled above the strip at an address. No other button follows there, because each scroll brings the next one under it. */
let lifted: { at: string; buttons: Element[] } | null = null;
/** The address at which the person scrolled last. */
let scrolledAt = '';
const noteScroll = () => {
  scrolledAt = location.href;
};

/** The events of a hand that may scroll. */
const BY_HAND = ['wheel', 'touchmove', 'keydown'] as const;

/** Notes where a person scrolls by hand. Returns what ends it. */
export function noteHand(): () => void {
  for (const way of BY_HAND) window.addEventListener(way, noteScroll, { passive: true });
  return () => {
    for (const way of BY_HAND) window.removeEventListener(way, noteScroll);
  };
}

/** Whether a person scrolled this screen. What is scrolled by hand is not scrolled back. */
export const isScrolledByHand = (): boolean => scrolledAt === location.href;

/** For a strip with new messages: every button is scrolled above it once more. */
export function beginLifts(): void {
  lifted = null;
}

/** The buttons of the screen that stand between these heights of the window, in px. `bar`: the bar of the screen, which the strip stands on. */
const buttonsUnder = (top: number, bottom: number, bar: Element | null) =>
  [...document.querySelectorAll(`#screen ${PRESSED}`)]
    .filter((one) => one !== bar)
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.top < bottom && box.bottom > top);

/** Scrolls a button that is under the strip above it. `bar`: the bar of the screen, which the strip stands on. */
export function liftButtons(strip: HTMLElement, bar: Element | null): void {
  const { top, bottom } = strip.getBoundingClientRect();
  const isKnown = lifted?.at === location.href;
  const under = buttonsUnder(top, bottom, bar).filter(({ one }) => !isKnown || lifted?.buttons.includes(one));
  if (under.length === 0) return;
  if (!isKnown) lifted = { at: location.href, buttons: under.map(({ one }) => one) };
  window.scrollBy(0, Math.max(...under.map(({ box }) => box.bottom - top + GAP)));
}
