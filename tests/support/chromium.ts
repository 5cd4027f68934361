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

/**
 * A browser that calls nobody and is few processes: each message between two of them is dear on a virtual machine. Painting and network in the browser's own
 * process, and JavaScript on one thread, take a seventh off the processor's time of a journey. The page keeps a process of its own.
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
