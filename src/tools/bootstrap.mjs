// Setup that every command needs first. It is plain Node, because no package may be installed yet.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The script behind a package's command, run by this very Node: npx leaves children behind when its parent is stopped. */
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

/** true when node_modules was installed from this very lock file. */
export function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();
}

/** Installs when node_modules is missing or older than the lock file. */
export function ensureInstalled() {
  if (isInstalled()) return;
  process.stdout.write('Installing packages…\n');
  // Not `npm ci`: npm 11 writes no entries for other platforms' optional packages, and then refuses its own lock file.
  // `--no-save` takes the versions of the lock file and leaves it alone.
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  writeFileSync(stamp, lockHash());
}

/** Debian's Chromium for the browser tests; gives its path or a sentence why there is none. */
export function ensureChromium() {
  const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (existsSync(path)) return path;
  if (process.getuid?.() !== 0)
    throw new Error(`No Chromium at ${path}. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`);
  process.stdout.write('Installing Chromium…\n');
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return path;
}

/**
 * Node's arguments for the server. A batch of 125 lines leaves a few megabytes behind at once: in the 16 MB that Node gives to what is new it is
 * collected in the middle of the next one (a fortieth of the time that 1,000 queued lines take); in 64 MB it is not.
 */
export const serverArgs = ['--max-semi-space-size=64', '--import', 'tsx'];

/** Runs one of our scripts with this Node; resolves with its exit code. */
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

export function gitFiles(...patterns) {
  const found = spawnSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' });
  return found.status === 0 ? found.stdout.split('\n').filter(Boolean) : [];
}
