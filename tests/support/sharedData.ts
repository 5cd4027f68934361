/** Public data beside the repository (../shared/data), which not every checkout has. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import papa from 'papaparse';

/** Where a file or folder below shared/data lies, or null after one loud line: a test may then skip, never pass in silence. */
export function sharedPath(path: string): string | null {
  // A linked worktree lies one folder deeper than the main checkout.
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

/** Every file below a folder of shared/data, by its path there, as bytes; empty when the folder is not here. */
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
