/** The words of a home: figures, ages, shares, and what ends a row of work for whom. */
import { describe, expect, test } from 'vitest';
import type { HomeFigure } from '#contract/home/homeCalls.ts';
import type { Work, WorkRow } from '#contract/home/workCalls.ts';
import { figuresFor, plotFor, seesStock } from '#domain/home.ts';
import { permissionsOf } from '#domain/permissions.ts';
import { DAY } from '#domain/time.ts';
import { dueText, headCases, headNaira, shareText, shown } from '#features/session/home/words.ts';
import { linesOf, together, WORK_SHOWN } from '#features/session/home/workWords.ts';

const NOW = 1_795_251_600;
const of = (role: string) => ({ role, permissions: [...permissionsOf(role)] });
const figure = (name: HomeFigure['name'], known: Partial<HomeFigure>): HomeFigure => ({
  ...{ name, count: null, amount: null, of: null, yesterday: null, since: null, days: [] },
  ...known,
});
const row = (known: Partial<WorkRow>): WorkRow => ({
  ...{ model: 'order_group', _id: 'one', title: 'REF', note: '', who: 'Ada', hub: 'Mushin Hub', lines: 3 },
  ...{ since: NOW, amount: '24899.40', transfer: null, address: null, phone: null },
  ...known,
});

describe('figures in words', { tags: ['B14.10'] }, () => {
  const say = (one: HomeFigure, hub = '') => shown(one, { hub, now: NOW });
  test('a figure says what is under it, and nothing where nothing waits', () => {
    expect(say(figure('to_deliver', { count: 0, amount: '0.00' })).note).toBe('None waits');
    expect(say(figure('to_deliver', { count: 14, amount: '3864120.00', since: NOW - 2 * DAY }))).toMatchObject({
      value: '14',
      note: '₦3,864,120, oldest 2 days',
    });
    expect(say(figure('expected', { count: 1, of: 1, since: NOW - DAY }))).toMatchObject({
      note: '1 line, oldest 1 day late',
      late: true,
    });
    expect(say(figure('stock', { count: 17.5, amount: '234500.40', of: 1 }), 'Wuse Hub')).toMatchObject({
      label: 'Cases in Wuse Hub',
      value: '18',
      note: '₦234,500, 1 product',
    });
    expect(say(figure('cash_with_associates', { amount: '0.00', of: 0 })).note).toBe('All is handed in');
  });
  test('money is whole naira, and millions only where a row of digits would be read wrong', () => {
    expect(headNaira('99999999.00')).toBe('₦99,999,999');
    expect(headNaira('181240000.00')).toBe('₦181.2 million');
    expect(headNaira('1999960000.00')).toBe('₦2,000.0 million');
    expect(headCases(7.25)).toBe('7.3');
    expect(headCases(1846.4)).toBe('1,846');
  });
  test('a share is told only where there was something before', () => {
    expect(shareText(112, 0)).toBe('');
    expect(shareText(112, 100)).toBe('↑ 12%');
    expect(shareText(75, 100)).toBe('↓ 25%');
    expect(shareText(100, 100)).toBe('± 0%');
  });
  test('when a transfer is due is told by Lagos days', () => {
    expect(dueText(NOW - 2 * DAY, NOW)).toEqual({ text: '2 days late', late: true });
    expect(dueText(NOW, NOW)).toEqual({ text: 'today', late: false });
    expect(dueText(NOW + DAY, NOW)).toEqual({ text: 'tomorrow', late: false });
    expect(dueText(NOW + 5 * DAY, NOW)).toMatchObject({ late: false, text: expect.stringMatching(/^\d+ [A-Z]/) });
  });
});

describe('which home', { tags: ['B14.10', 'PERM-52'] }, () => {
  test('the permissions choose figures and plot; who has none has an empty one', () => {
    expect(figuresFor(of('manager.buyer'))).toEqual([]);
    expect(plotFor(of('manager.buyer'))).toBeNull();
    expect(plotFor(of('manager.accountant'))).toBe('orders');
    expect(plotFor(of('manager.warehouse_officer'))).toBe('cases');
    expect(
      ['manager.customer_support', 'sales_officer.cs', 'sales_officer.rep'].map((role) => seesStock(of(role))),
    ).toEqual([false, false, false]);
    // A person whose rights were changed has the home of the rights.
    expect(figuresFor({ role: 'manager.staff', permissions: ['view_orders', 'buyer_cart'] })[0]).toBe('carts');
  });
});

describe('rows of work', { tags: ['B14.10'] }, () => {
  const act = (kind: Work['kind'], role: string, known: Partial<WorkRow> = {}) =>
    linesOf({ kind, total: 1, rows: [row(known)] }, of(role), NOW)[0]?.act;
  test('the verb is what the person may do', () => {
    expect(act('expected', 'sales_officer.manager', { transfer: 'shipment_in' })).toBeNull();
    expect(act('pending_groups', 'manager.customer_support')).toMatchObject({ text: 'Open' });
    expect(act('pending_groups', 'manager.staff')).toEqual({ text: 'Deliver', to: '/order-groups/one' });
    expect(act('open_transfers', 'manager.warehouse_officer', { transfer: 'stock_in' })).toEqual({
      text: 'Return',
      to: '/inventory/stock/in',
      search: { purchase_order_id: 'one' },
    });
    expect(act('open_transfers', 'administrator.administrator', { transfer: 'transfer' })).toMatchObject({
      text: 'Complete',
      to: '/purchase-orders/one',
    });
  });
  test('a row says who, lines, age and whole naira; owed money has no minus', () => {
    const [line] = linesOf(
      { kind: 'open_transfers', total: 1, rows: [row({ transfer: 'stock_in', who: 'Yusuf', since: NOW - 2 * DAY })] },
      of('manager.warehouse_officer'),
      NOW,
    );
    expect(line).toMatchObject({
      title: 'Return from Yusuf',
      lines: 3,
      waits: '2 days late',
      late: true,
      amount: '₦24,899',
    });
    const [owes] = linesOf(
      { kind: 'unreconciled_officers', total: 1, rows: [row({ amount: '-500.00', since: null })] },
      of('manager.accountant'),
      NOW,
    );
    expect(owes).toMatchObject({ title: 'Ada owes', amount: '₦500', waits: '', late: false });
  });
  test('together they are seven, the oldest first, and each kind has one', () => {
    const many = (kind: Work['kind'], count: number, since: number) =>
      linesOf(
        {
          kind,
          total: count,
          rows: Array.from({ length: count }, (_, at) => row({ _id: `${kind}${at}`, since: since + at })),
        },
        of('administrator.administrator'),
        NOW,
      );
    const shownRows = together([
      many('owing_groups', 7, NOW - 30 * DAY),
      many('pending_groups', 7, NOW - DAY),
      many('carts', 1, NOW),
    ]);
    expect(shownRows).toHaveLength(WORK_SHOWN);
    expect(shownRows.map((line) => line.kind)).toEqual([
      ...Array.from({ length: 5 }, () => 'owing_groups'),
      'pending_groups',
      'carts',
    ]);
    expect(shownRows.map((line) => line.since)).toEqual(shownRows.map((line) => line.since).sort((a, b) => a - b));
  });
});
