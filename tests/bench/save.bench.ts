/** Saving a line on the tablet: the queue's own store in Chromium, strict durability, on disk (goal: p50 at most 10 ms). */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LINES = Number(process.env.LINES ?? 300);

const ENTRY = '\0bench';
const built = await build({
  configFile: false,
  root: ROOT,
  logLevel: 'error',
  plugins: [
    {
      name: 'bench-entry',
      resolveId: (id) => (id === ENTRY ? id : null),
      load: (id) =>
        id === ENTRY
          ? `import { dexieStore } from '#offline/dexieStore.ts'; import { makeOutbox } from '#offline/outbox.ts'; window.bench = { dexieStore, makeOutbox };`
          : null,
    },
  ],
  build: { write: false, minify: false, rollupOptions: { input: ENTRY, output: { format: 'iife' } } },
});
const output = (Array.isArray(built) ? built[0] : built) as { output: { code?: string }[] };
const script = output.output[0]?.code ?? '';

const profile = mkdtempSync(join(tmpdir(), 'kasuwa-bench-'));
const site = createServer((request, response) => {
  const isScript = request.url === '/bench.js';
  response
    .writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' })
    .end(isScript ? script : '<script src="/bench.js"></script>');
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--disable-gpu', '--no-sandbox'],
});
const page = context.pages()[0] ?? (await context.newPage());
await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
// The runner of this file names its functions with a helper that the page does not have.
await page.evaluate('globalThis.__name = (one) => one');
const times = await page.evaluate(async (lines) => {
  // biome-ignore lint/suspicious/noExplicitAny: the bundle above, outside this file's types
  const { dexieStore, makeOutbox } = (window as any).bench;
  const store = dexieStore();
  await store.ready();
  const ports = {
    store,
    clock: { now: () => Date.now() },
    chance: { next: () => 0, uuid: () => crypto.randomUUID() },
    net: { send: async () => ({ verified: false }) },
  };
  const owner = { user_id: 'u', user_name: 'U', device_id: 'd', app_version: '1' };
  const outbox = makeOutbox(ports, () => owner);
  const took: number[] = [];
  for (let at = 0; at < lines; at += 1) {
    const started = performance.now();
    await outbox.saveLine(
      'order-1',
      {
        product_id: `p${at}`,
        quantity: 12,
        quantity_accepted: 12,
        amount: '1200.00',
        reason: null,
        note: '',
        about: { name: `Product ${at}`, case_count: 12 },
      },
      { item_id: null, version: null },
    );
    took.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return took;
}, LINES);
times.sort((a, b) => a - b);
const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
process.stdout.write(
  `Chromium, strict durability, ${LINES} lines on one transfer: saved in p50 ${at(0.5)} ms (goal 10), p95 ${at(0.95)} ms, longest ${times.at(-1)?.toFixed(1)} ms\n`,
);
await context.close();
site.close();
rmSync(profile, { recursive: true, force: true });
