/** The acts of the command bar: verbs with a record, rights, and what is offered before anything is typed. */
import { describe, expect, test } from 'vitest';
import { actsFor, recordTexts } from '#app/command/acts.ts';
import { type BarRow, firstChoice, hitGroups } from '#app/command/hits.ts';
import { openedLast } from '#app/command/useFound.ts';
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
  expect(titles('password', [], [])).toEqual(['Reset password of …']);
  expect(titles('password', [], [], permissionsOf('manager.customer_support'))).toEqual([]);
  expect(titles('reset', [], [])).toEqual(['Reset password of …']);
});

describe('an act that needs a name asks for it, and never stands before one that does something at once', () => {
  test('"unpaid" leads to the orders that are unpaid, not to all orders', () => {
    expect(titles('unpaid', [], [])).toEqual([
      'Unpaid orders today',
      'Unpaid orders of all days',
      'Unpaid orders of …',
    ]);
    expect(actsFor('unpaid', [], [], admin, NOW)[2]).toMatchObject({
      asks: 'Unpaid orders of ',
      note: 'Type the name of the retailer',
    });
    expect(actsFor('reset', [], [], admin, NOW)[0]).toMatchObject({ asks: 'Reset password of ' });
  });

  test('a screen that asks itself is opened', () => {
    expect(actsFor('receive', [], [], admin, NOW)[0]).not.toHaveProperty('asks');
  });

  test('"password tun" finds the reset of that person, and "orders ade" the unpaid orders of that retailer', () => {
    expect(recordTexts('password tun')).toEqual({ whole: 'password tun', afterVerb: 'tun' });
    expect(titles('password tun', [], [tunde])).toEqual(['Reset password of Tunde Officer']);
    expect(titles('orders ade', [], [ade])).toContain('Unpaid orders of Adé Ventures');
    const milo: FoundRecord = { model: 'product', _id: 'p1', title: 'Milo 500 g', note: '' };
    expect(titles('stock of milo', [], [milo])).toEqual(['Stock of Milo 500 g']);
    expect(titles('milo', [milo], [])).toEqual([]);
    expect(titles('orders', [], [])).not.toContain('Reset password of …');
  });
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
  const work: BarRow[] = [
    { key: 'work 1', title: 'Deliver: Order of Adé', note: 'AB12', icon: 'clock', to: '/order-groups/1' },
  ];
  const asked = { foundAfter: [], seen: [tunde], work, permissions: admin, now: NOW };
  const groups = hitGroups({ ...asked, text: 'ade', found: [...many, adeola] });
  expect(groups.map(({ title, hits }) => [title, hits.length])).toEqual([
    ['Do', 3],
    ['People and places', 6],
  ]);
  expect(hitGroups({ ...asked, text: '', found: [] }).map(({ title }) => title)).toEqual([
    'Do',
    'Last seen',
    'Waits for you',
    'Go to',
  ]);
  // Where the first row is what was typed, it is the choice, although a screen has that name too.
  expect(firstChoice(hitGroups({ ...asked, text: 'receive', found: [] }), 'receive')).toBe(0);
  const stores: FoundRecord = { model: 'cohort', _id: 'c1', title: 'Store owners', note: '' };
  const typed = hitGroups({ ...asked, text: 'store ty', found: [stores] });
  expect(typed.flatMap(({ hits }) => hits)[firstChoice(typed, 'store ty')]?.title).toBe('Store Types');
});

describe('a slip of the fingers finds screens and acts too', () => {
  const asked = { found: [], foundAfter: [], seen: [], work: [], permissions: admin, now: NOW };
  test.each([
    ['recieve', 'Receive from …'],
    ['perchase ordr', 'Purchase Orders'],
    ['retialer', 'Retailers'],
    ['manfacturers', 'Manufacturers'],
    ['recieve shipmnt', 'Receive Shipment'],
  ])('%s', (text, first) => {
    const groups = hitGroups({ ...asked, text });
    expect(groups.flatMap(({ hits }) => hits)[firstChoice(groups, text)]?.title).toBe(first);
  });

  test('with the name of a record', () => {
    expect(recordTexts('recieve adeola')).toEqual({ whole: 'recieve adeola', afterVerb: 'adeola' });
    expect(titles('recieve adeola', [], [adeola])).toEqual(['Receive from Adéọlá & Sons Trading']);
  });

  test('a name that is near a verb is a name, and codes and short words must be right', () => {
    const issa: FoundRecord = { model: 'buyer', _id: 'b2', title: 'Issa Stores', note: '0805' };
    expect(titles('issa', [issa], [])).toEqual(['Unpaid orders of Issa Stores']);
    expect(titles('issa', [], [])).toEqual([]);
    expect(hitGroups({ ...asked, text: 'hbu' })).toEqual([]);
    expect(titles('recieve', [], [], accountant)).toEqual([]);
  });
});

test('what was opened last stands first, and what was only listed does not count', () => {
  const stored = [
    { record: ade, folded: '', openedAt: 0 },
    { record: tunde, folded: '', openedAt: 5 },
    { record: adeola, folded: '', openedAt: 9 },
  ];
  expect(openedLast(stored)).toEqual([adeola, tunde]);
});
