/** Payments that are said with their amount, and verbs that find nothing. */
import { describe, expect, test } from 'vitest';
import { actsFor } from '#app/command/acts.ts';
import { VERBS } from '#app/command/allVerbs.ts';
import { spokenAmount } from '#app/command/amounts.ts';
import { type BarRow, hitGroups, nearestGroup } from '#app/command/hits.ts';
import { whoMay } from '#app/command/nearest.ts';
import { recordTexts } from '#app/command/typed/nameInText.ts';
import type { FoundRecord } from '#domain/found.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { ROLES, type Role } from '#domain/permissions.ts';

const NOW = 1_795_255_200;
const admin = permissionsOf('administrator.administrator');
const hauwa: FoundRecord = { model: 'buyer', _id: 'b1', title: 'Hauwa Stores', note: '' };
const order: FoundRecord = { model: 'order_group', _id: 'g1', title: 'B48SRUZE', note: 'Hauwa Stores' };

describe('a payment with its amount', () => {
  test.each([
    ['20000 hauwa', '20000', 'hauwa'],
    ['20,000 naira from hauwa', '20000', 'hauwa'],
    ['₦20000.50 hauwa stores', '20000.50', 'hauwa stores'],
    ['hauwa stores 20k', '20000', 'hauwa stores'],
    ['n1500 hauwa', '1500', 'hauwa'],
    ['0 hauwa', null, '0 hauwa'],
    ['08034983257', null, '08034983257'],
    ['hauwa', null, 'hauwa'],
    ['20000', '20000', ''],
  ])('%j', (rest, naira, name) => {
    expect(spokenAmount(rest)).toEqual({ naira, name });
  });

  test.each([
    'pay 20000 hauwa',
    'hauwa paid 20000',
    'hauwa pay 20k',
    'pay hauwa 20,000',
    'record payment of hauwa 20k',
    'payment 20000 naira from hauwa',
  ])('"%s" offers the payment of the retailer, with the amount', (text) => {
    expect(recordTexts(text).afterVerb).toBe('hauwa');
    expect(actsFor(text, [], [hauwa], admin, NOW)[0]).toMatchObject({
      ...{ title: 'Record payment of Hauwa Stores: ₦20,000', to: '/order-groups' },
      search: { search: 'Hauwa Stores', sum: '20000' },
    });
  });

  test('the payment of a retailer says so in the address, so that the only order that owes opens its form', () => {
    expect(actsFor('pay hauwa', [], [hauwa], admin, NOW)[0]).toMatchObject({ search: { act: 'payment', buyer: 'b1' } });
    const other = { ...hauwa, _id: 'b9' };
    expect(actsFor('pay hauwa', [], [hauwa, other], admin, NOW)).toHaveLength(2);
  });

  test('a reference opens the payment of that order, with and without an amount', () => {
    expect(actsFor('pay 20000 b48sruze', [], [order], admin, NOW)[0]).toMatchObject({
      ...{ title: 'Record payment of B48SRUZE: ₦20,000', to: '/order-groups/g1' },
      search: { act: 'payment', sum: '20000' },
    });
    // The orders of a retailer are found by the name of the retailer; they may be paid.
    expect(actsFor('pay 20000 hauwa', [], [hauwa, order], admin, NOW)).toHaveLength(1);
    expect(actsFor('pay b48sruze', [], [order], admin, NOW)[0]).toMatchObject({ search: { act: 'payment' } });
    expect(actsFor('pay 20000 hauwa', [], [hauwa], permissionsOf('manager.buyer'), NOW)).toEqual([]);
  });

  test('an amount goes with the work that waits, and an amount alone opens the orders that owe', () => {
    const waits: BarRow = {
      ...{ key: 'work 1', title: 'Record payment: Hauwa Stores owes', note: '₦99,690', icon: 'clock' },
      ...{ to: '/order-groups/1', verb: 'Record payment', search: { act: 'payment' } },
    };
    const input = { found: [], foundAfter: [], seen: [], permissions: admin, now: NOW };
    const rows = (text: string) =>
      hitGroups({ ...input, work: [waits], text }).flatMap(({ hits }) => hits.filter(({ key }) => key === waits.key));
    expect(rows('pay 20000 hauwa')).toMatchObject([{ search: { act: 'payment', sum: '20000' } }]);
    expect(rows('pay hauwa')[0]?.search).toEqual({ act: 'payment' });
    expect(rows('pay 20000 ade')).toEqual([]);
    expect(actsFor('pay 20000', [], [], admin, NOW)[0]?.title).toBe('Record payment of …');
  });
});

describe('a verb that finds nothing has a next step', () => {
  const shown = (text: string, held: readonly string[], isAway: boolean) => {
    const input = { found: [], foundAfter: [], seen: [], work: [], permissions: held, now: NOW, isAway };
    const rows = hitGroups({ ...input, text });
    return rows.length > 0 ? rows : nearestGroup(text, held, NOW, isAway);
  };
  test.each([...new Set(VERBS.map(({ verb }) => verb))])('%s', (verb) => {
    const first = verb.split(' ')[0] ?? '';
    // An account without such a task has no row, and the bar says so.
    for (const role of Object.keys(ROLES) as Role[])
      for (const isAway of [false, true])
        for (const text of [`${verb} qzqzq`, `${first} 5 qzqzq`, `${first} 20000 qzqzq`])
          expect(
            shown(text, permissionsOf(role), isAway).length > 0 || whoMay(text, permissionsOf(role), NOW) !== null,
            `${role} ${text} ${isAway}`,
          ).toBe(true);
  });
});
