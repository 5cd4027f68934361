/** A wallet's figure as it is shown (A9): the colour says on which side it stands. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Owed } from '#features/wallet/parts/Owed.tsx';

test.each([
  ['-300.00', 'text-bad', '−₦300', '₦300', 'Owes'],
  ['500.00', 'text-good', '₦500', '₦500', 'in credit'],
  ['0.00', 'text-ink', '₦0', '₦0', ''],
])('a balance of %s is %s', { tags: ['SO-04', 'A9'] }, (balance, colour, figure, size, word) => {
  const bare = renderToStaticMarkup(createElement(Owed, { balance, bare: true }));
  const colours = /class="([^"]*)"/
    .exec(bare)?.[1]
    ?.split(' ')
    .filter((name) => name.startsWith('text-'));
  expect(colours).toEqual([colour]);
  expect(bare).toContain(`>${figure}`);
  expect(bare).not.toContain('Owes');
  const markup = renderToStaticMarkup(createElement(Owed, { balance }));
  // The word says which side it is; a sign beside it would say it twice.
  expect(markup).toContain(`>${size}<`);
  expect(markup.includes('Owes')).toBe(word === 'Owes');
  expect(markup.includes('in credit')).toBe(word === 'in credit');
  if (word === 'Owes') expect(markup.indexOf('Owes')).toBeLessThan(markup.indexOf(size));
});

test('a column of balances is written by one rule: with kobo in every row as soon as one row has some', {
  tags: ['SO-04', 'A9'],
}, () => {
  const column = (...among: string[]) =>
    among.map((balance) => renderToStaticMarkup(createElement(Owed, { balance, bare: true, among })));
  expect(column('-300.00', '0.00').map((cell) => /₦[\d,.]+/.exec(cell)?.[0])).toEqual(['₦300', '₦0']);
  expect(column('-300.50', '0.00').map((cell) => /₦[\d,.]+/.exec(cell)?.[0])).toEqual(['₦300.50', '₦0.00']);
});
