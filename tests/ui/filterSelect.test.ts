/** A filter as a chip, on the screen and for a screen reader. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { type FilterOption, pressed, shortOf } from '#crud/fields/filterValue.ts';

const options = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
];
const chip = (value: string) =>
  renderToStaticMarkup(createElement(FilterSelect, { label: 'Status', value, options, onChange: () => undefined }));

test('a filter that excludes nothing is off and has no cross', { tags: ['UI-43'] }, () => {
  expect(chip('all')).not.toContain('data-on');
  expect(chip('all')).not.toContain('Remove filter');
});

test('a filter that is on shows its value and has a cross; its label names the combobox that opens the list', {
  tags: ['UI-43'],
}, () => {
  const on = chip('active');
  expect(on).toContain('data-on="true"');
  expect(on).toContain('aria-label="Remove filter"');
  expect(on).toMatch(/<label for="([^"]+)".*<button type="button" role="combobox" id="\1" aria-haspopup="listbox"/s);
});

const TAGS: readonly FilterOption[] = [
  { value: 'all', label: 'All' },
  { value: 'pencom', label: 'Pending and Completed', alone: true },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'completed', label: 'Completed' },
];
const press = (value: string, wanted: string, many = true) => {
  const option = TAGS.find((one) => one.value === wanted);
  if (!option) throw new Error(wanted);
  return pressed(value, option, TAGS, { many, none: 'all' });
};

test('several values are one text in the order of the options, whatever their order of ticking', {
  tags: ['UI-43'],
}, () => {
  expect(press('all', 'delivered')).toBe('delivered');
  expect(press('delivered', 'pending')).toBe('pending,delivered');
  expect(press('pending', 'delivered')).toBe('pending,delivered');
  expect(press('pending,delivered', 'pending')).toBe('delivered');
  expect(press('delivered', 'delivered')).toBe('all');
  // A value whose option is not there (yet) is not lost.
  expect(press('gone,delivered', 'pending')).toBe('pending,delivered,gone');
});

test('an option that stands for several values stands alone, and everything is one press away', {
  tags: ['UI-43', 'ORD-11'],
}, () => {
  expect(press('pending,delivered', 'pencom')).toBe('pencom');
  expect(press('pencom', 'delivered')).toBe('delivered');
  expect(press('pending,delivered', 'all')).toBe('all');
  // One value: the press takes the place of the value before.
  expect(press('pending', 'delivered', false)).toBe('delivered');
});

test('a chip names up to two values that fit, and counts more', { tags: ['UI-43'] }, () => {
  expect(shortOf(['Pending'])).toBe('Pending');
  expect(shortOf(['Pending', 'Delivered'])).toBe('Pending, Delivered');
  expect(shortOf(['Pending', 'Delivered', 'Completed'])).toBe('3');
  expect(shortOf(['Port Harcourt Hub', 'Mushin Hub'])).toBe('2');
  expect(shortOf(['A very long name of one hub alone'])).toBe('A very long name of one hub alone');
});
