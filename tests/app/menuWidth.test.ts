/** The width of the menu: one rule for every screen (SHELL-13, SHELL-30). */
import { beforeEach, describe, expect, test } from 'vitest';
import { isMenuOpen, toggleMenu } from '#app/shell/menuWidth.ts';
import { configStore } from '#client/keptLocally.ts';
import '#tests/support/pageGlobals.ts';
import { MENU } from '#app/menu.ts';

Object.assign(document, { documentElement: { dataset: {} } });

/** A window as wide as this, by mouse or by finger. */
const windowOf =
  (width: number, finger = false) =>
  (query: string) => {
    const [, below] = /width < (\d+)rem/.exec(query) ?? [];
    const [, from] = /min-width: (\d+)rem/.exec(query) ?? [];
    if (below) return { matches: width < Number(below) * 16 };
    if (from) return { matches: width >= Number(from) * 16 };
    return { matches: query.includes('coarse') && finger };
  };
const PATHS = [
  '/',
  '/products/p1/update',
  '/sync',
  '/handovers',
  ...MENU.flatMap(({ links }) => links.map(({ to }) => to)),
];
/** Whether the menu is open, of all screens: one answer, or several. */
const open = (media: ReturnType<typeof windowOf>, paths: readonly string[] = PATHS) => [
  ...new Set(paths.map((path) => isMenuOpen(path, configStore.read(), media))),
];

beforeEach(() => configStore.write({ sidebar: 'open', narrow: undefined }));

describe('the menu is as wide on every screen', { tags: ['SHELL-30'] }, () => {
  test.each([
    [1920, true],
    [1440, true],
    [1439, false],
    [1280, false],
  ])('with a mouse in a window of %i px: open %s', (width, isOpen) => {
    expect(open(windowOf(width))).toEqual([isOpen]);
  });
  test('by finger it is folded below 1440 px, and on the desks of an officer always', () => {
    expect(open(windowOf(1280, true))).toEqual([false]);
    expect(open(windowOf(1440, true), ['/', '/products', '/inventory/report', '/inventory/stocktakes'])).toEqual([
      true,
    ]);
    expect(open(windowOf(1440, true), ['/inventory/stock/out', '/inventory/count', '/sync', '/handovers'])).toEqual([
      false,
    ]);
  });
});

describe('what a person chose holds for every screen', { tags: ['SHELL-13'] }, () => {
  test('each kind of window keeps its own choice', () => {
    const [wide, narrow] = [windowOf(1440), windowOf(1280)];
    expect(toggleMenu('/products', narrow)).toBe(true);
    expect(open(narrow)).toEqual([true]);
    expect(toggleMenu('/inventory/stock/out', wide)).toBe(true);
    expect(open(wide)).toEqual([false]);
    expect(open(narrow)).toEqual([true]);
    toggleMenu('/', narrow);
    expect(open(narrow)).toEqual([false]);
  });
  test('where there is no room beside the screen nothing is chosen: the menu opens over it', () => {
    const before = configStore.read();
    expect(toggleMenu('/products', windowOf(800))).toBe(false);
    expect(toggleMenu('/inventory/count', windowOf(1440, true))).toBe(false);
    expect(configStore.read()).toEqual(before);
  });
});
