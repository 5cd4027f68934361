/** The text of a date field without the focus (decision 1400). */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WhenField } from '#ui/WhenField.tsx';

const shown = (type: 'date' | 'datetime-local', value: string) =>
  /data-shown="([^"]*)"/.exec(
    renderToStaticMarkup(createElement(WhenField, { label: 'Date', type, value, onChange: () => undefined })),
  )?.[1];

test('a date field shows the form of all screens, and keeps the browser’s text where it is no date', {
  tags: ['UI-17'],
}, () => {
  expect(shown('date', '2024-12-11')).toBe('11 Dec 2024');
  expect(shown('datetime-local', '2024-12-11T17:05')).toBe('11 Dec 2024, 17:05');
  expect(shown('date', '')).toBe('Choose a day');
  expect(shown('datetime-local', '')).toBe('Choose a day and time');
  expect(shown('date', '2024-13-11')).toBeUndefined();
});
