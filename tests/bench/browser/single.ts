/** Goals 14 to 17 and 18b: single parts of the product in a bare page, at the same slowed CPU. */
import type { Page } from '@playwright/test';
import type { parts as Parts } from '../parts/parts.ts';
import type { Line } from './line.ts';
import { inBrowser, withProfile } from './ours.ts';
import { slowCpu, watch } from './probe.ts';
import { note, type Samples } from './table.ts';
import { floorRows } from './world.ts';

interface Bare {
  parts: typeof Parts;
}

const LINES = 300;

export async function singleRound(line: Line, ours: Samples, floor: Samples): Promise<void> {
  await withProfile((profile) =>
    inBrowser(profile, async (page) => {
      await watch(page);
      await page.goto(line.url);
      await page.waitForFunction(() => 'parts' in window);
      await slowCpu(page);
      await saves(page, ours, floor);
      await stores(page, ours, floor);
      for (const [rows, stall, total] of [
        [10_000, '16', null],
        [100_000, '17', '17b'],
      ] as const) {
        const result = await exported(page, rows);
        note(ours, stall, result.stall);
        if (total) note(ours, total, result.total / 1_000);
      }
      // Last: what it leaves for the collector would stall what is measured after it.
      await sends(page, ours, floor);
    }),
  );
}

async function saves(page: Page, ours: Samples, floor: Samples): Promise<void> {
  const took = await page.evaluate(async (lines) => {
    const times = await (window as unknown as Bare).parts.saveLines(lines);
    const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
    // The floor: one record and its commit, by hand.
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('bare', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('one', { autoIncrement: true });
      request.onsuccess = () => resolve(request.result);
    });
    const bare: number[] = [];
    for (let at = 0; at < lines; at += 1) {
      const started = performance.now();
      const tx = db.transaction('one', 'readwrite', { durability: 'strict' });
      tx.objectStore('one').add({ product_id: `p${at}`, quantity: 12, amount: '1200.00', note: '' });
      await new Promise((resolve) => {
        tx.oncomplete = resolve;
      });
      bare.push(performance.now() - started);
      await pause();
    }
    return { times, bare };
  }, LINES);
  const share = (times: number[], at: number) =>
    times.sort((a, b) => a - b)[Math.floor(times.length * at)] ?? Number.NaN;
  for (const [samples, times] of [
    [ours, took.times],
    [floor, took.bare],
  ] as const) {
    note(samples, '14', share(times, 0.5));
    note(samples, '14b', share(times, 0.99));
  }
}

/** The floor: the same engine over a store in memory. */
async function sends(page: Page, ours: Samples, floor: Samples): Promise<void> {
  for (const [samples, place] of [
    [ours, 'disk'],
    [floor, 'memory'],
  ] as const) {
    const took = await page.evaluate((where) => (window as unknown as Bare).parts.sendLines(1_000, where), place);
    note(samples, '18b', took / 1_000);
  }
}

async function stores(page: Page, ours: Samples, floor: Samples): Promise<void> {
  const result = await page.evaluate(async (text) => {
    const { savedReads, keepRows } = (window as unknown as Bare).parts;
    const rows = JSON.parse(text) as { _id: string; name: string; brand: string; price: string }[];
    const products = rows.map(({ _id, name, brand, price }) => ({
      product: {
        _id,
        name,
        case_count: 12,
        status: 'active',
        price,
        barcode_unit: null,
        barcode_case: null,
        brand: { _id: brand, name: brand, status: 'active' },
        manufacturer: { _id: 'm', name: 'Maker', status: 'active' },
      },
      quantity: null,
      rate: price,
    }));
    const reads = savedReads(() => 'u');
    const measured = async (work: () => Promise<unknown>) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const stall = window.probe.stall();
      const started = performance.now();
      await work();
      return { total: performance.now() - started, stall: stall.stop() };
    };
    const key = ['warehouse_product/read_by_party', { parent: 'd' }];
    const mine = await measured(() => reads.through(key, async () => ({ warehouse_id: null, products })));
    const back = await reads.savedCopy<{ products: unknown[] }>(key);
    if (JSON.stringify(back?.data.products) !== JSON.stringify(products))
      throw new Error('What was stored reads back differently.');
    return { mine, bare: await measured(() => keepRows(rows)) };
  }, floorRows());
  note(ours, '15', result.mine.total);
  note(ours, '15b', result.mine.stall);
  note(floor, '15', result.bare.total);
  note(floor, '15b', result.bare.stall);
}

async function exported(page: Page, count: number): Promise<{ total: number; stall: number }> {
  const file = page.waitForEvent('download', { timeout: 120_000 });
  const result = await page.evaluate(async (size) => {
    const rows = Array.from({ length: size }, (_, n) => [
      n,
      `Milo ${n} g`,
      'Nestlé',
      `s${n}`,
      n % 48,
      '1200.00',
      'active',
      'A product for the bench',
    ]);
    const head = ['#', 'Name', 'Brand', 'SKU', 'Cases', 'Price', 'Status', 'Description'];
    await new Promise((resolve) => setTimeout(resolve, 500));
    const stall = window.probe.stall();
    const started = performance.now();
    async function* slices() {
      for (let at = 0; at < rows.length; at += 250) yield rows.slice(at, at + 250);
    }
    await (window as unknown as Bare).parts.exportSheet({ name: 'Products', head, rows: slices(), notes: [] });
    return { total: performance.now() - started, stall: stall.stop() };
  }, count);
  await file;
  return result;
}
