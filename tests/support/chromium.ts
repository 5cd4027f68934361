/** Where Chromium is. CHROMIUM_PATH says so; otherwise it is Debian's. */
import { existsSync } from 'node:fs';

const HEADLESS = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

const firstOf = (paths: readonly [string, ...string[]]) =>
  process.env.CHROMIUM_PATH ?? paths.find((path) => existsSync(path)) ?? paths[0];

/** For journeys: the page without the window around it, which takes less of the machine. */
export const CHROMIUM = firstOf([HEADLESS, WHOLE]);
/** For measuring: the whole browser, as people have it. */
export const WHOLE_CHROMIUM = firstOf([WHOLE, HEADLESS]);
