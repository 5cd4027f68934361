import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules that depend on colours, which a theme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds on the page as it is now, by WCAG 2.2 A and AA; empty when nothing is wrong. */
export const violations = (page: Page): Promise<string[]> => atRest(page, () => look(page, 'all'));

/**
 * The same in light and in dark; each begins with its theme. Dark draws the same elements in other colours: the theme is an attribute and nothing else
 * (shell.spec.ts chooses it), so only what colours can break is asked again. Leaves the page light.
 */
export const violationsInBoth = (page: Page): Promise<string[]> =>
  atRest(page, async () => {
    await draw(page, 'light');
    const light = await look(page, 'all');
    await draw(page, 'dark');
    const dark = await look(page, 'colours');
    await draw(page, 'light');
    return [...light.map((one) => `light ${one}`), ...dark.map((one) => `dark ${one}`)];
  });

/** No accessibility violation in this very state, light and dark. */
export async function accessible(page: Page): Promise<void> {
  expect(await violationsInBoth(page)).toEqual([]);
}

/**
 * A message or a dialog that is still coming up is half transparent: its colours are looked at when it stands. What comes while axe looks, and a theme that
 * changes, stands at once.
 */
async function atRest<T>(page: Page, work: () => Promise<T>): Promise<T> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await moved(page);
  const found = await work();
  await page.emulateMedia({ reducedMotion: null });
  return found;
}

/** Waits until nothing moves. A colour that came may be inherited by what has its own way to it, so what begins in the next frame is waited for too. */
const moved = (page: Page) =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter((one) => one.playState !== 'finished')
        // What follows the scrolling or never ends is not waited for.
        .filter((one) => one.timeline === document.timeline)
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    for (let now = moving(); now.length > 0; now = moving()) {
      await Promise.all(now.map((one) => one.finished.catch(() => undefined)));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });

async function draw(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.setAttribute('data-theme', name);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }, theme);
  // Colours that are on their way are no colours yet.
  await moved(page);
}

async function look(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  // Half a megabyte of axe: once a page is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Of what is right axe works out one element a rule, not each: a third of the time. No page of the product has a frame.
  return page.evaluate(
    async (runOnly) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const { violations: broken } = await here.run(document, { runOnly, resultTypes: ['violations'] });
      return broken.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    },
    rules === 'all' ? { type: 'tag' as const, values: LEVELS } : { type: 'rule' as const, values: COLOUR_RULES },
  );
}
