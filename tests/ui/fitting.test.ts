/** Which acts of a list are shown beside its title, and which behind the button. */
import { expect, test } from 'vitest';
import { fitting } from '#ui/list/useFitting.ts';

const WIDTHS = [150, 142, 160, 100, 160];
const sizes = { gap: 8, more: 50 };

test('all acts are shown if they fit; otherwise as many as fit from the end, beside the button for the others', {
  tags: ['UI-07'],
}, () => {
  // The five acts need 712 px and four gaps.
  expect(fitting(WIDTHS, 744, sizes)).toBe(5);
  expect(fitting(WIDTHS, 743, sizes)).toBe(4);
  // The button needs 50 px. The other acts need 142 + 160 + 100 + 160 px, with a gap before each.
  expect(fitting(WIDTHS, 644, sizes)).toBe(4);
  expect(fitting(WIDTHS, 643, sizes)).toBe(3);
  expect(fitting(WIDTHS, 300, sizes)).toBe(1);
});
test('the main act is always shown', () => {
  expect(fitting(WIDTHS, 0, sizes)).toBe(1);
  expect(fitting([160], 100, sizes)).toBe(1);
});
