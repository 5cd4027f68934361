/** "Start here" and the tour without a screen: the cards of each role, what ticks a card, and the place of the tour's box. */
import { describe, expect, test } from 'vitest';
import { permissionsOf } from '#domain/matrix.ts';
import { CORE_ROLES, ROLES } from '#domain/permissions.ts';
import { SETUP_STEPS } from '#domain/setup.ts';
import { isDone, startCards } from '#features/session/start/cards.ts';
import { newnessOf } from '#features/session/start/newness.ts';
import { SET_UP } from '#features/session/start/setUpSteps.ts';
import { besideRing, ringOf } from '#features/session/start/tourPlace.ts';
import { tourSteps } from '#features/session/start/tourSteps.ts';

const person = (role: string) => ({ role, permissions: permissionsOf(role) });

describe('Start here', () => {
  test('offers only screens that the person may open', () => {
    for (const role of Object.keys(ROLES))
      for (const { needs, title } of startCards(person(role)))
        if (needs) expect(permissionsOf(role), `${role}: ${title}`).toContain(needs);
    // Without the right the card is missing, and an officer gets no other card instead.
    const officer = person('manager.warehouse_officer');
    const without = { ...officer, permissions: officer.permissions.filter((one) => one !== 'create_shipment_in') };
    expect(startCards(without).map(({ key }) => key)).toEqual(['due', 'install']);
  });

  test('gives each role of the office its own three cards', () => {
    const keys = CORE_ROLES.map((role) => startCards(person(role)).map(({ key }) => key));
    expect(keys).toEqual([
      ['account', 'hub', 'config'],
      ['order', 'find', 'report'],
      ['owing', 'deposit', 'reconcile'],
      ['receive', 'due', 'install'],
    ]);
  });

  test('promises staff of a product only what the rights of staff show', { tags: ['PERM-10'] }, () => {
    const staff = person('manager.staff');
    expect(staff.permissions).not.toContain('view_warehouse_logs');
    expect(startCards(staff).find(({ key }) => key === 'find')?.text).toBe('Its page has stock, prices and sales.');
  });

  test('does not tick a card that asks for a deed after a mere visit', () => {
    const nothing = { noted: [], received: false, installed: false };
    const [receive, due, install] = startCards(person('manager.warehouse_officer'));
    if (!receive || !due || !install) throw new Error('An officer has three cards.');
    expect(isDone(receive, nothing)).toBe(false);
    expect(isDone(receive, { ...nothing, received: true })).toBe(true);
    expect(isDone(due, { ...nothing, received: true, installed: true })).toBe(false);
    expect(isDone(due, { ...nothing, noted: ['due'] })).toBe(true);
    expect(isDone(install, { ...nothing, installed: true })).toBe(true);
    const deposit = startCards(person('manager.accountant'))[1];
    if (!deposit) throw new Error('An accountant has three cards.');
    expect(isDone(deposit, { ...nothing, noted: ['buyer/signup'] })).toBe(false);
    expect(isDone(deposit, { ...nothing, noted: ['ledger_log/deposit_to'] })).toBe(true);
  });
});

describe('the set-up of a new firm', () => {
  const figure = (name: 'orders_today' | 'stock', count: number) => ({
    name,
    count,
    ...{ amount: '0.00', of: 0, yesterday: 0, since: null, days: [] },
    ...(name === 'stock' ? {} : { period: { count, amount: '0.00', before: null } }),
  });
  const home = (orders: number, cases: number) => ({
    from: 0,
    figures: [figure('orders_today', orders), figure('stock', cases)],
    cases: null,
    orders: null,
  });

  test('its steps stand in the order in which they are told, each once', () => {
    expect(SET_UP.flatMap(({ steps }) => steps.map(({ step }) => step))).toEqual(SETUP_STEPS);
  });

  test('only the administrator of a firm without orders or without goods is asked to set up', () => {
    const admin = person('administrator.administrator');
    expect(newnessOf(admin, home(0, 0))).toBe('empty');
    expect(newnessOf(admin, home(0, 12))).toBe('begun');
    expect(newnessOf(admin, home(3, 0))).toBe('begun');
    expect(newnessOf(admin, home(3, 12))).toBeNull();
    expect(newnessOf(admin, undefined)).toBeNull();
    expect(newnessOf(person('manager.staff'), home(0, 0))).toBeNull();
  });
});

describe('the tour', () => {
  test('has at most five steps for every role', () => {
    for (const role of Object.keys(ROLES)) {
      const steps = tourSteps(person(role));
      expect(steps.length, role).toBeGreaterThan(0);
      expect(steps.length, role).toBeLessThanOrEqual(5);
    }
  });

  const window = { width: 390, height: 844 };
  const box = { width: 352, height: 170 };
  const thing = (top: number, height: number) => ringOf({ left: 16, top, width: 358, height }, window);

  test('puts the box below its element, otherwise above or beside it, and nowhere if no place is free', () => {
    expect(besideRing(thing(160, 300), box, window)).toEqual({ left: 10, top: 478 });
    expect(besideRing(thing(600, 200), box, window)).toEqual({ left: 10, top: 412 });
    expect(besideRing(thing(60, 760), box, window)).toBeNull();
    const wide = { width: 1440, height: 900 };
    const menu = ringOf({ left: 0, top: 55, width: 240, height: 845 }, wide);
    expect(besideRing(menu, box, wide)).toEqual({ left: 258, top: 49 });
  });

  test('draws the ring around the visible part of the element', () => {
    expect(thing(-100, 300)).toEqual({ left: 10, top: 2, width: 370, height: 204 });
    expect(thing(700, 400).top + thing(700, 400).height).toBe(842);
  });
});
