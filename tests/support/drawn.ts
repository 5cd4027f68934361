/** Whether React drew elements again: at each it keeps what it was drawn with, another object after each drawing. */
import type { Page } from '@playwright/test';

export interface Drawn {
  /** How many elements are watched. */
  of: number;
  /** How often one of them was drawn again since, also before it left the page. */
  again(): Promise<number>;
}

/** Watches what the selector finds now. */
export async function drawn(page: Page, selector: string): Promise<Drawn> {
  const held = await page.evaluateHandle((selector) => {
    const all = [...document.querySelectorAll(selector)];
    const name = Object.keys(all[0] ?? {}).find((key) => key.startsWith('__reactProps$'));
    if (!name)
      throw new Error('Nothing is there, or React keeps what an element was drawn with under another name by now.');
    let again = 0;
    for (const one of all) {
      // What it was drawn with is written at each drawing, and taken away with the element.
      let now: unknown = (one as unknown as Record<string, unknown>)[name];
      Object.defineProperty(one, name, {
        configurable: true,
        get: () => now,
        set: (next) => {
          now = next;
          again += 1;
        },
      });
    }
    return { of: all.length, again: () => again };
  }, selector);
  return { of: await held.evaluate((one) => one.of), again: () => held.evaluate((one) => one.again()) };
}

/** As {@link drawn}, once nothing is drawn by itself any more: what was saved is read again after it. */
export async function drawnAtRest(page: Page, selector: string): Promise<Drawn> {
  let watched = await drawn(page, selector);
  for (let look = 0; look < 20; look += 1) {
    await page.waitForTimeout(500);
    if ((await watched.again()) === 0) return watched;
    watched = await drawn(page, selector);
  }
  throw new Error('It is drawn again and again by itself.');
}
