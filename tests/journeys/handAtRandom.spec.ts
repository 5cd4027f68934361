/**
 * Random rows of what a hand does at a desk: names, figures, scans, slips. A model of a few lines says which lines must stand there. The seed of a row
 * that fails is in the title of its step, and plays the same row again.
 */
import { expect, type Page, test } from '@playwright/test';
import { type Chance, chance } from '../support/chance.ts';
import { beginAtSearch, linesOf, type Product, productsOf, search } from '../support/receiving.ts';
import { noWorker, siteOfFile } from '../support/site.ts';
import { hold } from '../support/slowDisk.ts';
import { plugIn, type WedgeScanner } from '../support/wedge.ts';

test.use(noWorker);
const site = siteOfFile();
test.describe.configure({ timeout: 300_000 });

const ACTS = 22;
const ROWS = Number(process.env.KASUWA_HANDS ?? 3);
const FIRST = Number(process.env.KASUWA_HAND ?? 1);

interface Named extends Product {
  /** The letters that make this product the first hit. */
  letters: string;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Products that a few letters find, with those letters. */
async function named(page: Page, products: readonly Product[], most: number): Promise<Named[]> {
  const found: Named[] = [];
  for (const product of products) {
    if (found.length === most) break;
    const words = plain(product.name)
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3);
    for (const word of words) {
      const letters = word.slice(0, 4);
      await search(page).fill(letters);
      await page.waitForTimeout(60);
      const [first = ''] = await page.getByRole('option').first().allTextContents();
      if (!first.startsWith(product.name)) continue;
      found.push({ ...product, letters });
      break;
    }
  }
  await search(page).fill('');
  await page.keyboard.press('Escape');
  return found;
}

/** What is chosen: how many cases its line had, what stands in the field, and whether that counts without a digit. */
interface Chosen {
  product: Named;
  before: number;
  figure: number | null;
  typed: string;
  how: 'name' | 'scan';
}

class Model {
  readonly lines = new Map<string, number>();
  chosen: Chosen | null = null;
  /** The line that Ctrl+Z brings back. */
  last: readonly [id: string, before: number] | null = null;

  settle(): void {
    const { chosen } = this;
    this.chosen = null;
    if (chosen && chosen.figure !== null) this.set(chosen.product._id, chosen.before + chosen.figure);
  }
  set(id: string, cases: number): void {
    if (cases === 0) this.lines.delete(id);
    else this.lines.set(id, cases);
  }
  of(product: Named): number {
    return this.lines.get(product._id) ?? 0;
  }
}

class Hand {
  readonly log: string[] = [];
  readonly model = new Model();
  readonly page: Page;
  readonly wedge: WedgeScanner;
  readonly by: Chance;
  readonly products: readonly Named[];
  /** The disk keeps every second scan waiting. */
  readonly isDiskSlow: boolean;
  constructor(page: Page, wedge: WedgeScanner, by: Chance, products: readonly Named[], isDiskSlow: boolean) {
    this.page = page;
    this.wedge = wedge;
    this.by = by;
    this.products = products;
    this.isDiskSlow = isDiskSlow;
  }

  async pause(least: number, most: number): Promise<void> {
    const ms = least + this.by.below(most - least);
    this.log.push(`${ms}`);
    await this.page.waitForTimeout(ms);
  }
  async type(keys: readonly string[], least: number, most: number): Promise<void> {
    for (const [at, key] of keys.entries()) {
      if (at > 0) await this.pause(least, most);
      this.log.push(key);
      await this.page.keyboard.press(key);
    }
  }
  other(): Named {
    const others = this.products.filter(({ _id }) => _id !== this.model.chosen?.product._id);
    return this.by.pick(others);
  }

  async name(): Promise<void> {
    const product = this.other();
    this.log.push(`[name ${product.name}]`);
    await this.type([...product.letters], 40, 150);
    await this.pause(5, 250);
    await this.type(['Enter'], 0, 1);
    this.model.settle();
    const before = this.model.of(product);
    this.model.chosen = { product, before, figure: before === 0 ? 1 : null, typed: '', how: 'name' };
    this.model.last = null;
    await this.pause(60, 400);
  }
  async scan(): Promise<void> {
    const product = this.by.one(4) && this.model.chosen ? this.model.chosen.product : this.other();
    this.log.push(`[scan ${product.name}]`);
    this.model.settle();
    const before = this.model.of(product);
    this.model.set(product._id, before + 1);
    this.model.chosen = { product, before, figure: 1, typed: '', how: 'scan' };
    this.model.last = null;
    const ms = 300 + this.by.below(1_200);
    const waits = this.isDiskSlow && this.by.one(2);
    if (waits) {
      this.log.push(`[disk ${ms}]`);
      await hold(this.page);
    }
    await this.wedge.scan(product.barcode_case, 3 + this.by.below(8));
    if (waits)
      await this.page.evaluate((after) => {
        // A later scan holds the disk anew, with another object.
        setTimeout((globalThis as unknown as { slow: { letGo(): void } }).slow.letGo, after);
      }, ms);
    await this.pause(260, 600);
  }
  async figure(): Promise<void> {
    const { chosen } = this.model;
    if (chosen?.typed !== '') return;
    const figure = String(2 + this.by.below(38));
    this.log.push('[figure]');
    await this.type([...figure], 90, 200);
    chosen.typed = figure;
    if (this.by.one(5)) {
      await this.pause(80, 300);
      await this.type(['Backspace', '7'], 80, 200);
      chosen.typed = `${figure.slice(0, -1)}7`;
    }
    chosen.figure = Number(chosen.typed);
    await this.pause(150, 500);
  }
  async enter(): Promise<void> {
    const { chosen } = this.model;
    if (!chosen || chosen.figure === null) return;
    this.log.push('[enter]');
    await this.type(['Enter'], 0, 1);
    this.model.last = chosen.how === 'name' ? [chosen.product._id, chosen.before] : null;
    this.model.settle();
    await this.pause(10, 300);
  }
  async escape(): Promise<void> {
    if (!this.model.chosen) return;
    this.log.push('[escape]');
    await this.type(['Escape'], 0, 1);
    this.model.chosen = null;
    this.model.last = null;
    await this.pause(80, 300);
  }
  async undo(): Promise<void> {
    const { last, chosen } = this.model;
    if (!last || chosen) return;
    this.log.push('[undo]');
    await this.page.keyboard.press('Control+z');
    this.model.set(...last);
    this.model.last = null;
    await this.pause(150, 500);
  }

  /** A code of no product: what was typed is saved, and nothing is chosen. */
  async unknown(): Promise<void> {
    this.log.push('[unknown code]');
    this.model.settle();
    this.model.last = null;
    await this.wedge.scan(`29${String(this.by.below(900_000) + 100_000)}`, 3 + this.by.below(8));
    await this.pause(330, 600);
  }
  /** A press on goods that are offered. */
  async tile(): Promise<void> {
    const offered = await this.page.locator('[data-offered]').evaluateAll((all) =>
      all.flatMap((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const isMet = one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        return isMet ? (one.getAttribute('data-offered') ?? []) : [];
      }),
    );
    const product = this.products.find(
      ({ _id }) => offered.includes(_id) && _id !== this.model.chosen?.product._id && !this.model.lines.has(_id),
    );
    if (!product) return;
    this.log.push(`[tile ${product.name}]`);
    await this.page.locator(`[data-offered="${product._id}"]`).first().click();
    this.model.settle();
    this.model.chosen = { product, before: 0, figure: 1, typed: '', how: 'name' };
    this.model.last = null;
    await this.pause(150, 500);
  }

  async act(): Promise<void> {
    const { chosen } = this.model;
    const roll = this.by.below(20);
    if (chosen && chosen.typed === '' && roll < 10) return this.figure();
    if (chosen && roll < 15) return this.enter();
    if (chosen && roll === 15) return this.escape();
    if (roll === 16) return this.undo();
    if (roll === 17) return this.unknown();
    if (roll === 18) return this.tile();
    return roll % 2 === 0 ? this.name() : this.scan();
  }
}

for (const [where, slowed] of [
  ['', 1],
  [', on a slow tablet', 4],
  [', on a slow disk', 1],
] as const)
  test(`rows of names, figures and scans leave the lines that they say${where}`, {
    tag: ['@SYNC-13', '@UI-28'],
  }, async ({ page }) => {
    await beginAtSearch(page, site, 'officer1');
    await expect(page.getByRole('status', { name: 'Scans' })).toHaveText('Scan a product');
    const products = await named(page, await productsOf(site, 'distributor', 'barcode_case'), 9);
    expect(products.length).toBeGreaterThan(5);
    const wedge = await plugIn(page);
    for (let seed = FIRST; seed < FIRST + ROWS; seed += 1)
      await test.step(`seed ${seed}`, async () => {
        const tablet = await page.context().newCDPSession(page);
        await tablet.send('Emulation.setCPUThrottlingRate', { rate: slowed });
        const hand = new Hand(page, wedge, chance(seed * 97), products, where.includes('disk'));
        for (let act = 0; act < ACTS; act += 1) await hand.act();
        hand.model.settle();
        // What is chosen is saved, as by a person who goes on.
        await page.waitForTimeout(400);
        await page.keyboard.press('Enter');
        await tablet.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        const wanted = [...hand.model.lines]
          .map(([id, cases]) => `${products.find(({ _id }) => _id === id)?.name}: ${cases}`)
          .sort();
        const read = async () =>
          (await linesOf(page).allTextContents())
            .map((text) => {
              const product = products.find(({ name }) => text.includes(name));
              return `${product?.name}: ${/(\d+) cases?/.exec(text.replace(product?.name ?? '', ''))?.[1] ?? text}`;
            })
            .sort();
        await expect.poll(read, { message: hand.log.join(' ') }).toEqual(wanted);
        // The next row begins with an empty list.
        await beginAtSearch(page, site);
        await expect(page.getByRole('status', { name: 'Scans' })).toHaveText('Scan a product');
      });
  });
