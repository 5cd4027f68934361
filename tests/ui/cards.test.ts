/** The places of a row's cells on the card of a phone. */
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { placesOf } from '#ui/tables/cards.ts';
import { type Column, Table } from '#ui/tables/Table.tsx';

test('the name comes first, the last figure stands beside it, and the row number is left out', {
  tags: ['UI-42'],
}, () => {
  const columns = [
    { key: '#' },
    { key: 'name' },
    { key: 'cases', align: 'right' as const },
    { key: 'place' },
    { key: 'due', align: 'right' as const },
    { key: 'status' },
    { key: 'actions', card: 'menu' as const },
  ];
  expect(placesOf(columns, 'name')).toEqual({
    '#': 'none',
    name: 'lead',
    cases: 'fact',
    place: 'fact',
    due: 'figure',
    status: 'state',
    actions: 'menu',
  });
});

test('the place that a column asks for overrides the rule', () => {
  expect(
    placesOf(
      [
        { key: 'ref', card: 'state' },
        { key: 'kind', card: 'lead' },
      ],
      'ref',
    ),
  ).toEqual({
    ref: 'state',
    kind: 'lead',
  });
});

/** The cells of a row: the place on a card, and the word before the value. */
function cellsOf(columns: readonly Column<object>[]) {
  const html = renderToString(
    createElement(Table<object>, { label: 'Hubs', columns, rows: [{}], keyOf: () => 'one', cards: true }),
  );
  const attribute = (cell: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(cell)?.[1];
  return [...html.matchAll(/<td[^>]*>/g)].map(([cell]) => [
    attribute(cell, 'data-card'),
    attribute(cell, 'data-label'),
  ]);
}

test('a card leaves out a detail without a value; facts and figures have their word, a moment has none', {
  tags: ['UI-42'],
}, () => {
  expect(
    cellsOf([
      { key: 'name', title: 'Hub', cell: () => 'Bódìjà Hub' },
      { key: 'place', title: 'Location', cell: () => '–' },
      { key: 'town', title: 'Town', cell: () => 'Ìbàdàn' },
      { key: 'mail', title: 'Email', cell: () => 'hub@example.test' },
      { key: 'made', title: 'Created', card: 'time', cell: () => '28 Nov, 19:37' },
      { key: 'phone', title: 'Phone', cell: () => 'N/A' },
      { key: 'cases', title: 'Cases', align: 'right', cell: () => '12.00' },
      { key: 'who', title: 'Manager', word: 'Managed by', cell: () => 'Uche Eze' },
      { key: 'other', title: 'Other', word: 'Other', card: 'state', cell: () => '' },
      { key: 'worth', title: 'Worth', align: 'right', cell: () => '₦12,000' },
    ]),
  ).toEqual([
    ['lead', undefined],
    ['none', 'Location'],
    ['fact', 'Town'],
    ['fact', undefined],
    ['time', undefined],
    ['none', undefined],
    ['fact', 'Cases'],
    ['fact', 'Managed by'],
    ['none', 'Other'],
    ['figure', 'Worth'],
  ]);
});

test('the name of a list row may have two lines, and another long text has one', { tags: ['UI-42'] }, () => {
  const drawn = (grow: boolean) =>
    renderToString(
      createElement(Table<object>, {
        ...{ label: 'Hubs', rows: [{}], keyOf: () => 'one', cards: true },
        columns: [{ key: 'name', title: 'Hub', grow, cell: () => 'Ọ̀nịcha Main Market Hub' }],
      }),
    );
  expect(drawn(true)).toContain('class="cut wraps"');
  expect(drawn(false)).toContain('class="cut"');
});

test('a fact in half of a card keeps its place free where it has no value', { tags: ['UI-42', 'ORD-03'] }, () => {
  expect(
    cellsOf([
      { key: 'who', title: 'Retailer', stick: true, cell: () => 'Hauwa Stores' },
      { key: 'place', title: 'Location', card: 'half', word: '', cell: () => 'Dorayi' },
      { key: 'officer', title: 'Delivery Associate', card: 'half', word: '', cell: () => '–' },
      { key: 'cases', title: 'Cases', card: 'half', cell: () => '12.00' },
    ]),
  ).toEqual([
    ['lead', undefined],
    ['half', undefined],
    ['gap', undefined],
    ['half', 'Cases'],
  ]);
});

test('a list keeps a column in sight only where the column asks for it', { tags: ['ORD-06', 'UI-42'] }, () => {
  const drawn = (cards: boolean) =>
    renderToString(
      createElement(Table<object>, {
        ...{ label: 'Orders', rows: [{}], keyOf: () => 'one', cards },
        columns: [
          { key: 'ref', title: 'Ref', stick: true, pin: 'start', cell: () => 'AES7WHQ8' },
          { key: 'due', title: 'Invoice Due (NGN)', pin: 'end', cell: () => '₦296,412' },
        ],
      }),
    );
  expect(drawn(true).match(/pin-start|pin-end|stuck/g)).toEqual(['pin-start', 'pin-end', 'pin-start', 'pin-end']);
  expect(drawn(false).match(/pin-start|pin-end|stuck/g)).toEqual(['stuck', 'stuck']);
});
