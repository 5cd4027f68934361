import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PagedTable } from '#ui/tables/PagedTable.tsx';

test('while the last page is on its way nobody says that there is none; where there is none it is said', {
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
