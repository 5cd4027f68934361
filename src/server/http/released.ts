/**
 * Hashed files of earlier releases (SYNC rule 44) where each release comes in a folder of its own, as an image does: a start puts its own files into a
 * folder that stays, and what tabs of earlier ones still ask for is served from there. Builds in one folder keep them by themselves (tools/build.mjs).
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
  /** Epoch seconds: when it was last started. */
  readonly at: number;
  readonly files: readonly string[];
}

/** Which stay, as tools/build.mjs keeps them: so many before this one, and younger ones; at most so many, for somebody who builds all day long. */
const KEPT = JSON.parse(readFileSync(new URL('./keptReleases.json', import.meta.url), 'utf8')) as {
  releases: number;
  days: number;
  most: number;
};

/** What stands beside a file, for browsers that take it compressed. */
const ENDS = ['', '.br', '.gz'];

/** Takes in the release in `dist`, drops those that are out of date, and answers the root to serve from. Throws where it cannot write. */
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

/** Never half a file under its name; two servers may start at once, in containers with the same number of process. */
function whole(path: string, write: (draft: string) => void): void {
  const draft = `${path}.${randomUUID()}.part`;
  write(draft);
  renameSync(draft, path);
}

/** What the newest build made, without what its folder kept of earlier ones. */
function ownFiles(dist: string): string[] {
  const [newest] = readReleases(join(dist, 'releases.json'));
  const files = newest?.files ?? readdirSync(join(dist, 'assets'));
  return files.filter((file) => !/\.(br|gz)$/.test(file)).sort();
}

/** None where there is no such list, or one that cannot be read. */
function readReleases(list: string): Release[] {
  try {
    return JSON.parse(readFileSync(list, 'utf8')) as Release[];
  } catch {
    return [];
  }
}
