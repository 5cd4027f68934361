// The bytes that a browser downloads: before the first useful screen, and for the installed app.
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

/** The brotli size in bytes of each JavaScript file before the first useful screen: the files of index.html with all their static imports. */
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

/** The bytes over the wire of all files that the service worker stores when the app is installed, and of the worker itself. */
export function installedBytes(dist = join(root, 'dist')) {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
  const stored = [...worker.matchAll(/"?url"?:\s*["'`]([^"'`]+)["'`]/g)].map((found) => found[1]);
  return ['sw.js', ...stored].reduce((sum, name) => {
    const packed = join(dist, `${name}.br`);
    return sum + readFileSync(existsSync(packed) ? packed : join(dist, name)).length;
  }, 0);
}
