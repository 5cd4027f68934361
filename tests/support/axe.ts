import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

interface RunOnly {
  type: 'tag' | 'rule';
  values: string[];
}
const ALL: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules that depend on colours. A theme changes colours only. */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** The rules that depend on sizes. A density changes sizes only. */
const SIZES: RunOnly = { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] };

/** The violations that axe finds on the current page, by WCAG 2.2 A and AA. Empty if there are none. */
export const violations = (page: Page): Promise<string[]> => look(page, [{ theme: null, runOnly: ALL }]);

/**
 * The violations in the light and the dark theme, each with the theme's name. The dark theme only changes colours (shell.spec.ts chooses it), so only the
 * rules about colours run again. The page ends in the light theme.
 */
export const violationsInBoth = (page: Page): Promise<string[]> =>
  look(page, [
    { theme: 'light', runOnly: ALL },
    { theme: 'dark', runOnly: COLOURS },
  ]);

/** The violations in both themes, and in the other density of a page for a mouse what depends on sizes. */
export const violationsInAll = (page: Page): Promise<string[]> =>
  look(page, [
    { theme: 'light', runOnly: ALL },
    { theme: 'dark', runOnly: COLOURS },
    { theme: 'light', density: 'roomy', runOnly: SIZES },
  ]);

/** Expects no accessibility violation on the current page, in light and dark. */
export async function accessible(page: Page): Promise<void> {
  expect(await violationsInBoth(page)).toEqual([]);
}

/**
 * A message or a dialog is half transparent while it appears, so axe waits until nothing moves. Later messages and theme changes appear at once. All
 * themes are checked in one visit to the page, because each visit costs a busy machine a third of a second.
 */
async function look(
  page: Page,
  themes: readonly { theme: string | null; density?: 'roomy'; runOnly: RunOnly }[],
): Promise<string[]> {
  // The source of axe is half a megabyte, so each page gets it once.
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
        // Animations that follow scrolling or never end are not awaited.
        .filter((one) => one.timeline === document.timeline)
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    /** Waits until nothing moves. A changed colour may start another transition, so animations that begin in the next frame are awaited too. */
    const rest = async () => {
      for (let now = moving(); now.length > 0; now = moving()) {
        await Promise.all(now.map((one) => one.finished.catch(() => undefined)));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    };
    /**
     * Whether a target is too small without the bar of places. Axe measures only the visible half of a link that lies half under the bar, although the
     * link can be scrolled.
     */
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
    for (const { theme, density, runOnly } of checks) {
      if (theme) document.documentElement.setAttribute('data-theme', theme);
      const before = document.documentElement.dataset.density;
      if (density) document.documentElement.dataset.density = density;
      await rest();
      // For passed rules axe computes one element and not all, which saves a third of the time. No page of the product has a frame.
      const { violations: broken } = await here.run(document, { runOnly, resultTypes: ['violations'] });
      for (const { id, nodes } of broken) {
        if (id === 'target-size' && !(await smallWithoutBar())) continue;
        all.push(
          `${theme ? `${theme} ` : ''}${density ? `${density} ` : ''}${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
        );
      }
      if (density && before === undefined) delete document.documentElement.dataset.density;
    }
    if (checks.some(({ theme }) => theme)) document.documentElement.setAttribute('data-theme', 'light');
    return all;
  }, themes);
  if (!still) await page.emulateMedia({ reducedMotion: null });
  return found;
}
