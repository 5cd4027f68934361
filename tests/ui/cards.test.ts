/** Where the cells of a row stand on the card of a phone. */
import { expect, test } from 'vitest';
import { placesOf } from '#ui/tables/cards.ts';

test('the name leads, the last figure stands beside it, the number of the row is left out', { tags: ['UI-42'] }, () => {
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

test('what a column says of its place goes before the rule', () => {
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
