/** A press is painted before its reads are sent; a start and a hidden page wait for nothing (decision 1023). */
import '#tests/support/pageGlobals.ts';
import { beforeEach, expect, test, vi } from 'vitest';

const page = { press: (): void => undefined, paint: [] as (() => void)[] };
vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
  if (type === 'click') page.press = listener;
});
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => page.paint.push(draw));
vi.stubGlobal('cancelAnimationFrame', () => undefined);
const { pressPainted } = await import('#client/reads/pressPainted.ts');
/** Whether a read that starts now is sent by the end of its task. */
async function isSent(): Promise<() => boolean> {
  let sent = false;
  void pressPainted().then(() => {
    sent = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  return () => sent;
}
const paint = async () => {
  for (const draw of page.paint.splice(0)) draw();
  await new Promise((resolve) => setTimeout(resolve, 5));
};

beforeEach(() => {
  Object.assign(document, { visibilityState: 'visible' });
  page.paint = [];
});

test('a start waits for nothing; a read of a press waits for the paint; one that comes later does not', {
  tags: ['B14.10'],
}, async () => {
  expect((await isSent())()).toBe(true);
  page.press();
  const sent = await isSent();
  expect(sent()).toBe(false);
  await paint();
  expect(sent()).toBe(true);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 });
  try {
    expect((await isSent())()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('a hidden page, and a window that draws nothing, read all the same', { tags: ['B14.10'] }, async () => {
  page.press();
  const sent = await isSent();
  expect(sent()).toBe(false);
  await expect.poll(sent).toBe(true);
  Object.assign(document, { visibilityState: 'hidden' });
  page.press();
  expect((await isSent())()).toBe(true);
});
