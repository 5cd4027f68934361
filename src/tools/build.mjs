// Builds the app if its sources are newer, keeps the hashed files of earlier releases (SYNC rule 44), and compresses the files.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root, run, scripts } from './bootstrap.mjs';

const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tailwind.config.ts',
  'package.json',
  'package-lock.json',
];
/** The releases whose files are kept, the same setting as for a server in a container (server/released.ts). */
const KEPT = JSON.parse(readFileSync(join(root, 'src/server/http/keptReleases.json'), 'utf8'));
const DAY_MS = 86_400_000;

/** The newest modification time (epoch ms) of a file, or of any file in a folder. */
export function newest(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0);
}

/** Builds the app in another language, or in the pseudo-language, if that build is stale; answers its folder. It is for looking and testing alone. */
export async function ensureLocaleBuilt(locale) {
  const folder = join(root, '.cache/locales', locale);
  const page = join(folder, 'index.html');
  const sources = SOURCES.map((name) => newest(join(root, name)));
  if (existsSync(page) && statSync(page).mtimeMs > Math.max(...sources)) return folder;
  process.stdout.write(`Building the app for ${locale}…\n`);
  const { code, output } = await run(scripts.vite, ['build', '--logLevel', 'warn'], {
    quiet: true,
    env: { KASUWA_LOCALE: locale },
  });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
  return folder;
}

/** Whether dist is missing or any source is newer than the last build. */
export function isStale(base = root) {
  const mark = join(base, 'dist/releases.json');
  if (!existsSync(mark) || !existsSync(join(base, 'dist/index.html'))) return true;
  const built = statSync(mark).mtimeMs;
  return SOURCES.some((name) => existsSync(join(base, name)) && newest(join(base, name)) > built);
}

/** The earlier releases whose files are kept: the last few, and all recent ones. */
export function keptReleases(releases, now) {
  return releases.filter((release, index) => index < KEPT.releases || now - release.at < KEPT.days * DAY_MS);
}

/** Builds the app if the build is stale. Throws an Error with the output of a failed build. */
export async function ensureBuilt() {
  if (!isStale()) return;
  process.stdout.write('Building the app…\n');
  const dist = join(root, 'dist');
  const old = join(root, '.cache/old-assets');
  const releases = existsSync(join(dist, 'releases.json'))
    ? JSON.parse(readFileSync(join(dist, 'releases.json'), 'utf8'))
    : [];
  rmSync(old, { recursive: true, force: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  if (existsSync(join(dist, 'assets'))) renameSync(join(dist, 'assets'), old);
  const { code, output } = await run(scripts.vite, ['build', '--logLevel', 'warn'], { quiet: true });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
  const files = readdirSync(join(dist, 'assets'));
  await compressAll(dist);
  const kept = keptReleases(releases, Date.now());
  for (const file of new Set(kept.flatMap((release) => release.files))) {
    for (const end of ['', '.br', '.gz']) {
      const from = join(old, file + end);
      const to = join(dist, 'assets', file + end);
      if (existsSync(from) && !existsSync(to)) cpSync(from, to);
    }
  }
  rmSync(old, { recursive: true, force: true });
  writeFileSync(join(dist, 'releases.json'), JSON.stringify([{ at: Date.now(), files }, ...kept].slice(0, KEPT.most)));
}

const COMPRESSED = /\.(js|css|html|svg|json|webmanifest|wasm)$/;

async function compressAll(dir) {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const br = promisify(brotliCompress);
  const gz = promisify(gzip);
  const worker = async () => {
    for (let file = files.pop(); file; file = files.pop()) {
      const content = await readFile(file);
      if (content.length < 1_000) continue;
      const [small, plain] = await Promise.all([
        br(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        gz(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, plain)]);
    }
  };
  await Promise.all([worker(), worker()]);
}
