import { contentIn, freeSpot, GAP, roomInHeader } from './freeRoom.ts';
import { closeLeft } from './leftToasts.ts';
import { beginLifts, isScrolledByHand, liftButtons, noteHand, PRESSED } from './lifts.ts';

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

const isWide = () => matchMedia('(min-width: 40.01rem)').matches;
/** On a desktop the sum in the foot of a list gives way to a message. For a finger the foot is another. */
const isAtDesk = () => matchMedia('(pointer: fine)').matches;

/** A list fills the window and scrolls inside; on a phone it does not. */
const isFilled = () => document.documentElement.hasAttribute('data-filled') && isWide();

/** What has the room for the strip: above a bar of buttons, or at the end of the screen. */
let roomy: { element: HTMLElement; style: 'paddingBottom' | 'marginBottom' } | null = null;
function giveRoom(height: number, bar = visibleBar()): void {
  const screen = document.getElementById('screen');
  const above = bar && screen?.contains(bar) ? bar.previousElementSibling : null;
  if (roomy) roomy.element.style[roomy.style] = '';
  roomy = null;
  // With a bar the page has such a room already.
  if (!bar) document.documentElement.style.scrollPaddingBottom = height > 0 ? `${height + 2 * GAP}px` : '';
  if (height === 0 || !screen) return;
  roomy =
    above instanceof HTMLElement
      ? { element: above, style: 'marginBottom' }
      : { element: screen, style: 'paddingBottom' };
  roomy.element.style[roomy.style] = `${height}px`;
}

/**
 * The messages as a strip that is the window's lower end, so that they lie on nothing: a list ends above it, a page scrolls above it, and a button that would be
 * under it is scrolled above it, also on a screen that comes later.
 */
function placeStrip(region: HTMLElement): void {
  const bar = visibleBar();
  region.dataset.strip = '';
  region.style.setProperty('--messages-left', `${leftOfScreen()}px`);
  region.style.setProperty('--messages-bottom', `${lowEnd(bar)}px`);
  giveRoom(Math.ceil(region.getBoundingClientRect().height), bar);
  beginLifts();
  liftButtons(region, bar);
}

const leftOfScreen = () => document.getElementById('screen')?.getBoundingClientRect().left ?? 0;

/** The distance of the strip from the window's lower edge: on the bar of places, and a bit above the bar of a screen. */
function lowEnd(bar: Element | null): number {
  if (!bar) return 0;
  const isOfScreen = document.getElementById('screen')?.contains(bar);
  return Math.round(window.innerHeight - bar.getBoundingClientRect().top) + (isOfScreen ? GAP : 0);
}

const visibleBar = () =>
  [...document.querySelectorAll('[data-bottom-bar]')].find((one) => one.getBoundingClientRect().height > 0) ?? null;

/** The least width in px that a message needs in the foot of a list or in the header. */
const LEAST_ROOM = 240;

type Px = 'bottom' | 'top' | 'right' | 'room' | 'height';
const ROOM: readonly Px[] = ['bottom', 'top', 'right', 'room', 'height'];

/** Puts a single message into a bar. false: its text does not fit there. */
function placeInBar(region: HTMLElement, bar: 'foot' | 'head', room: Partial<Record<Px, number>>): boolean {
  region.dataset[bar] = '';
  for (const [name, value] of Object.entries(room))
    region.style.setProperty(`--messages-${name}`, `${Math.round(value)}px`);
  const text = region.querySelector<HTMLElement>('[data-tone] p');
  const fits =
    text !== null &&
    text.scrollWidth <= text.clientWidth &&
    text.scrollHeight <= text.clientHeight &&
    region.offsetHeight <= (room.height ?? 0) + 3;
  if (!fits) leaveBar(region);
  return fits;
}

const isSingle = (region: HTMLElement) => region.querySelectorAll('[data-tone]').length === 1;

/** Puts a single message of at most two lines into the empty room of the header, which stays where it is while the page scrolls. */
function placeInHeader(region: HTMLElement): boolean {
  const room = isWide() && isSingle(region) ? roomInHeader() : null;
  if (!room || room.right - room.left < LEAST_ROOM) return false;
  return placeInBar(region, 'head', {
    top: room.top + 4,
    right: document.documentElement.clientWidth - room.right,
    room: room.right - room.left,
    height: room.bottom - room.top - 8,
  });
}

/**
 * Puts a single short message into the empty room of a list's foot, between the pages and the sum, so that the list keeps its height and no row moves or is
 * covered. On a desktop the sum gives way to a message of 6 s. false: there is no such room, or the text does not fit it in one line.
 */
function placeInFoot(region: HTMLElement): boolean {
  const foot = isFilled() ? document.querySelector('#screen [data-pager]') : null;
  if (!foot || !isSingle(region)) return false;
  const box = foot.getBoundingClientRect();
  const parts = [...foot.children].map((one) => ({
    isSum: one.matches('.pager-sum'),
    at: one.getBoundingClientRect(),
  }));
  const left = Math.max(box.left, ...parts.filter(({ isSum }) => !isSum).map(({ at }) => at.right)) + 2 * GAP;
  const beforeSum = Math.min(box.right, ...parts.filter(({ isSum }) => isSum).map(({ at }) => at.left)) - 2 * GAP;
  if (box.height === 0 || box.bottom > window.innerHeight + 1) return false;
  const placeUpTo = (right: number) =>
    right - left >= LEAST_ROOM &&
    placeInBar(region, 'foot', {
      bottom: window.innerHeight - box.bottom + 1,
      right: document.documentElement.clientWidth - right,
      room: right - left,
      height: box.height - 3,
    });
  if (placeUpTo(beforeSum)) return true;
  if (!isAtDesk() || region.querySelector('[data-tone="bad"]') || !placeUpTo(box.right - 2 * GAP)) return false;
  foot.setAttribute(GIVES, '');
  return true;
}

/** A foot whose sum gives way to a message. */
const GIVES = 'data-gives';

function leaveBar(region: HTMLElement): void {
  document.querySelector(`[${GIVES}]`)?.removeAttribute(GIVES);
  delete region.dataset.foot;
  delete region.dataset.head;
  for (const name of ROOM) region.style.removeProperty(`--messages-${name}`);
}

/** Takes the strip and its room away. */
export function endStrip(): void {
  const region = document.querySelector<HTMLElement>('[data-messages]');
  // The properties are set on the messages only: on the root, every element would inherit them (25 ms on a tablet).
  if (region) leaveBar(region);
  if (region) delete region.dataset.strip;
  giveRoom(0);
}

/**
 * Puts the messages where they lie on nothing and move nothing: in the foot of a list, in their corner or above it, or in the header, which they prefer once the
 * page was scrolled under them. Where none of these has room they are a strip of their own. Beside a dialog and on a desk they move up.
 */
function place(wasScrolled = false): void {
  const panel = topPanel();
  const root = document.documentElement;
  const isFree = !(panel || root.hasAttribute('data-desk'));
  const region = document.querySelector<HTMLElement>('[data-messages]');
  // The strip keeps its room while it is placed again: without the room the end of a page would scroll away.
  if (isFree && region?.dataset.strip !== undefined) {
    placeStrip(region);
    return;
  }
  endStrip();
  const found = look(panel);
  if (!found?.region.querySelector('[data-tone]')) return;
  if (!isFree) {
    const bottom = panel ? besideDialog(panel, found.now, found) : onScreen(found.now, found.over);
    if (bottom !== found.now) found.region.style.setProperty('--messages-bottom', `${bottom}px`);
    return;
  }
  if (!isWide()) {
    const isStill = root.scrollHeight <= window.innerHeight;
    if (visibleBar() || !isStill || contentIn(found.region.getBoundingClientRect()).length > 0)
      placeStrip(found.region);
    return;
  }
  if (!visibleBar() && placeInFoot(found.region)) return;
  if (wasScrolled && placeInHeader(found.region)) return;
  const spot = freeSpot(found.region.getBoundingClientRect(), found.now);
  if (spot !== null) found.region.style.setProperty('--messages-bottom', `${spot}px`);
  else if (!placeInHeader(found.region)) placeStrip(found.region);
}

/** Moves the messages only if they cover something now, so that they do not move with every scroll step. */
function placeAgain(): void {
  const found = look();
  if (!found) return;
  const { region, now, over } = found;
  // In a bar it is placed again, because the content of the bar may have changed.
  if (region.dataset.foot !== undefined || region.dataset.head !== undefined) {
    place(region.dataset.head !== undefined);
    return;
  }
  const isMoved =
    region.dataset.strip === undefined
      ? over(now).length > 0 || (!topPanel() && contentIn(region.getBoundingClientRect()).length > 0)
      : topPanel() ||
        Math.abs(lowEnd(visibleBar()) - now) > 1 ||
        Math.abs(leftOfScreen() - region.getBoundingClientRect().left) > 1;
  if (isMoved) place(true);
  // The buttons of a screen that came after the strip, or grew since.
  else if (region.dataset.strip !== undefined && !isScrolledByHand()) liftButtons(region, visibleBar());
}

/** For an open dialog: its size is unknown before it is rendered, so the messages are placed again whenever it is resized. Returns what ends it. */
export function placeBeside(): () => void {
  const grown = new ResizeObserver(() => place());
  for (const one of document.querySelectorAll('[data-panel]')) grown.observe(one);
  return () => {
    grown.disconnect();
    place();
  };
}

/** Places the messages, and again while the page under them changes or scrolls. Returns what ends it. */
export function keepPlaced(): () => void {
  place();
  let frame = 0;
  const soon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      closeLeft();
      placeAgain();
    });
  };
  const come = new MutationObserver(soon);
  come.observe(document.body, { childList: true, subtree: true });
  const region = document.querySelector<HTMLElement>('[data-messages]');
  // In the header they stay, although they have another size there.
  const again = () => place(region?.dataset.head !== undefined);
  const grown = new ResizeObserver(again);
  if (region) grown.observe(region);
  window.addEventListener('scroll', soon, { passive: true });
  window.addEventListener('resize', again);
  const endHand = noteHand();
  return () => {
    cancelAnimationFrame(frame);
    come.disconnect();
    grown.disconnect();
    window.removeEventListener('scroll', soon);
    window.removeEventListener('resize', again);
    endHand();
  };
}
