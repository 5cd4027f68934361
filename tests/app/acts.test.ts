/** The acts of the command bar: verbs with a record, rights, and what is offered before anything is typed. */
import { describe, expect, test } from 'vitest';
import { actsFor, recordTexts } from '#app/command/acts.ts';
import { firstChoice, hitGroups } from '#app/command/hits.ts';
import type { FoundRecord } from '#domain/found.ts';
import { permissionsOf } from '#domain/permissions.ts';

const NOW = 1_795_255_200;
const admin = permissionsOf('administrator.administrator');
const accountant = permissionsOf('manager.accountant');
const adeola: FoundRecord = { model: 'distributor', _id: 'd1', title: 'Adéọlá & Sons Trading', note: '0803' };
const tunde: FoundRecord = { model: 'manager', _id: 'm1', title: 'Tunde Officer', note: '0804' };
const ade: FoundRecord = { model: 'buyer', _id: 'b1', title: 'Adé Ventures', note: 'Bódìjà' };
const titles = (typed: string, found: FoundRecord[], after: FoundRecord[], held: readonly string[] = admin) =>
  actsFor(typed, found, after, held, NOW).map(({ title }) => title);

describe('what follows a verb is looked for', () => {
  test.each([
    ['milk', ''],
    ['receive from', ''],
    ['receive from ade', 'ade'],
    ['reset pass tunde', 'tunde'],
    ['unpaid of ade ventures', 'ade ventures'],
  ])('%s', (typed, afterVerb) => {
    expect(recordTexts(typed)).toEqual({ whole: typed, afterVerb });
  });
});

test('an act that a person may not do is not offered', () => {
  expect(titles('reset password of tunde', [], [tunde], accountant)).toEqual([]);
  expect(titles('receive from ade', [], [adeola], accountant)).toEqual([]);
});

test('a verb with a name becomes an act, a name alone offers its acts, a verb alone leads to its screen', () => {
  expect(actsFor('receive from ade', [], [adeola, ade], admin, NOW)).toMatchObject([
    { title: 'Receive from Adéọlá & Sons Trading', to: '/inventory/shipment/in', search: { party: 'd1' } },
  ]);
  expect(actsFor('reset password of tun', [], [tunde], admin, NOW)[0]).toMatchObject({
    title: 'Reset password of Tunde Officer',
    to: '/managers/m1/update',
    search: { act: 'password' },
  });
  expect(titles('ade', [adeola, ade], [])).toEqual([
    'Receive from Adéọlá & Sons Trading',
    'Reject to Adéọlá & Sons Trading',
    'Unpaid orders of Adé Ventures',
  ]);
  expect(titles('password', [], [])).toEqual([]);
  expect(titles('reset', [], [])).toEqual(['Reset password of …']);
});

test('"unpaid today" is an act with the days in its address', () => {
  expect(actsFor('unpaid today', [], [], accountant, NOW)[0]).toMatchObject({
    title: 'Unpaid orders today',
    to: '/order-groups',
    search: { payment: 'unpaid', from: '2026-11-21', to: '2026-11-21' },
  });
});

test('groups keep their order, hold at most five records of a model, and Enter takes a screen whose name was begun', () => {
  const many = Array.from({ length: 8 }, (_, at): FoundRecord => ({ ...ade, _id: `b${at}`, title: `Adé ${at}` }));
  const asked = { foundAfter: [], seen: [tunde], permissions: admin, now: NOW };
  const groups = hitGroups({ ...asked, text: 'ade', found: [...many, adeola] });
  expect(groups.map(({ title, hits }) => [title, hits.length])).toEqual([
    ['Do', 3],
    ['People and places', 6],
  ]);
  expect(hitGroups({ ...asked, text: '', found: [] }).map(({ title }) => title)).toEqual(['Do', 'Last seen', 'Go to']);
  const stores: FoundRecord = { model: 'cohort', _id: 'c1', title: 'Store owners', note: '' };
  const typed = hitGroups({ ...asked, text: 'store ty', found: [stores] });
  expect(typed.flatMap(({ hits }) => hits)[firstChoice(typed, 'store ty')]?.title).toBe('Store Types');
});
