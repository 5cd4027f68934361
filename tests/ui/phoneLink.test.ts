import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallItem, PhoneLink } from '#ui/PhoneLink.tsx';

test('a number dials; beside a name of a list keys skip it, because the menu of the row calls', {
  tags: ['UI-06'],
}, () => {
  const html = renderToStaticMarkup(createElement(PhoneLink, { phone: '08031234567' }));
  expect(html).toContain('href="tel:+2348031234567"');
  expect(html).not.toContain('tabindex');
  expect(renderToStaticMarkup(createElement(PhoneLink, { phone: '08031234567', isAside: true }))).toContain(
    'tabindex="-1"',
  );
});

test('the menu of a row calls by name, and has no call without a number', { tags: ['UI-06'] }, () => {
  const item = (phone: string | undefined) => renderToStaticMarkup(createElement(CallItem, { name: 'Hauwa', phone }));
  expect(item('08031234567')).toBe('<a href="tel:+2348031234567">Call Hauwa</a>');
  expect(item(undefined)).toBe('');
  expect(item('')).toBe('');
});
