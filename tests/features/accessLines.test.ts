/** The rights of a role in words. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PERMISSIONS, permissionsOf } from '#domain/matrix.ts';
import { AccessLines } from '#features/session/parts/AccessLines.tsx';

const lines = (permissions: readonly string[]) => renderToStaticMarkup(createElement(AccessLines, { permissions }));

test('a manager of a hub counts stock and closes days, and is not said to do nothing', { tags: ['PROF-01'] }, () => {
  const words = lines(permissionsOf('seller.manager'));
  expect(words).toContain('Closes days, counts stock');
  expect(words).not.toContain('othing');
});

/** Rights that open a group of the menu, or that go with another right. */
const SILENT = /^(view_sidebar_|create_|signup_|view_(order|dashboard_charts|buyer_tickets)$)/;

test('each right of its own has words', { tags: ['PROF-01'] }, () => {
  const wordless = (right: string) => lines([right]).includes('the game only');
  expect(PERMISSIONS.filter((one) => !SILENT.test(one) && wordless(one))).toEqual([]);
});
