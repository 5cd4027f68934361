/** SHELL-13 to SHELL-16: what this browser keeps under the documents' keys, and what it begins with. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { kept } from '#tests/support/pageGlobals.ts';

const root = { dataset: {} as Record<string, string> };
Object.assign(document, { documentElement: root });

/** The page as it is loaded anew. */
async function page() {
  vi.resetModules();
  return { ...(await import('#client/keptLocally.ts')), ...(await import('#client/scoreStore.ts')) };
}

beforeEach(() => kept.clear());

describe('config kept locally', { tags: ['SHELL-15'] }, () => {
  test.each([null, '', 'not JSON', '"light"', '[]'])(
    'with %j stored it is light, and the sidebar open',
    { tags: ['SHELL-13', 'SHELL-14'] },
    async (stored) => {
      if (stored !== null) kept.set('config', stored);
      expect((await page()).configStore.read()).toMatchObject({ theme: 'light', sidebar: 'open' });
    },
  );

  test('a theme as the system follows the system while the page is open', { tags: ['SHELL-14'] }, async () => {
    const listeners: (() => void)[] = [];
    const system = { matches: true, addEventListener: (_: string, listener: () => void) => listeners.push(listener) };
    Object.assign(globalThis, { matchMedia: () => system });
    const { configStore } = await page();
    configStore.write({ theme: 'system' });
    expect(root.dataset.theme).toBe('dark');
    system.matches = false;
    for (const listener of listeners) listener();
    expect(root.dataset.theme).toBe('light');
    configStore.write({ theme: 'dark' });
    for (const listener of listeners) listener();
    expect(root.dataset.theme).toBe('dark');
    Reflect.deleteProperty(globalThis, 'matchMedia');
  });

  test('each is kept for the next start, and one does not change the other', {
    tags: ['SHELL-13', 'SHELL-14', 'SHELL-15'],
  }, async () => {
    (await page()).configStore.write({ theme: 'dark' });
    expect(root.dataset.theme).toBe('dark');
    expect(JSON.parse(kept.get('config') ?? '')).toEqual({ theme: 'dark', sidebar: 'open' });
    const { configStore } = await page();
    expect(configStore.read()).toEqual({ theme: 'dark', sidebar: 'open' });
    configStore.write({ sidebar: 'closed' });
    expect((await page()).configStore.read()).toEqual({ theme: 'dark', sidebar: 'closed' });
    configStore.write({ theme: 'light' });
    expect(root.dataset.theme).toBe('light');
  });

  test('the density goes before the device until the device is asked again', async () => {
    const { configStore } = await page();
    expect(configStore.read().density).toBeUndefined();
    configStore.write({ density: 'roomy' });
    expect(root.dataset.density).toBe('roomy');
    expect((await page()).configStore.read()).toMatchObject({ density: 'roomy' });
    configStore.write({ density: undefined });
    expect(root.dataset).not.toHaveProperty('density');
    expect(JSON.parse(kept.get('config') ?? '')).not.toHaveProperty('density');
  });
});

describe('the kept score board', { tags: ['SHELL-15', 'SHELL-16'] }, () => {
  test('wins, losses and draws are counted apart and kept for the next start', { tags: ['SHELL-16'] }, async () => {
    const { scoreStore } = await page();
    expect(scoreStore.read()).toEqual({ wins: 0, losses: 0, draws: 0 });
    for (const result of ['win', 'win', 'win', 'loss', 'loss', 'draw'] as const) scoreStore.add(result);
    expect(JSON.parse(kept.get('scoreBoard') ?? '')).toEqual({ wins: 3, losses: 2, draws: 1 });
    expect((await page()).scoreStore.read()).toEqual({ wins: 3, losses: 2, draws: 1 });
  });
});
