// Which file imports which, read from the text: for the law of imports and for the files that a change can reach.
import { dirname, join, normalize } from 'node:path';

/** The names in each static, type-only, re-exporting and dynamic import of a file's text, and in its worker addresses. */
export function importsOf(text) {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const patterns = [
    /(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]/g,
    /import\s*['"]([^'"]+)['"]/g,
    /import\(\s*['"]([^'"]+)['"]/g,
    /new URL\(\s*['"](\.[^'"]+)['"]/g,
  ];
  return patterns.flatMap((pattern) => [...bare.matchAll(pattern)].map((found) => found[1] ?? ''));
}

/** The path below the root that `name` means in the file `from`; null for packages, Node's own modules and folders. */
export function importedFile(from, name) {
  const [path] = name.split('?');
  if (path.startsWith('#')) return path.startsWith('#tests/') ? path.slice(1) : `src/${path.slice(1)}`;
  if (!path.startsWith('.') || path.endsWith('/')) return null;
  return normalize(join(dirname(from), path));
}

/**
 * `texts` has each file's text by its path below the root. Returns `changed` and every file that imports one of them, through any number of other
 * files: a type that changes can change what is found in each of these, and in no other.
 */
export function withImporters(changed, texts) {
  const importers = new Map();
  for (const [path, text] of Object.entries(texts)) {
    for (const name of importsOf(text)) {
      const target = importedFile(path, name);
      // A hand-written `x.d.mts` is what TypeScript reads for `x.mjs`.
      const targets = target?.endsWith('.mjs') ? [target, target.replace(/\.mjs$/, '.d.mts')] : [target];
      for (const one of targets) if (one) importers.set(one, [...(importers.get(one) ?? []), path]);
    }
  }
  const reached = new Set(changed);
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...reached];
}
