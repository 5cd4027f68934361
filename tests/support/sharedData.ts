/** Public data beside the repository (../shared/data). Not every checkout has it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import papa from 'papaparse';

/** The path of a file or folder below shared/data. Null after one clear message: a test may then skip, but never pass silently. */
export function sharedPath(path: string): string | null {
  // A linked worktree is one folder deeper than the main checkout.
  const places = ['../../../shared/data/', '../../../../shared/data/'].map((up) =>
    fileURLToPath(new URL(up + path, import.meta.url)),
  );
  const found = places.find((place) => existsSync(place));
  if (!found) console.warn(`\n!!! ../shared/data/${path} IS NOT HERE: the tests that read it are SKIPPED !!!\n`);
  return found ?? null;
}

/** Rows of a CSV below shared/data, or null (see sharedPath). */
export function sharedRows(path: string): Record<string, string>[] | null {
  const found = sharedPath(path);
  if (!found) return null;
  return papa.parse<Record<string, string>>(readFileSync(found, 'utf8'), { header: true, skipEmptyLines: 'greedy' })
    .data;
}

/** Every file below a folder of shared/data as bytes, by its path. Empty if the folder is missing. */
export function sharedFiles(folder: string): Map<string, Uint8Array> {
  const found = sharedPath(folder);
  if (!found) return new Map();
  const names = readdirSync(found, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names
      .filter((name) => statSync(join(found, name)).isFile())
      .map((name) => [name, new Uint8Array(readFileSync(join(found, name)))]),
  );
}
