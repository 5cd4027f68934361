/** Public data beside the repository (../shared/data), which not every checkout has. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import papa from 'papaparse';

/** Rows of a CSV below shared/data, or null after one loud line: a test may then skip, never pass in silence. */
export function sharedRows(path: string): Record<string, string>[] | null {
  // A linked worktree lies one folder deeper than the main checkout.
  const places = ['../../../shared/data/', '../../../../shared/data/'].map((up) =>
    fileURLToPath(new URL(up + path, import.meta.url)),
  );
  const found = places.find((place) => existsSync(place));
  if (!found) {
    console.warn(`\n!!! ../shared/data/${path} IS NOT HERE: the tests that read it are SKIPPED !!!\n`);
    return null;
  }
  return papa.parse<Record<string, string>>(readFileSync(found, 'utf8'), { header: true, skipEmptyLines: 'greedy' })
    .data;
}
