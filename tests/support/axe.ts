import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

interface RunOnly {
  type: 'tag' | 'rule';
  values: string[];
}
const ALL: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules that depend on colours, which a theme changes. */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What axe finds on the page as it is now, by WCAG 2.2 A and AA; empty when nothing is wrong. */
export const violations = (page: Page): Promise<string[]> => look(page, [{ theme: null, runOnly: ALL }]);

/**
 * The same in light and in dark; each begins with its theme. Dark draws the same elements in other colours: the theme is an attribute and nothing else
 * (shell.spec.ts chooses it), so only what colours can break is asked again. Leaves the page light.
 */
export const violationsInBoth = (page: Page): Promise<string[]> =>
  look(page, [
    { theme: 'light', runOnly: ALL },
    { theme: 'dark', runOnly: COLOURS },
  ]);

/** No accessibility violation in this very state, light and dark. */
export async function accessible(page: Page): Promise<void> {
  expect(await violationsInBoth(page)).toEqual([]);
}

/**
 * A message or a dialog that is still coming up is half transparent: its colours are looked at when it stands. What comes while axe looks, and a theme that
 * changes, stands at once. One visit to the page for all of it: each costs a busy machine a third of a second.
 */
async function look(page: Page, themes: readonly { theme: string | null; runOnly: RunOnly }[]): Promise<string[]> {
  // Half a megabyte of axe: once a page is enough.
  const [still, known] = await page.evaluate(() => [
    matchMedia('(prefers-reduced-motion: reduce)').matches,
    'axe' in window,
  ]);
  if (!still) await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!known) await page.evaluate(axe.source);
  const found = await page.evaluate(async (checks) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    const moving = () =>
      document
        .getAnimations()
        .filter((one) => one.playState !== 'finished')
        // What follows the scrolling or never ends is not waited for.
        .filter((one) => one.timeline === document.timeline)
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    /** Until nothing moves. A colour that came may be inherited by what has its own way to it, so what begins in the next frame is waited for too. */
    const rest = async () => {
      for (let now = moving(); now.length > 0; now = moving()) {
        await Promise.all(now.map((one) => one.finished.catch(() => undefined)));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    };
    /** Of a link that lies half under the bar at a phone's foot axe sees one half, and calls it too small; it is scrolled from there. */
    const smallWithoutBar = async () => {
      const bar = document.querySelector<HTMLElement>('nav[aria-label="Places"]');
      if (!bar) return true;
      bar.style.display = 'none';
      const { violations: small } = await here.run(document, { runOnly: { type: 'rule', values: ['target-size'] } });
      bar.style.display = '';
      return small.length > 0;
    };
    await rest();
    const all: string[] = [];
    for (const { theme, runOnly } of checks) {
      if (theme) document.documentElement.setAttribute('data-theme', theme);
      await rest();
      // Of what is right axe works out one element a rule, not each: a third of the time. No page of the product has a frame.
      const { violations: broken } = await here.run(document, { runOnly, resultTypes: ['violations'] });
      for (const { id, nodes } of broken) {
        if (id === 'target-size' && !(await smallWithoutBar())) continue;
        all.push(`${theme ? `${theme} ` : ''}${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      }
    }
    if (checks.some(({ theme }) => theme)) document.documentElement.setAttribute('data-theme', 'light');
    return all;
  }, themes);
  if (!still) await page.emulateMedia({ reducedMotion: null });
  return found;
}
