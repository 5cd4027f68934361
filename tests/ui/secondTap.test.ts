/** The second of two quick taps of one finger is ignored if it would meet another element than the first. */
import { expect, test } from 'vitest';
import { isSecondTap, type Tap } from '#ui/hooks/useSecondTaps.ts';

const BOX = { left: 100, right: 180, top: 500, bottom: 560 };
const tap = (more: Partial<Tap> = {}): Tap => ({
  ...{
    at: 1_000,
    x: 140,
    y: 530,
    isMouse: false,
    presses: 1,
    control: 'one',
    name: 'Continue',
    isOnce: false,
    box: BOX,
  },
  ...more,
});
const second = (more: Partial<Tap>, first: Tap | null = tap()) => isSecondTap(first, tap({ at: 1_200, ...more }));

test('a second tap is ignored if it meets another button, or the same button with another name', () => {
  expect(second({ control: 'other', name: 'Next receipt' })).toBe(true);
  expect(second({ name: 'Stop count' })).toBe(true);
});

test('the large key of a count counts one line for two taps, and a digit is typed twice', () => {
  expect(second({ isOnce: true })).toBe(true);
  expect(second({})).toBe(false);
});

test('a tap at another place, a later tap, a key press and the first tap are not ignored', () => {
  const other = { control: 'other', name: 'Add' };
  // The next key of the pad is another target, however near the finger is.
  expect(second({ ...other, x: 182 }, tap({ x: 178 }))).toBe(false);
  // A large element, such as a backdrop, ignores a second tap only under the same finger.
  expect(second({ ...other, x: 170 }, tap({ x: 110 }))).toBe(false);
  expect(second({ ...other, at: 1_600 })).toBe(false);
  expect(second({ ...other, presses: 0 })).toBe(false);
  expect(second(other, null)).toBe(false);
});

test('with a mouse, only a double click of the browser counts as a second tap', () => {
  const other = { control: 'other', name: 'Add', isMouse: true };
  const first = tap({ isMouse: true });
  expect(second(other, first)).toBe(false);
  expect(second({ ...other, presses: 2 }, first)).toBe(true);
  expect(second({ ...other, presses: 2 }), 'a finger before a mouse').toBe(false);
});
