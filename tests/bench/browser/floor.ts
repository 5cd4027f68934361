/** One round of the floor, phase by phase as ours. */
import type { Page } from '@playwright/test';
import { heapAfterUse, inBare, openedAt } from './bare.ts';
import type { Line } from './line.ts';
import { clickToPaint, inBrowser, SEARCH, withProfile } from './ours.ts';
import { blocked, readyAt, scrolling, slowCpu, typing, watch } from './probe.ts';
import { note, type Samples } from './table.ts';
import { PRODUCTS } from './world.ts';

const SHELL = `document.querySelector('h1')`;
const FULL = `document.querySelector('h1')?.textContent.includes('${PRODUCTS}') && document.querySelector('.row')`;
const ROWS = `document.querySelectorAll('.row')`;

export async function floorRound(line: Line, found: Samples): Promise<void> {
  await withProfile((profile) =>
    inBrowser(profile, async (page) => {
      await watch(page, SHELL);
      await slowCpu(page);
      line.slow(true);
      await page.goto(line.url, { waitUntil: 'commit', timeout: 60_000 });
      note(found, '1', (await readyAt(page)) / 1_000);
      note(found, '2', (await page.evaluate(() => window.probe.fcp)) / 1_000);
      note(found, '13', await page.evaluate(() => window.probe.shift));
      line.slow(false);
    }),
  );
  await withProfile(async (profile) => {
    await inBrowser(profile, (page) => use(page, line, found));
    await inBare(profile, SHELL, async (page) => {
      line.slow(true);
      note(found, '5', (await openedAt(page, line.url)) / 1_000);
      line.slow(false);
    });
    await line.cut();
    try {
      await inBare(profile, FULL, async (page) => {
        note(found, '6', (await openedAt(page, line.url)) / 1_000);
        note(
          found,
          '12',
          await heapAfterUse(page, `document.querySelector('input')`, `document.querySelector('#list')`, SEARCH),
        );
      });
    } finally {
      await line.mend();
    }
  });
}

async function use(page: Page, line: Line, found: Samples): Promise<void> {
  await watch(page, FULL);
  const session = await slowCpu(page);
  await page.goto(line.url);
  await readyAt(page);
  await page.waitForTimeout(1_500);
  note(found, '7', await blocked(page));
  await page.waitForFunction(() => document.body.dataset.kept === 'yes' && navigator.serviceWorker.controller);
  await page.getByLabel('Search').click();
  const { last, worst } = await typing(
    page,
    SEARCH,
    `${ROWS}.length === 1 && ${ROWS}[0].textContent.includes('${SEARCH}')`,
  );
  note(found, '8', last);
  note(found, '9', worst);
  await page.getByLabel('Search').fill('');
  await page.waitForTimeout(600);
  const box = await page.locator('#list').boundingBox();
  if (!box) throw new Error('The list is not there.');
  note(found, '11', await scrolling(page, session, box.x + 200, box.y + 300));
  note(found, '10', await clickToPaint(page, 'New product', `document.querySelector('input[name=Name]')`));
}
