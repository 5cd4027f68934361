import AxeBuilder from '@axe-core/playwright';
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
  // The builder reads half a megabyte of axe into the page twice for each look, 65 ms each time. Once a page is enough, so it gets nothing to read.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // No page of the product has a frame, so axe looks in one pass and opens no second page for its sum.
  const look = new AxeBuilder({ page, axeSource: ';' }).setLegacyMode();
  const { violations: found } = await (rules === 'all'
    ? look.withTags(LEVELS)
    : look.withRules(COLOUR_RULES)
  ).analyze();
  await page.emulateMedia({ reducedMotion: null });
  return found.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

/** No accessibility violation in this very state, light and dark. */
export async function accessible(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate(async (name) => {
      document.documentElement.setAttribute('data-theme', name);
      // Colours that are on their way are no colours yet.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const moving = document.getAnimations().filter((one) => one.timeline === document.timeline);
      await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
    }, theme);
    expect(await violations(page), theme).toEqual([]);
  }
}
