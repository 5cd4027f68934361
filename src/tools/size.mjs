// What a browser downloads before the first useful screen: the JavaScript that index.html loads, with everything it imports statically.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from './bootstrap.mjs';

/** Static imports of a built chunk. */
export function staticImports(code) {
  return [...code.matchAll(/(?:^|[;}\s])(?:import|export)(?:[\w*{}\s,$]*from)?\s*["']\.\/([\w.-]+\.js)["']/g)].map(
    (found) => found[1],
  );
}

/** Brotli bytes of each file of the first load. */
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
