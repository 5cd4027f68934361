/** What a browser remembers of lists, over everybody who signs in on it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepPageSize, pageSizeOf } from '#client/keptLocally.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('CONST-05 CONST-06 CONST-07 A5 each person has the page sizes that he chose, screen by screen', () => {
  keepPageSize('ada', 'managers', 10);
  keepPageSize('ada', 'locations', 50);
  keepPageSize('bola', 'managers', 20);
  expect(pageSizeOf('ada', 'managers')).toBe(10);
  expect(pageSizeOf('ada', 'locations')).toBe(50);
  expect(pageSizeOf('bola', 'managers')).toBe(20);
  expect(pageSizeOf('bola', 'locations')).toBeNull();
});
