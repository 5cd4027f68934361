/** Keys that are typed before the command bar is loaded (decision 0374). `shell.spec.ts` tests the same in a browser. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepEarly, takeEarly } from '#app/command/early.ts';

let press: (event: object) => void = () => undefined;
beforeAll(() => {
  vi.stubGlobal('addEventListener', (_type: string, listener: (event: object) => void) => {
    press = listener;
  });
});
afterAll(() => vi.unstubAllGlobals());

/** Whether the page did not get the key. */
function key(name: string, more: object = {}): boolean {
  let isKept = false;
  press({
    key: name,
    preventDefault: () => undefined,
    stopPropagation: () => {
      isKept = true;
    },
    ...more,
  });
  return isKept;
}

test('letters are kept until the bar takes them once; afterwards every key reaches the page again', async () => {
  keepEarly(new Promise(() => undefined));
  for (const letter of ['s', 't', 'x']) expect(key(letter)).toBe(true);
  expect(key('Backspace')).toBe(true);
  expect(key('ọ')).toBe(true);
  // A key after Enter takes its place. Tab, Escape and shortcuts reach the page.
  expect(key('Enter')).toBe(true);
  expect(key('a')).toBe(true);
  expect(key('Enter')).toBe(true);
  expect(key('Backspace')).toBe(true);
  expect(key('Enter')).toBe(true);
  expect(key('Enter')).toBe(true);
  for (const name of ['Tab', 'Escape', 'ArrowDown', 'Shift', 'Dead']) expect(key(name)).toBe(false);
  expect(key('k', { ctrlKey: true })).toBe(false);
  expect(key('k', { metaKey: true })).toBe(false);
  expect(takeEarly()).toBe('stọ\n');
  expect(takeEarly()).toBe('');
  expect(key('a')).toBe(false);
  // The bar is loaded now, so a second request keeps no keys.
  keepEarly(Promise.resolve());
  expect(key('b')).toBe(false);
  expect(takeEarly()).toBe('');
});
