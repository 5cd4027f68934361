/** Where Chromium is. CHROMIUM_PATH says so; otherwise it is Debian's. */
import { existsSync } from 'node:fs';

const HEADLESS = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

const firstOf = (paths: readonly [string, ...string[]]) =>
  process.env.CHROMIUM_PATH ?? paths.find((path) => existsSync(path)) ?? paths[0];

/** For journeys: the page without the window around it, which takes less of the machine. */
export const CHROMIUM = firstOf([HEADLESS, WHOLE]);
/** The whole browser, as people have it: for measuring, and for what the other one lacks, such as notifications. */
export const WHOLE_CHROMIUM = firstOf([WHOLE, HEADLESS]);

/** A browser that calls nobody. */
export const CHROMIUM_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
  '--js-flags=--single-threaded',
];
