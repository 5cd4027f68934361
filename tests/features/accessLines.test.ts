/** The rights of a role in words. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { PERMISSIONS, permissionsOf } from '#domain/matrix.ts';
import { bankRoutes } from '#features/bank/routes.ts';
import { catalogueRoutes } from '#features/catalogue/routes.ts';
import { gameRoutes } from '#features/game/routes.ts';
import { messagesRoutes } from '#features/messages/routes.ts';
import { networkRoutes } from '#features/network/routes.ts';
import { orderRoutes } from '#features/orders/routes.ts';
import { peopleRoutes } from '#features/people/routes.ts';
import { purchasingRoutes } from '#features/purchasing/routes.ts';
import { AccessLines } from '#features/session/parts/AccessLines.tsx';
import { neededWords } from '#features/session/parts/accessWords.ts';
import { sessionRoutes } from '#features/session/routes.ts';
import { settingsRoutes } from '#features/settings/routes.ts';
import { stockRoutes } from '#features/stock/routes.ts';

const lines = (permissions: readonly string[]) => renderToStaticMarkup(createElement(AccessLines, { permissions }));

test('a manager of a hub counts stock and closes days, and is not said to do nothing', { tags: ['PROF-01'] }, () => {
  const words = lines(permissionsOf('seller.manager'));
  expect(words).toContain('Closes days, counts stock');
  expect(words).not.toContain('othing');
});

/** Rights that open a group of the menu, or that go with another right. */
const SILENT = /^(view_sidebar_|create_|signup_|view_(order|dashboard_charts|buyer_tickets)$)/;

test('each right of its own has words', { tags: ['PROF-01'] }, () => {
  const wordless = (right: string) => lines([right]).includes('the game only');
  expect(PERMISSIONS.filter((one) => !SILENT.test(one) && wordless(one))).toEqual([]);
});

describe('what a screen needs, for who may not open it', { tags: ['SHELL-08', 'SHELL-09'] }, () => {
  const screens = [
    ...[bankRoutes, catalogueRoutes, gameRoutes, messagesRoutes, networkRoutes, orderRoutes, peopleRoutes],
    ...[purchasingRoutes, sessionRoutes, settingsRoutes, stockRoutes],
  ].flat();
  const needsOf = screens.flatMap(({ options }) => options.staticData?.needs ?? []);

  test('each right that a screen needs has words and roles', () => {
    expect(needsOf.length).toBeGreaterThan(60);
    expect([...new Set(needsOf)].filter((one) => neededWords([one]).may === '')).toEqual([]);
    expect([...new Set(needsOf)].filter((one) => neededWords([one]).roles.length === 0)).toEqual([]);
  });

  test.each([
    [['view_purchase_orders'], 'see purchase orders'],
    [['view_order', 'view_orders'], 'see orders'],
    [['update_product'], 'change products and prices'],
    [['create_shipment_in'], 'receive shipments'],
    [['create_deposit'], 'record and take back deposits'],
    [['update_order_tag'], 'deliver and complete orders'],
    [['signup_manager'], 'create managers'],
    [['buyer_cart', 'create_order'], 'take orders for retailers'],
  ] as const)('%j: may %s', (needs, may) => {
    expect(neededWords(needs).may).toBe(may);
  });

  test('the roles are those of the matrix', () => {
    expect(neededWords(['update_config']).roles).toEqual(['Admin']);
    expect(neededWords(['create_deposit']).roles).toEqual(['Admin', 'Kasuwa Accountant']);
  });
});
