/** How many styles of a page the browser computes again, by its own trace. */
import { expect, type Page } from '@playwright/test';

/** The most elements whose style the browser computes again at once during `act`, of all elements. */
export async function restyled(page: Page, act: () => Promise<unknown>): Promise<{ most: number; all: number }> {
  const session = await page.context().newCDPSession(page);
  const counts: number[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as { name: string; args?: { elementCount?: number } }[])
      if (name === 'UpdateLayoutTree') counts.push(args?.elementCount ?? 0);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await act();
  const completed = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await completed;
  await session.detach();
  expect(counts.length, 'the browser must have told what it did').toBeGreaterThan(0);
  return { most: Math.max(...counts), all: await page.locator('*').count() };
}
