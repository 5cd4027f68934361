// Setup that every command needs first. It is plain Node, because no package may be installed yet.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The script of each package's command, run with this Node itself: npx leaves child processes behind when its parent is stopped. */
export const scripts = {
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  knip: 'node_modules/knip/bin/knip.js',
};

const stamp = join(root, 'node_modules/.kasuwa-installed');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** Whether node_modules was installed from the current lock file. */
export function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();
}

/** Installs when node_modules is missing or older than the lock file. */
export function ensureInstalled() {
  if (isInstalled()) return;
  process.stdout.write('Installing packages…\n');
  // Not `npm ci`: npm 11 writes no entries for optional packages of other platforms, and then rejects its own lock file. `--no-save` installs the
  // versions of the lock file and does not change it.
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  writeFileSync(stamp, lockHash());
}

/** Debian's packages of Chromium: the whole browser, and the page without the window around it, in which the journeys take a fifth less time. */
const [WHOLE, HEADLESS] = ['chromium', 'chromium-headless-shell'];
const installed = (name) => existsSync(`/usr/bin/${name}`);

/**
 * Installs Debian's Chromium for the browser tests if it is missing and CHROMIUM_PATH names no other. If the headless one is not available, the journeys run in
 * the full browser. Throws an Error that says how to install it.
 */
export function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given ? existsSync(given) : installed(WHOLE) && installed(HEADLESS)) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !given && installed(WHOLE)) return;
  if (!isRoot)
    throw new Error(
      `No Chromium at ${given ?? `/usr/bin/${WHOLE}`}. Install it (Debian: apt-get install ${WHOLE} ${HEADLESS}) or set CHROMIUM_PATH.`,
    );
  process.stdout.write('Installing Chromium…\n');
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', WHOLE, HEADLESS, 'fonts-noto-core'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    if (!installed(WHOLE)) throw error;
    process.stdout.write(`${HEADLESS} could not be installed: the journeys take the whole browser.\n`);
  }
}

/**
 * Node's room for new objects in the server. A batch of 125 lines allocates a few megabytes. With Node's default of 16 MB for new objects they are collected
 * during the next batch, which costs a fortieth of the time for 1,000 queued lines; with 64 MB they are not.
 */
export const serverMemory = '--max-semi-space-size=64';

/** Node's arguments for the server's sources. */
export const serverArgs = [serverMemory, '--import', 'tsx'];

/** Runs one of our scripts with this Node; resolves with its exit code and output. */
export function run(script, args = [], { env = {}, quiet = false, nodeArgs = [] } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(process.execPath, [...nodeArgs, script, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    if (quiet)
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
        });
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

export function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

/** The tracked files that match the patterns; empty without git. */
export function gitFiles(...patterns) {
  const found = spawnSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' });
  return found.status === 0 ? found.stdout.split('\n').filter(Boolean) : [];
}
