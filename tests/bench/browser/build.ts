/** Builds what the browser bench needs beside the app: the floor, and a bare page that carries single parts of the product. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const FLOOR = join(ROOT, '.cache/bench-floor');
export const PARTS = join(ROOT, '.cache/bench-parts');
const here = (name: string) => join(ROOT, 'tests/bench', name);

/** `rows`: what the floor's server answers for /rows.json. */
export async function buildFloor(rows: string): Promise<void> {
  await buildPage(here('floor'), FLOOR);
  writeFileSync(join(FLOOR, 'rows.json'), rows);
  const files = readdirSync(join(FLOOR, 'assets')).map((name) => `/assets/${name}`);
  // Everything is kept when the worker is installed, and answered from there.
  writeFileSync(
    join(FLOOR, 'sw.js'),
    `self.addEventListener('install', (event) => event.waitUntil(caches.open('floor').then((cache) => cache.addAll(${JSON.stringify(['/', ...files])})).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => event.respondWith(caches.match(event.request.mode === 'navigate' ? '/' : event.request).then((kept) => kept ?? fetch(event.request))));`,
  );
  for (const name of ['index.html', 'rows.json', 'sw.js', ...files.map((file) => file.slice(1))]) {
    const content = readFileSync(join(FLOOR, name));
    if (content.length > 1_000) writeFileSync(join(FLOOR, `${name}.br`), brotliCompressSync(content));
  }
}

export const buildParts = (): Promise<void> => buildPage(here('parts'), PARTS);

async function buildPage(root: string, outDir: string): Promise<void> {
  mkdirSync(outDir, { recursive: true });
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022', reportCompressedSize: false },
  });
}

/** Bytes over the wire of these files of a build: as the server has them compressed, else as they are. */
export function wireBytes(dir: string, files: readonly string[]): number {
  return files.reduce((sum, name) => {
    const all = readFileSync(join(dir, name));
    try {
      return sum + readFileSync(join(dir, `${name}.br`)).length;
    } catch {
      return sum + all.length;
    }
  }, 0);
}
