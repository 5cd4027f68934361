// Which files changed since a step of `npm run check` was green. For a step that looks at each file by itself: what it found in a file of the
// same bytes under the same rules, it would find again.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest('hex');

/** The files of the tree that git does not ignore, by path, each with the hash of its bytes. A path that is no file is left out. */
function hashes(root) {
  const listed = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  if (listed.status !== 0) return null;
  const found = {};
  for (const file of new Set(listed.stdout.split('\0').filter(Boolean))) {
    try {
      found[file] = hash(readFileSync(join(root, file)));
    } catch (error) {
      // Deleted and not yet committed, or a link to a folder.
      if (!['ENOENT', 'EISDIR'].includes(error.code)) throw error;
    }
  }
  return found;
}

/**
 * `root` is a git tree, `memory` the file (below root) that remembers, `rules` the files (below root) on which each verdict depends: a change of
 * one of them forgets everything.
 * Returns `files`, the paths below root to look at, `tree`, the paths of all files, and `green()`, to call when the step passed. `files` is null
 * where nothing is remembered or git does not answer: then the step looks at the whole tree.
 */
export function sinceGreen(root, memory, rules) {
  const now = hashes(root);
  if (!now) return { files: null, tree: [], green: () => undefined };
  const path = join(root, memory);
  const key = hash(...rules.map((file) => `${file} ${now[file] ?? ''}\n`));
  const green = () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ key, files: now }));
  };
  let before = null;
  try {
    before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  } catch {
    // Written by half: as if nothing were remembered.
  }
  const tree = Object.keys(now);
  if (before?.key !== key) return { files: null, tree, green };
  return { files: tree.filter((file) => before.files?.[file] !== now[file]), tree, green };
}
