import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PagedTable } from '#ui/tables/PagedTable.tsx';

test('an empty list is announced only if it has no rows, and not while the last page is loading', {
  tags: ['CONST-06'],
}, () => {
  const drawn = (total: number) =>
    renderToString(
      createElement(PagedTable, {
        paging: { page: 2, per_page: 20 },
        total,
        rows: [],
        onTurn: () => undefined,
        label: 'Hubs',
        columns: [],
        keyOf: () => '',
        empty: createElement('p', {}, 'No hubs found'),
      }),
    );
  expect(drawn(30)).not.toContain('No hubs found');
  expect(drawn(0)).toContain('No hubs found');
});

test('pages that are shown together are turned together, and the address of the second page shows both', {
  tags: ['CONST-06'],
}, () => {
  const drawn = (page: number, together: number) =>
    renderToString(
      createElement(PagedTable<{ id: number }>, {
        paging: { page, per_page: 10, together },
        total: 32,
        rows: Array.from({ length: 10 * together }, (_, id) => ({ id })),
        onTurn: () => undefined,
        label: 'Warehouses',
        columns: [],
        keyOf: ({ id }) => String(id),
        empty: null,
      }),
    ).replace(/<!-- -->/g, '');
  const off = (html: string) => [...html.matchAll(/aria-label="(\w+ page)"[^>]* disabled=""/g)].map(([, name]) => name);
  expect(drawn(1, 1)).toContain('1–10 of 32');
  expect(drawn(1, 2)).toContain('1–20 of 32');
  expect(off(drawn(1, 2))).toEqual(['First page', 'Previous page']);
  for (const page of [3, 4]) {
    expect(drawn(page, 2)).toContain('21–32 of 32');
    expect(off(drawn(page, 2))).toEqual(['Next page', 'Last page']);
  }
  // One page has all rows, so no button turns.
  expect(off(drawn(1, 4))).toHaveLength(4);
  // The range, the page number and the page size agree.
  const shownPages = (page: number, together: number) => {
    const html = drawn(page, together);
    return [
      /<input[^>]* value="(\d+)"/.exec(html)?.[1],
      /(\/ \d+)</.exec(html)?.[1],
      /<option value="(\d+)" selected=""/.exec(html)?.[1],
    ];
  };
  expect(shownPages(1, 1)).toEqual(['1', '/ 4', '10']);
  expect(shownPages(1, 2)).toEqual(['1', '/ 2', '20']);
  expect(shownPages(3, 2)).toEqual(['2', '/ 2', '20']);
  expect(shownPages(1, 4)).toEqual(['1', '/ 1', '40']);
});
