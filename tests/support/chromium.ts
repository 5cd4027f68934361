/** Finds Chromium: CHROMIUM_PATH, otherwise Debian's. */
import { existsSync } from 'node:fs';

const HEADLESS = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

const firstOf = (paths: readonly [string, ...string[]]) =>
  process.env.CHROMIUM_PATH ?? paths.find((path) => existsSync(path)) ?? paths[0];

/** The headless shell, for journeys. It has only the page, without a browser window, and needs fewer resources. */
export const CHROMIUM = firstOf([HEADLESS, WHOLE]);
/** The full browser, for measuring, and for features that the headless shell lacks, such as notifications. */
export const WHOLE_CHROMIUM = firstOf([WHOLE, HEADLESS]);

/**
 * A browser that contacts nobody and has few processes, because messages between processes are expensive on a virtual machine. Painting and network run in
 * the browser's process, and JavaScript has one thread. This saves a seventh of a journey's processor time. The page keeps its own process.
 */
export const CHROMIUM_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--js-flags=--single-threaded',
];
