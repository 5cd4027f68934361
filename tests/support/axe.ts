import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules that depend on colours, which a theme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds on the page as it is now, by WCAG 2.2 A and AA; empty when nothing is wrong. `colours` asks only the rules that a theme can break. */
export async function violations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // A message or a dialog that is still coming up is half transparent: its colours are looked at when it stands. What comes while axe
  // looks stands at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // What follows the scrolling or never ends is not waited for.
        .filter((one) => one.timeline === document.timeline)
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
  // Half a megabyte of axe: once a page is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Of what is right axe works out one element a rule, not each: a third of the time. No page of the product has a frame.
  const found = await page.evaluate(
    async ({ runOnly, resultTypes }) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const { violations: broken } = await here.run(document, { runOnly, resultTypes: [...resultTypes] });
      return broken.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    },
    {
      runOnly:
        rules === 'all' ? { type: 'tag' as const, values: LEVELS } : { type: 'rule' as const, values: COLOUR_RULES },
      resultTypes: ['violations' as const],
    },
  );
  await page.emulateMedia({ reducedMotion: null });
  return found;
}

/** No accessibility violation in this very state, light and dark. Dark draws the same elements in other colours: the theme is an attribute and nothing else. */
export async function accessible(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate(async (name) => {
      document.documentElement.setAttribute('data-theme', name);
      // Colours that are on their way are no colours yet.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const moving = document.getAnimations().filter((one) => one.timeline === document.timeline);
      await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
    }, theme);
    expect(await violations(page, theme === 'dark' ? 'colours' : 'all'), theme).toEqual([]);
  }
}
