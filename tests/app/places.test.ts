/** The places at the foot of a phone. */
import { describe, expect, test } from 'vitest';
import { barFor, hasPlaces, isIn, placeOf } from '#app/menu.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { ROLES, type Role } from '#domain/permissions.ts';

const titles = (role: Role) => barFor(role, permissionsOf(role)).places.map(({ title }) => title);
const tiles = (role: Role, of?: 'tablet') => barFor(role, permissionsOf(role), of).more.map(({ title }) => title);

test('a place without its right is not offered', { tags: ['SHELL-40'] }, () => {
  expect(barFor('manager.warehouse_officer', []).places.map(({ to }) => to)).toEqual(['/', '/sync']);
  for (const role of Object.keys(ROLES) as Role[]) {
    expect(titles(role)[0]).toBe('Home');
    expect(titles(role).length).toBeLessThanOrEqual(4);
  }
});

describe('a form has no bar of places; the first screen of a transfer and of a count has it', {
  tags: ['SHELL-40'],
}, () => {
  test.each([
    ['/inventory/shipment/in', true],
    ['/inventory/count', true],
    ['/products/create', false],
    ['/products/p1/update', false],
    ['/products', true],
    ['/inventory/report', true],
    ['/', true],
  ])('%s', (path, shown) => {
    expect(hasPlaces(path)).toBe(shown);
  });
});

test('the bar of the office begins with orders, and the bar of a warehouse with transfers', {
  tags: ['SHELL-40'],
}, () => {
  expect(titles('administrator.administrator')).toEqual(['Home', 'Orders', 'Retailers', 'Products']);
  expect(titles('manager.warehouse_officer')).toEqual(['Home', 'Receive', 'Issue', 'Return']);
});

test('what has no room in the bar is a tile behind "More": of the office the transfers, of the floor the other acts first', {
  tags: ['SHELL-40'],
}, () => {
  expect(tiles('manager.warehouse_officer').slice(0, 3)).toEqual(['Reject', 'Count', 'Outbox']);
  expect(tiles('manager.warehouse_officer', 'tablet')[0]).toBe('Outbox');
  expect(tiles('administrator.administrator')).toEqual([
    ...['Purchase Orders', 'Receive', 'Issue', 'Return', 'Reject', 'Count', 'Outbox'],
  ]);
  for (const role of Object.keys(ROLES) as Role[]) {
    const both = [...titles(role), ...tiles(role)];
    expect(both).toEqual([...new Set(both)]);
  }
});

test('an upright tablet has room for all acts of an officer', {
  tags: ['SHELL-40'],
}, () => {
  const role = 'manager.warehouse_officer';
  expect(barFor(role, permissionsOf(role), 'tablet').places.map(({ title }) => title)).toEqual([
    'Home',
    'Receive',
    'Issue',
    'Return',
    'Reject',
    'Count',
  ]);
});

test('a record belongs to the place of its list, and another screen to the place of its group', {
  tags: ['SHELL-40'],
}, () => {
  const { places } = barFor('administrator.administrator', permissionsOf('administrator.administrator'));
  expect(placeOf(places, '/order-groups/g1')).toBe('/order-groups');
  expect(placeOf(places, '/')).toBe('/');
  // A screen without its own place belongs to the place of its group. Screens of other groups belong to "More".
  expect(placeOf(places, '/order-summary')).toBe('/order-groups');
  expect(placeOf(places, '/pending-orders')).toBe('/order-groups');
  expect(placeOf(places, '/warehouses/w1/products')).toBe('');
  expect(placeOf(places, '/products/p1/update')).toBe('/products');
  expect(placeOf(places, '/managers')).toBe('');
  expect(placeOf(places, '/close-outs')).toBe('');
  // The places of a warehouse officer are transfers, so the orders have no place.
  const { places: floor } = barFor('manager.warehouse_officer', permissionsOf('manager.warehouse_officer'));
  expect(placeOf(floor, '/order-groups')).toBe('');
});

test('a screen that another screen opens is marked in the menu by the link of that screen', {
  tags: ['SHELL-20'],
}, () => {
  expect(isIn('/config-wizard', '/webhooks')).toBe(true);
  expect(isIn('/expiring', '/lots/lot_1')).toBe(true);
  expect(isIn('/report-buyer-reconciliation', '/bank-credits')).toBe(true);
  expect(isIn('/', '/webhooks')).toBe(false);
  expect(isIn('/products', '/products/p1/update')).toBe(true);
  expect(isIn('/products', '/products-of-a-hub')).toBe(false);
});
