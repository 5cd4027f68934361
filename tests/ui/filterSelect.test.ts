/** A filter as a chip, on the screen and for a screen reader. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FilterSelect } from '#ui/list/FilterSelect.tsx';

const options = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
];
const chip = (value: string) =>
  renderToStaticMarkup(createElement(FilterSelect, { label: 'Status', value, options, onChange: () => undefined }));

test('a filter that excludes nothing is off and has no cross', { tags: ['UI-43'] }, () => {
  expect(chip('all')).not.toContain('data-on');
  expect(chip('all')).not.toContain('<button');
});

test('a filter that is on shows its value and has a cross; its accessible name is that of the select', {
  tags: ['UI-43'],
}, () => {
  const on = chip('active');
  expect(on).toContain('data-on="true"');
  expect(on).toContain('aria-label="Remove filter"');
  expect(on).toMatch(/<label for="([^"]+)".*<select id="\1"/s);
});
