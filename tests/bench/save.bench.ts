/** Saving a line on the tablet: the queue's own store in Chromium, strict durability, on disk (goal: p50 at most 10 ms). */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { WHOLE_CHROMIUM } from '../support/chromium.ts';
import { buildParts, PARTS } from './browser/build.ts';
import { serve } from './browser/world.ts';
import { spread } from './engines.ts';
import type { parts } from './parts/parts.ts';

const LINES = Number(process.env.LINES ?? 300);

await buildParts();
const site = await serve(PARTS);
const profile = mkdtempSync(join(tmpdir(), 'kasuwa-bench-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: WHOLE_CHROMIUM,
  args: ['--disable-gpu', '--no-sandbox'],
});
const page = context.pages()[0] ?? (await context.newPage());
await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
await page.waitForFunction(() => 'parts' in window);
const times = await page.evaluate(
  (lines) => (window as unknown as { parts: typeof parts }).parts.saveLines(lines),
  LINES,
);
const { p50, p95 } = spread(times);
process.stdout.write(
  `Chromium, strict durability, ${LINES} lines on one transfer: saved in p50 ${p50.toFixed(1)} ms (goal 10), p95 ${p95.toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms\n`,
);
await context.close();
site.closeAllConnections();
site.close();
rmSync(profile, { recursive: true, force: true });
