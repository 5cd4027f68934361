/** The profile while nobody is signed in. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Screen } from '#features/session/profile.tsx';

vi.mock('#crud/query/useSession.ts', () => ({ useSession: () => ({ state: 'in', profile: null, confirmed: true }) }));

test('without a profile the screen says so and shows nothing else', { tags: ['PROF-02'] }, () => {
  const text = renderToStaticMarkup(createElement(Screen));
  expect(text).toContain('User profile not found.');
  expect(text).not.toContain('Change password');
});
