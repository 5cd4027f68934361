/** A wide matrix on paper. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Matrix } from '#ui/tables/Matrix.tsx';
import { PrintedMatrix } from '#ui/tables/PrintedMatrix.tsx';

const many = Array.from({ length: 30 }, (_, n) => ({ key: `m${n}`, title: `Maker ${n}.` }));

test('on paper a wide matrix is split into tables of a few columns, each with number and name; other cells are printed once', {
  tags: ['FUL-03'],
}, () => {
  const html = renderToStaticMarkup(
    createElement(PrintedMatrix<string>, {
      rows: ['Aba', 'Jos'],
      keyOf: (row) => row,
      lead: [
        { key: '#', title: '#', cell: (_row, index) => `no. ${index + 1}` },
        { key: 'name', title: 'Buyer', grow: true, cell: (row) => row },
        { key: 'phone', title: 'Phone', cell: () => '0803' },
      ],
      many,
      cell: (row, key) => `${row}-${key};`,
    }),
  );
  const times = (text: string) => html.split(text).length - 1;
  expect(times('<table')).toBe(3);
  for (const { key, title } of many) {
    expect(times(title)).toBe(1);
    for (const row of ['Aba', 'Jos']) expect(times(`${row}-${key};`)).toBe(1);
  }
  expect([times('>Aba<'), times('no. 2'), times('0803'), times('>Phone<')]).toEqual([3, 3, 2, 1]);
});

test('a print that the browser does not announce has the matrix of the screen', {
  tags: ['FUL-03'],
}, () => {
  const lead = [{ key: 'name', title: 'Buyer', grow: true, cell: (row: string) => row }];
  const html = renderToStaticMarkup(
    createElement(Matrix<string>, { label: 'Finds', rows: ['Aba'], keyOf: (row) => row, lead, many, cell: () => 'x' }),
  );
  expect(html).toContain('Aba');
  expect(html).not.toContain('print:hidden');
});
