/** Counts whether React drew elements again. React stores the props of each drawing in the element, as a new object. */
import type { Page } from '@playwright/test';

export interface Drawn {
  /** The number of watched elements. */
  of: number;
  /** The number of drawings since, also of elements that left the page. */
  again(): Promise<number>;
}

/** Watches the elements that the selector finds now. */
export async function drawn(page: Page, selector: string): Promise<Drawn> {
  const held = await page.evaluateHandle((selector) => {
    const all = [...document.querySelectorAll(selector)];
    const name = Object.keys(all[0] ?? {}).find((key) => key.startsWith('__reactProps$'));
    if (!name)
      throw new Error('Nothing is there, or React keeps what an element was drawn with under another name by now.');
    let again = 0;
    for (const one of all) {
      // React writes the props at each drawing, and removes them with the element.
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

/** Like {@link drawn}, once the page draws nothing by itself. After a save, data is read again. */
export async function drawnAtRest(page: Page, selector: string): Promise<Drawn> {
  let watched = await drawn(page, selector);
  for (let look = 0; look < 20; look += 1) {
    await page.waitForTimeout(500);
    if ((await watched.again()) === 0) return watched;
    watched = await drawn(page, selector);
  }
  throw new Error('It is drawn again and again by itself.');
}
