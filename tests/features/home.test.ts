/** The words of a home: figures, ages, changes in percent, and the act of each row of work. */
import { describe, expect, test } from 'vitest';
import type { HomeFigure } from '#contract/home/homeCalls.ts';
import type { Work, WorkRow } from '#contract/home/workCalls.ts';
import { figuresFor, plotFor, seesStock } from '#domain/home.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { DAY, dateInput, startOfDay } from '#domain/time.ts';
import { casesFigure } from '#domain/units.ts';
import { dueText, headNaira, shareText, shown } from '#features/session/home/words.ts';
import { orderText, together, WORK_SHOWN } from '#features/session/home/workOrder.ts';
import { linesOf, wholeLists } from '#features/session/home/workWords.ts';

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
  test('a figure has a note about what it counts, and says so if nothing waits', () => {
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
  test('beside buttons that count by kind, expected transfers are called "Still to receive" and list the kinds, and how many are begun', () => {
    const beside = (kinds: Record<string, number>, known: Partial<HomeFigure> = {}, begun = 0) =>
      shown(figure('expected', { count: 3, of: 6, since: NOW, ...known }), { hub: '', now: NOW, kinds, begun });
    expect(say(figure('expected', { count: 3 })).label).toBe('Expected');
    expect(beside({ shipment_in: 1, stock_in: 2, stock_out: 4 })).toMatchObject({
      ...{ label: 'Still to receive', value: '3', note: '1 shipment, 2 returns', aside: 'first today', late: false },
    });
    expect(beside({ shipment_in: 2, transfer: 1 }, { since: NOW - 2 * DAY })).toMatchObject({
      ...{ note: '2 shipments, 1 from another hub', aside: '2 days late', late: true },
    });
    // Goods of a begun receipt are here already.
    expect(beside({ shipment_in: 3 }, {}, 2).note).toBe('3 shipments, 2 started');
    // The kinds arrive a moment later.
    expect(beside({})).toMatchObject({ label: 'Still to receive', note: '6 lines' });
    expect(beside({}, { count: 0, of: 0, since: null })).toMatchObject({ note: 'Nothing is on its way' });
  });
  test('a figure links to a list or report of exactly what it counts, or has no link', () => {
    const today = { from: dateInput(NOW), to: dateInput(NOW) };
    expect(say(figure('orders_today', {})).search).toEqual({ tag: 'counted', ...today });
    expect(say(figure('unpaid_today', {})).search).toEqual({ payment: 'unpaid', ...today });
    // Billed and not paid in full, as in Buyer Reconciliation.
    expect(say(figure('unpaid', { count: 1, amount: '50.00' }))).toMatchObject({
      label: 'Orders owing',
      note: '1 billed order',
      search: { tag: 'billed', payment: 'unpaid', from: '2020-01-01' },
    });
    // Three figures about debts have three rules.
    expect(say(figure('unpaid_today', { count: 2 })).note).toBe('2 orders, billed or not');
    expect(say(figure('owed_by_retailers', { of: 7 })).note).toBe('7 wallets: billed minus paid');
    for (const [name, context] of [
      ['received_today', 'shipment_received'],
      ['issued_today', 'stock_issued'],
    ] as const)
      expect(say(figure(name, {}))).toMatchObject({
        to: '/inventory/report',
        search: {
          ...{ context, warehouses: '*', from_timestamp: String(startOfDay(NOW)) },
          to_timestamp: String(startOfDay(NOW) + DAY - 60),
        },
      });
    expect(say(figure('expected', {})).search).toEqual({ tag: 'purchase_order', destination_type: 'seller' });
    // No list shows the deposits of a day.
    expect(say(figure('deposits_today', {})).to).toBeUndefined();
    // The list of products has no cases, and includes products without stock.
    expect(say(figure('stock', { count: 1 }), 'Wuse Hub').to).toBeUndefined();
    expect(say(figure('stock', { count: 1 })).to).toBe('/inventory/report');
  });
  test('orders and deposits are summed over the days of the range, and link to the orders of these days', () => {
    const orders = figure('orders_today', {
      ...{ count: 2, amount: '666475.00', yesterday: 4, days: [0, 5, 3, 1, 0, 4, 2] },
      period: { count: 15, amount: '7776478.00', before: null },
    });
    expect(say(orders)).toMatchObject({
      label: 'Orders, 7 days',
      value: '15',
      note: '₦7,776,478, 2 today',
      search: { tag: 'counted', from: dateInput(NOW - 6 * DAY), to: dateInput(NOW) },
    });
    expect(say({ ...orders, period: { count: 15, amount: '7776478.00', before: 12 } }).note).toBe(
      '2 today, ↑ 25% on the 7 days before',
    );
    // A saved copy of an earlier release has no sum of the days.
    const { period: _, ...old } = orders;
    expect(say(old)).toMatchObject({ label: 'Orders today', value: '2', note: '₦666,475, 4 yesterday' });
    expect(
      say(
        figure('deposits_today', {
          ...{ count: 2, amount: '8000.00', days: [...Array(30).keys()] },
          period: { count: 41, amount: '120000.00', before: null },
        }),
      ),
    ).toMatchObject({ label: 'Deposits, 30 days', value: '₦120,000', note: '41 deposits, ₦8,000 today' });
  });
  test('people with starter passwords are in two lists, each link with the number of its rows', () => {
    const who = of('administrator.administrator');
    const work = (manager: number, sales_officer: number): Work => ({
      ...{ kind: 'starter_passwords', total: manager + sales_officer, rows: [] },
      kinds: { manager, sales_officer },
    });
    const managers = { to: '/managers', search: { starter: '1' } };
    const officers = { of: 'sales_officer', to: '/sales-officers', search: { role: 'all', starter: '1' } };
    expect(wholeLists(work(3, 0), who)).toEqual([{ of: 'all', many: 3, ...managers }]);
    expect(wholeLists(work(3, 2), who)).toEqual([
      { of: 'manager', many: 3, ...managers },
      { ...officers, many: 2 },
    ]);
    expect(wholeLists(work(0, 2), who)).toEqual([{ ...officers, many: 2 }]);
    expect(wholeLists(work(3, 2), { permissions: [] })).toEqual([]);
  });
  test('with a chosen hub, a figure links only to a list that can be filtered by that hub', () => {
    const there = (name: HomeFigure['name']) => shown(figure(name, {}), { hub: '', chosen: 'hub-1', now: NOW });
    expect(there('expected').search).toEqual({
      ...{ tag: 'purchase_order', destination_type: 'seller' },
      destinations: 'hub-1',
    });
    for (const name of ['orders_today', 'to_deliver', 'unpaid', 'stock', 'owed_by_retailers'] as const)
      expect(there(name).to, name).toBeUndefined();
  });
  test('money is whole naira, and in millions only if many digits would be hard to read', () => {
    expect(headNaira('99999999.00')).toBe('₦99,999,999');
    expect(headNaira('181240000.00')).toBe('₦181.2 million');
    expect(headNaira('1999960000.00')).toBe('₦2,000.0 million');
    expect(casesFigure(7.25)).toBe('7.3');
    expect(casesFigure(1846.4)).toBe('1,846');
  });
  test('the cases of a day are whole, with one decimal below ten', () => {
    const shownFigure = (count: number) =>
      shown({ ...figure('received_today', { count }), yesterday: 12.25 }, { hub: '', now: NOW });
    expect(shownFigure(555.88)).toMatchObject({ value: '556', note: 'cases, 12 yesterday' });
    expect(shownFigure(7.25).value).toBe('7.3');
  });
  test('a change in percent is shown only if the earlier period has a value', () => {
    expect(shareText(112, 0)).toBe('');
    expect(shareText(112, 100)).toBe('↑ 12%');
    expect(shareText(75, 100)).toBe('↓ 25%');
    expect([shareText(1_099, 100), shareText(1_700, 100)]).toEqual(['↑ 999%', '↑ over 10 times']);
    expect(shareText(100, 100)).toBe('± 0%');
  });
  test('a difference of a wallet is late from the second day on, as a day to close is', () => {
    const late = (kind: Work['kind'], since: number) =>
      linesOf({ kind, total: 1, rows: [row({ amount: '-500.00', since })] }, of('administrator.administrator'), NOW)[0]
        ?.late;
    for (const kind of ['unreconciled_officers', 'unreconciled_buyers', 'open_days'] as const)
      expect([late(kind, NOW - DAY), late(kind, NOW - 2 * DAY)], kind).toEqual([false, true]);
  });
  test('the due time of a transfer is counted in Lagos days', () => {
    expect(dueText(NOW - 2 * DAY, NOW)).toEqual({ text: '2 days late', late: true });
    expect(dueText(NOW, NOW)).toEqual({ text: 'today', late: false });
    expect(dueText(NOW + DAY, NOW)).toEqual({ text: 'tomorrow', late: false });
    expect(dueText(NOW + 5 * DAY, NOW)).toMatchObject({ late: false, text: expect.stringMatching(/^\d+ [A-Z]/) });
  });
});

describe('which home', { tags: ['B14.10', 'PERM-52'] }, () => {
  test('the permissions decide the figures and the plot; without any, the home is empty', () => {
    expect(figuresFor(of('manager.buyer'))).toEqual([]);
    expect(plotFor(of('manager.buyer'))).toBeNull();
    expect(plotFor(of('manager.accountant'))).toBe('orders');
    expect(plotFor(of('manager.warehouse_officer'))).toBe('cases');
    expect(
      ['manager.customer_support', 'sales_officer.cs', 'sales_officer.rep'].map((role) => seesStock(of(role))),
    ).toEqual([false, false, false]);
    // A person with changed rights has the home of these rights.
    expect(figuresFor({ role: 'manager.staff', permissions: ['view_orders', 'buyer_cart'] })[0]).toBe('carts');
  });
});

describe('rows of work', { tags: ['B14.10'] }, () => {
  const act = (kind: Work['kind'], role: string, known: Partial<WorkRow> = {}) =>
    linesOf({ kind, total: 1, rows: [row(known)] }, of(role), NOW)[0]?.act;
  test('the act of a row is one that the person may do', () => {
    expect(act('expected', 'sales_officer.manager', { transfer: 'shipment_in' })).toBeNull();
    expect(act('pending_groups', 'manager.customer_support')).toMatchObject({ text: 'Open' });
    expect(act('pending_groups', 'manager.staff')).toEqual({
      text: 'Mark delivered',
      to: '/order-groups/one',
      search: { act: 'delivered' },
    });
    expect(act('owing_groups', 'manager.accountant')).toEqual({
      text: 'Record payment',
      to: '/order-groups/one',
      search: { act: 'payment' },
    });
    expect(act('open_transfers', 'manager.warehouse_officer', { transfer: 'stock_in' })).toEqual({
      text: 'Return',
      to: '/inventory/stock/in',
      search: { purchase_order_id: 'one' },
    });
    // An announced transfer opens as a count. A transfer that a tablet began, or that is empty, opens as a list.
    const announced = {
      transfer: 'shipment_in',
      lines: 3,
      goods: { cases: 1, units: 0, names: [], begun: false },
    } satisfies Partial<WorkRow>;
    const search = (known: Partial<WorkRow>) => act('open_transfers', 'manager.warehouse_officer', known)?.search;
    expect(search(announced)).toEqual({ purchase_order_id: 'one', count: 'on' });
    expect(search({ ...announced, lines: 0 })).toEqual({ purchase_order_id: 'one' });
    expect(search({ ...announced, goods: { ...announced.goods, names: [], begun: true } })).toEqual({
      purchase_order_id: 'one',
    });
    expect(act('open_transfers', 'administrator.administrator', { transfer: 'transfer' })).toMatchObject({
      text: 'Complete',
      to: '/purchase-orders/one',
    });
  });
  test('a row shows person, lines, age and the amount with its kobo, as the desk does; owed money has no minus', () => {
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
      amount: '₦24,899.40',
    });
    const [owes] = linesOf(
      { kind: 'unreconciled_officers', total: 1, rows: [row({ amount: '-500.00', since: null })] },
      of('manager.accountant'),
      NOW,
    );
    expect(owes).toMatchObject({ title: 'Ada owes', amount: '₦500', waits: '', late: false });
    const [waits] = linesOf(
      { kind: 'unreconciled_officers', total: 1, rows: [row({ amount: '-500.00', since: NOW - 3 * DAY })] },
      of('manager.accountant'),
      NOW,
    );
    expect(waits).toMatchObject({ title: 'Ada has cash to hand in', waits: '3 days', late: true });
  });
  test('an order that is partly paid says so, because the list of orders shows what is due', {
    tags: ['B5.10'],
  }, () => {
    const paid = (known: Partial<WorkRow>) =>
      linesOf({ kind: 'pending_groups', total: 1, rows: [row(known)] }, of('manager.staff'), NOW)[0]?.paid;
    expect(paid({})).toBe('');
    expect(paid({ paid: null })).toBe('');
    expect(paid({ paid: '204000.00' })).toBe('₦204,000 paid');
  });
  test('a claim says whether it must be sent or was sent', { tags: ['DISC-25'] }, () => {
    const title = (note: string) =>
      linesOf({ kind: 'claims', total: 1, rows: [row({ who: 'FreshCup', note })] }, of('manager.staff'), NOW)[0]?.title;
    expect(title('open')).toBe('Claim to send to FreshCup');
    expect(title('sent')).toBe('Claim sent to FreshCup');
  });
  test('"New Deposit" opens the deposit of an associate who owes; an associate who paid in too much has nothing to hand in', () => {
    const act = (amount: string, who: string) =>
      linesOf({ kind: 'unreconciled_officers', total: 1, rows: [row({ amount, since: null })] }, of(who), NOW)[0]?.act;
    const to = `/sales-officers/${row({})._id}/balance`;
    expect(act('-500.00', 'manager.accountant')).toEqual({ text: 'New Deposit', to, search: { act: 'deposit' } });
    expect(act('500.00', 'manager.accountant')).toEqual({ text: 'Open', to });
    // Without the right to deposits the act opens only the page.
    expect(act('-500.00', 'manager.staff')).toEqual({ text: 'Open', to });
  });
  test('"New Deposit" opens the deposit of a retailer who owes outside orders with that sum; unused credit opens the page', {
    tags: ['RPT-16'],
  }, () => {
    const act = (amount: string, who: string) =>
      linesOf({ kind: 'unreconciled_buyers', total: 1, rows: [row({ amount, since: null })] }, of(who), NOW)[0]?.act;
    const to = `/buyers/${row({})._id}/balance`;
    expect(act('500.00', 'manager.accountant')).toEqual({ text: 'Open', to });
    expect(act('-500.00', 'manager.staff')).toEqual({ text: 'Open', to });
    expect(act('-500.00', 'manager.accountant')).toEqual({
      ...{ text: 'New Deposit', to, search: { act: 'deposit', sum: '500.00' } },
    });
  });
  test('a transfer shows its lines, cases and goods; a stored row of an older release shows its lines only', () => {
    const lineOf = (known: Partial<WorkRow>) =>
      linesOf({ kind: 'open_transfers', total: 1, rows: [row(known)] }, of('manager.warehouse_officer'), NOW)[0];
    const goods = { cases: 1, units: 3, names: ['Milk'] };
    expect(lineOf({ goods, lines: 1 })).toMatchObject({ size: '1 line, 1 case 3 units', goods: ['Milk'] });
    expect(lineOf({})).toMatchObject({ size: '3 lines', goods: [] });
    expect(lineOf({ goods: { cases: 0, units: 0, names: [] }, lines: 0 })).toMatchObject({
      size: 'No lines yet',
      goods: [],
    });
    expect(lineOf({ lines: null, goods: null })).toMatchObject({ size: '' });
  });
  test('the list has ten rows, the oldest first, and at least one row of each late kind', () => {
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
      many('owing_groups', 10, NOW - 30 * DAY),
      many('pending_groups', 10, NOW - DAY),
      many('carts', 1, NOW - 3 * DAY),
    ]);
    expect(shownRows).toHaveLength(WORK_SHOWN);
    expect(shownRows.map((line) => line.kind)).toEqual([
      ...Array.from({ length: 8 }, () => 'owing_groups'),
      'carts',
      'pending_groups',
    ]);
    expect(shownRows.map((line) => line.since)).toEqual(shownRows.map((line) => line.since).sort((a, b) => a - b));
  });
  test('all rows stand by age, those with the largest amounts too; above them differences that have no age', () => {
    const kindOf = (kind: Work['kind'], rows: Partial<WorkRow>[]) =>
      linesOf({ kind, total: rows.length, rows: rows.map(row) }, of('administrator.administrator'), NOW);
    const shownRows = together([
      kindOf(
        'owing_groups',
        Array.from({ length: 8 }, (_, at) => ({ _id: `o${at}`, since: NOW - at * DAY })),
      ),
      kindOf('unreconciled_buyers', [{ _id: 'b', since: null, amount: '-300.00' }]),
      kindOf('unreconciled_officers', [
        { _id: 's1', since: NOW - DAY, amount: '-1094905.00' },
        // An older difference with a smaller amount.
        { _id: 's2', since: NOW - 9 * DAY, amount: '-900.00' },
      ]),
    ]);
    expect(shownRows.map(({ key, amount }) => [key.split(' ')[1], amount])).toEqual([
      ['b', '₦300'],
      ['s2', '₦900'],
      ...['o7', 'o6', 'o5', 'o4', 'o3', 'o2'].map((id) => [id, '₦24,899.40']),
      // As old as the order below it, and larger.
      ['s1', '₦1,094,905'],
      ['o1', '₦24,899.40'],
    ]);
  });
  test('the head of the list says the order that its rows have', () => {
    const kindOf = (kind: Work['kind'], known: Partial<WorkRow> = {}) =>
      linesOf({ kind, total: 1, rows: [row(known)] }, of('administrator.administrator'), NOW);
    const textOf = (...lists: ReturnType<typeof linesOf>[]) => orderText(together(lists));
    const wallet = kindOf('unreconciled_officers', { since: NOW - DAY, amount: '719051.00' });
    const undated = kindOf('unreconciled_buyers', { since: null, amount: '-719051.00' });
    const credit = kindOf('unreconciled_buyers', { since: null, amount: '719051.00' });
    const order = kindOf('owing_groups', { since: NOW - 23 * DAY, amount: '185523.00' });
    const starter = kindOf('starter_passwords', { since: NOW - 30 * DAY });
    // A wallet with an age stands among the others, and no text says that amounts fall.
    expect(textOf(wallet, order)).toBe('Oldest first');
    expect(textOf(wallet, order, starter)).toBe('Oldest first, then what can wait');
    expect(textOf(undated, order)).toBe('Wallets by amount, then the oldest');
    expect(textOf(undated, wallet, starter)).toBe('Wallets by amount, then the oldest, then what can wait');
    // Nobody owes unused credit, so it stands last.
    expect(together([credit, order]).map(({ kind }) => kind)).toEqual(['owing_groups', 'unreconciled_buyers']);
    expect(textOf(credit, order)).toBe('Oldest first, then what can wait');
    expect(textOf(undated)).toBe('Wallets by amount');
    expect(textOf(starter)).toBe('Oldest first');
  });
  test('work that can wait comes last: a starter password of today, or a transfer that is due today', () => {
    const kindOf = (kind: Work['kind'], rows: Partial<WorkRow>[]) =>
      linesOf({ kind, total: rows.length, rows: rows.map(row) }, of('administrator.administrator'), NOW);
    const orders = (many: number) =>
      kindOf(
        'pending_groups',
        Array.from({ length: many }, (_, at) => ({ _id: `g${at}`, since: NOW - at * 3_600 })),
      );
    const others = [
      kindOf('open_transfers', [{ _id: 'today', since: NOW, transfer: 'shipment_in' }]),
      kindOf('starter_passwords', [{ _id: 'starter', since: NOW - 9 * DAY }]),
    ];
    const ids = (lists: ReturnType<typeof linesOf>[]) => together(lists).map(({ key }) => key.split(' ')[1]);
    expect(ids([orders(11), ...others])).toEqual(['g10', 'g9', 'g8', 'g7', 'g6', 'g5', 'g4', 'g3', 'g2', 'g1']);
    expect(ids([orders(2), ...others])).toEqual(['g1', 'g0', 'starter', 'today']);
    const wallets = kindOf(
      'unreconciled_buyers',
      Array.from({ length: 7 }, (_, at) => ({ _id: `w${at}`, since: null, amount: `-${900 - at}.00` })),
    );
    expect(ids([orders(8), wallets, ...others])).toEqual(['w0', 'w1', 'w2', 'g7', 'g6', 'g5', 'g4', 'g3', 'g2', 'g1']);
  });
});
