/**
 * The width of the menu. One rule counts for every screen: the window's width decides until the person chooses another width by "Toggle sidebar".
 * Narrow and wide windows keep a choice of their own (SHELL-13).
 */
import { configStore, type DeviceConfig } from '#client/keptLocally.ts';

/** Below this width, a list or a report beside the open menu hides columns. */
export const NARROW = '(width < 90rem)';
/** From this width on the menu stands beside the screen. The same condition as `lg` in the style sheet: with a larger font size a wide screen counts as narrow. */
const BESIDE = '(min-width: 64rem)';
const FINGER = '(pointer: coarse)';

type Media = (query: string) => { matches: boolean };

/** The desks of an officer. On a touch device they need the whole width in every window, so their menu opens over the page. */
const isDesk = (path: string) => /^\/(inventory\/(shipment|stock|count)|sync|handovers)\b/.test(path);

const isFixed = (path: string, media: Media) => media(FINGER).matches && isDesk(path);

/** Whether the menu is open beside the screen of this address. Otherwise it is folded to its icons. */
export const isMenuOpen = (path: string, config: DeviceConfig, media: Media) =>
  !isFixed(path, media) && (media(NARROW).matches ? config.narrow === 'open' : config.sidebar === 'open');

/** Opens or folds the menu for all screens and stores the choice. False: the menu opens over the page here, so nothing was stored. */
export function toggleMenu(path: string, media: Media): boolean {
  if (!media(BESIDE).matches || isFixed(path, media)) return false;
  const which = media(NARROW).matches ? 'narrow' : 'sidebar';
  configStore.write({ [which]: configStore.read()[which] === 'open' ? 'closed' : 'open' });
  return true;
}
