/**
 * Serves hashed files of earlier releases (SYNC rule 44) when each release has a folder of its own, as in an image. A start copies its own files into a
 * persistent folder, from which open tabs of earlier releases are served. Builds in one folder keep the files themselves (tools/build.mjs).
 */
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DAY } from '#domain/time.ts';

interface Release {
  /** Epoch seconds of its last start. */
  readonly at: number;
  readonly files: readonly string[];
}

/** Which releases stay, by the rules of tools/build.mjs: a number of previous ones, and younger ones up to a limit, for frequent builds. */
const KEPT = JSON.parse(readFileSync(new URL('./keptReleases.json', import.meta.url), 'utf8')) as {
  releases: number;
  days: number;
  most: number;
};

/** Suffixes of compressed variants of a file. */
const ENDS = ['', '.br', '.gz'];

/** Stores the release in `dist`, deletes outdated ones, and returns the folder to serve from. Throws if it cannot write. */
export function keepReleased(dist: string, folder: string, now: number): string {
  const root = join(folder, 'files');
  const assets = join(root, 'assets');
  mkdirSync(assets, { recursive: true });
  const own: Release = { at: now, files: ownFiles(dist) };
  for (const file of own.files.flatMap((name) => ENDS.map((end) => name + end))) {
    const from = join(dist, 'assets', file);
    if (existsSync(from) && !existsSync(join(assets, file)))
      whole(join(assets, file), (path) => copyFileSync(from, path));
  }
  const list = join(folder, 'releases.json');
  const before = readReleases(list).filter((one) => one.files.join() !== own.files.join());
  const kept = before
    .filter((one, index) => index < KEPT.releases || now - one.at < KEPT.days * DAY)
    .slice(0, KEPT.most - 1);
  const wanted = new Set([own, ...kept].flatMap((one) => one.files));
  for (const file of before.flatMap((one) => one.files))
    if (!wanted.has(file)) for (const end of ENDS) rmSync(join(assets, file + end), { force: true });
  whole(list, (path) => writeFileSync(path, JSON.stringify([own, ...kept])));
  return root;
}

/** Writes a file atomically under its name. Two servers may start at once, in containers with equal process ids. */
function whole(path: string, write: (draft: string) => void): void {
  const draft = `${path}.${randomUUID()}.part`;
  write(draft);
  renameSync(draft, path);
}

/** The files of the newest build, without those that its folder keeps of earlier builds. */
function ownFiles(dist: string): string[] {
  const [newest] = readReleases(join(dist, 'releases.json'));
  const files = newest?.files ?? readdirSync(join(dist, 'assets'));
  return files.filter((file) => !/\.(br|gz)$/.test(file)).sort();
}

/** Empty if there is no such list, or it cannot be read. */
function readReleases(list: string): Release[] {
  try {
    return JSON.parse(readFileSync(list, 'utf8')) as Release[];
  } catch {
    return [];
  }
}
