// The JavaScript that a browser downloads before the first useful screen: the files of index.html with all their static imports.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from './bootstrap.mjs';

/** The file names that a built chunk imports statically. */
export function staticImports(code) {
  return [...code.matchAll(/(?:^|[;}\s])(?:import|export)(?:[\w*{}\s,$]*from)?\s*["']\.\/([\w.-]+\.js)["']/g)].map(
    (found) => found[1],
  );
}

/** The brotli size in bytes of each file of the first load. */
export function firstLoad(dist = join(root, 'dist')) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const queue = [...html.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)"/g)].map((found) => found[1]);
  const sizes = new Map();
  for (let name = queue.pop(); name; name = queue.pop()) {
    const file = join(dist, 'assets', name);
    if (sizes.has(name) || !existsSync(file)) continue;
    const code = readFileSync(file, 'utf8');
    sizes.set(name, brotliCompressSync(code).length);
    queue.push(...staticImports(code));
  }
  return sizes;
}
