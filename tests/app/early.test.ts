/** What is typed before the command bar is there (decision 0374). In a browser: `shell.spec.ts`. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepEarly, takeEarly } from '#app/command/early.ts';

let press: (event: object) => void = () => undefined;
beforeAll(() => {
  vi.stubGlobal('addEventListener', (_type: string, listener: (event: object) => void) => {
    press = listener;
  });
});
afterAll(() => vi.unstubAllGlobals());

/** Whether the key was kept from the page. */
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
  // Enter does nothing yet; Tab, Escape and shortcuts are the page's.
  expect(key('Enter')).toBe(true);
  for (const name of ['Tab', 'Escape', 'ArrowDown', 'Shift', 'Dead']) expect(key(name)).toBe(false);
  expect(key('k', { ctrlKey: true })).toBe(false);
  expect(key('k', { metaKey: true })).toBe(false);
  expect(takeEarly()).toBe('stọ');
  expect(takeEarly()).toBe('');
  expect(key('a')).toBe(false);
  // The file is there now: a second bar needs nothing kept.
  keepEarly(Promise.resolve());
  expect(key('b')).toBe(false);
  expect(takeEarly()).toBe('');
});
