/** The words of a person for the usual jobs of each role find the act or the screen in the command bar (decision 1451). */
import { describe, expect, test } from 'vitest';
import { type BarRow, hitGroups } from '#app/command/hits.ts';
import { recordTexts } from '#app/command/typed/nameInText.ts';
import type { FoundRecord } from '#domain/found.ts';
import { permissionsOf } from '#domain/matrix.ts';
import type { Role } from '#domain/permissions.ts';
import { containsWords } from '#domain/text.ts';

const NOW = 1_795_255_200;
/** The rows that stand in sight. */
const SEEN = 8;

function rowsFor(role: Role, text: string): string[] {
  const input = { found: [], foundAfter: [], seen: [], work: [], permissions: permissionsOf(role), now: NOW };
  return hitGroups({ ...input, text })
    .flatMap(({ hits }) => hits)
    .slice(0, SEEN)
    .map(({ title }) => title);
}

/** Per role: what is typed, and a row that must be in sight. */
const JOBS: Partial<Record<Role, readonly (readonly [typed: string, row: string])[]>> = {
  'manager.customer_support': [
    ['take order', 'Take an order of …'],
    ['new order', 'Take an order of …'],
    ['new customer', 'Create a retailer'],
    ['who owes', 'Owing retailers'],
    ['who owes most', 'Owing retailers'],
    ['who ows most', 'Owing retailers'],
    ['orders today', 'Orders today'],
    ['to deliver', 'Orders to deliver'],
    ['deliveries', 'Pending Orders'],
    ['sales history', 'Sales History'],
    ['price list', 'Products'],
    ['customers', 'Retailers'],
    ['take an order', 'Take an order of …'],
    ['new shop', 'Create a retailer'],
    ['cancel order', 'All Orders'],
    ['print order', 'Print order …'],
    ['edit order', 'All Orders'],
    ['open carts', 'Open carts'],
    ['cancelled', 'Cancelled orders'],
    ['yesterday', 'Orders yesterday'],
    ['this month', 'Orders of the last 30 days'],
    ['phone number', 'Retailers'],
  ],
  'manager.accountant': [
    ['record payment', 'Record payment of …'],
    ['deposit', 'New Deposit for …'],
    ['who owes', 'Owing retailers'],
    ['cash difference', 'DA Reconciliation'],
    ['bank statement', 'Bank Credits'],
    ['close day', 'Close-outs'],
    ['credit note', 'Claims'],
    ['sales report', 'Order Value Summary'],
    ['stock value', 'Reports'],
    ['export orders', 'Export orders'],
    ['pay', 'Record payment of …'],
    ['money owed', 'Owing retailers'],
    ['statement', 'Statement of …'],
    ['balance', 'Statement of …'],
    ['wallet', 'Statement of …'],
    ['bank', 'Bank Credits'],
    ['who paid today', 'Paid orders today'],
    ['revenue', 'Order Value Summary'],
    ['cash handed in', 'Close-outs'],
    ['difference', 'DA Reconciliation'],
    ['print statement', 'Statement of …'],
    ['purchases', 'Purchase Orders'],
  ],
  'administrator.administrator': [
    ['new user', 'Create a manager'],
    ['new po', 'Create a purchase order'],
    ['make purchase order', 'Create a purchase order'],
    ['make purchse order', 'Create a purchase order'],
    ['delivery fee', 'Fee or discount of …'],
    ['minimum order', 'Products'],
    ['recount limit', 'Config Wizard'],
    ['order source', 'Config Wizard'],
    ['new hub', 'Create a hub'],
    ['new brand', 'Create a brand'],
    ['reset password', 'Reset password of …'],
    ['settings', 'Config Wizard'],
    ['change price', 'Change price of …'],
    ['sms', 'Send a notification'],
    ['low stock', 'Goods that run out first'],
    ['webhooks', 'Webhooks'],
    ['referrals', 'Agents'],
    ['new colleague', 'Create a manager'],
    ['new employee', 'Create a manager'],
    ['reorder settings', 'Running Out'],
    ['lead time', 'Running Out'],
    ['safety stock', 'Running Out'],
    ['permissions', 'Managers'],
    ['roles', 'Managers'],
    ['block user', 'Managers'],
    ['passkey', 'My Profile'],
    ['api token', 'My Profile'],
    ['broadcast', 'Send a notification'],
    ['lost customers', 'Buyer Retention'],
    ['barcode', 'Products'],
    ['buy goods', 'Create a purchase order'],
    ['order from supplier', 'Create a purchase order'],
    ['territory', 'Areas'],
    ['new area', 'Create an area'],
  ],
  'manager.staff': [
    ['new product', 'Create a product'],
    ['purchase orders', 'Purchase Orders'],
    ['new supplier', 'Create a distributor'],
    ['reorder', 'Running Out'],
    ['expired', 'Expiring'],
    ['missing goods', 'Discrepancies'],
    ['new driver', 'Create a sales officer'],
    ['route plan', 'Route plan of …'],
    ['stock', 'Warehouses'],
    ['incoming goods', 'Purchase Orders'],
    ['upload prices', 'Products'],
    ['price change', 'Change price of …'],
    ['best sellers', 'Sales History'],
    ['batch', 'Expiring'],
    ['short delivery', 'Discrepancies'],
    ['drivers', 'Sales Officers'],
    ['print order', 'Print order …'],
  ],
  'manager.warehouse_officer': [
    ['receive', 'Receive from …'],
    ['send back', 'Reject to …'],
    ['issue', 'Issue to …'],
    ['bring back', 'Return from …'],
    ['stock take', 'Count'],
    ['not sent', 'Outbox'],
    ['stock', 'Warehouses'],
    ['damaged', 'Discrepancies'],
    ['expiry', 'Expiring'],
    ['password', 'My Profile'],
    ['truck arrived', 'Receive from …'],
    ['unload', 'Receive from …'],
    ['give out', 'Issue to …'],
    ['load van', 'Issue to …'],
    ['take back', 'Return from …'],
    ['broken goods', 'Reject to …'],
    ['count stock', 'Count'],
    ['offline', 'Outbox'],
    ['hand over', 'Handovers'],
    ['transfers', 'Purchase Orders'],
  ],
  'sales_officer.manager': [
    ['orders today', 'Orders today'],
    ['deliveries', 'Pending Orders'],
    ['who owes', 'Owing retailers'],
    ['close day', 'Close-outs'],
    ['hand over', 'Handovers'],
    ['stock take', 'Count'],
    ['low stock', 'Running Out'],
    ['damaged', 'Discrepancies'],
    ['change price', 'Change price of …'],
    ['sold', 'Sales History'],
    ['sales today', 'Orders today'],
    ['reorder', 'Running Out'],
    ['expected goods', 'Running Out'],
    ['cash of associates', 'Close-outs'],
    ['print order', 'Print order …'],
    ['debt', 'Owing retailers'],
  ],
  'sales_officer.rep': [
    ['cash', 'Close-outs'],
    ['close day', 'Close-outs'],
    ['not sent', 'Outbox'],
    ['sync', 'Outbox'],
    ['password', 'My Profile'],
    ['sounds', 'My Profile'],
    ['dark', 'Dark theme'],
    ['help', 'Show me around'],
    ['log out', 'Logout'],
    ['home', 'Home'],
    ['hand in cash', 'Close-outs'],
    ['my deliveries', 'Home'],
    ['my goods', 'Home'],
    ['my stock', 'Home'],
    ['sign out', 'Logout'],
    ['tour', 'Show me around'],
  ],
};

/** The records of a name, and the work that waits for it. */
const HAUWA: FoundRecord = { model: 'buyer', _id: 'b1', title: 'Hauwa Stores', note: '08031234567' };
const HADIZA: FoundRecord = { model: 'sales_officer', _id: 's1', title: 'Hadiza Hauwa', note: '' };
const ORDER: FoundRecord = { model: 'order_group', _id: 'o1', title: 'B48SRUZE', note: 'Hauwa Stores' };
const OWES: BarRow = {
  ...{
    key: 'work 1',
    title: 'Record payment: Hauwa Stores owes',
    note: 'B48SRUZE',
    icon: 'clock',
    verb: 'Record payment',
  },
  ...{ to: '/order-groups/o1', search: { act: 'payment' } },
};

describe('words beside a name', () => {
  const rowsWith = (text: string, now = NOW) => {
    const { whole, afterVerb } = recordTexts(text);
    const all = [HAUWA, HADIZA, ORDER];
    const fitting = (words: string) =>
      words === '' ? [] : all.filter(({ title, note }) => containsWords(`${title} ${note}`, words));
    return hitGroups({
      ...{ text, found: fitting(whole), foundAfter: fitting(afterVerb), seen: [], work: [OWES], now },
      permissions: permissionsOf('manager.accountant'),
    }).flatMap(({ hits }) => hits.map(({ title }) => title));
  };
  test.each([
    ['hauwa owe', 'Record payment: Hauwa Stores owes'],
    ['hauwa owes', 'Record payment: Hauwa Stores owes'],
    ['what does hauwa owe', 'Record payment: Hauwa Stores owes'],
    ['hauwa owe', 'Statement of Hauwa Stores'],
    ['statement of hauwa', 'Statement of Hauwa Stores'],
    ['print statement hauwa', 'Statement of Hauwa Stores'],
    ['reconcile hauwa', 'Statement of Hauwa Stores'],
    ['hauwa reconcile', 'Statement of Hadiza Hauwa'],
    ['hauwa reconcle', 'Statement of Hadiza Hauwa'],
    ['hauwa stores pay', 'Record payment of Hauwa Stores'],
    ['print order hauwa', 'Print order B48SRUZE'],
    ['print B48SRUZE', 'Print order B48SRUZE'],
  ])('"%s" finds "%s"', (typed, row) => {
    expect(rowsWith(typed).slice(0, SEEN)).toContain(row);
  });

  test('a statement names retailers first, because they owe', () => {
    const rows = rowsWith('statement of hauwa');
    expect(rows.indexOf('Statement of Hauwa Stores')).toBe(0);
  });
});

test('of several retailers with the name those who owe come first, with the amount', () => {
  const shops = ['Adé Stores', 'Adé & Sons', 'Adé Market'].map(
    (title, n): FoundRecord => ({ ...HAUWA, _id: `a${n}`, title, ...(n === 2 ? { owes: 20_400_000 } : {}) }),
  );
  const rows = hitGroups({
    ...{ text: 'statement of ade', found: [], foundAfter: shops, seen: [], work: [], now: NOW },
    permissions: permissionsOf('manager.accountant'),
  }).flatMap(({ hits }) => hits);
  expect(rows.map(({ title }) => title)).toEqual([
    'Statement of Adé Market',
    'Statement of Adé Stores',
    'Statement of Adé & Sons',
  ]);
  expect(rows[0]?.note).toContain('owes ₦204,000');
});

test.each([
  [
    'administrator.administrator',
    ['Take an order of …', 'Record payment of …', 'Change price of …', 'Reset password of …'],
  ],
  ['manager.warehouse_officer', ['Receive from …', 'Issue to …', 'Return from …', 'Reject to …']],
  ['manager.accountant', ['Record payment of …', 'New Deposit for …', 'Statement of …', 'Owing retailers']],
  ['manager.staff', ['Take an order of …', 'Change price of …', 'Orders to deliver', 'Create a product']],
  ['manager.customer_support', ['Take an order of …', 'Create a retailer', 'Orders to deliver', 'Owing retailers']],
  ['sales_officer.manager', ['Change price of …', 'Orders to deliver', 'Orders today', 'Owing retailers']],
] as const)('%s: an empty bar has what that role does most, two presses from every screen', (role, titles) => {
  expect(rowsFor(role, '').slice(0, 4)).toEqual(titles);
});

test('no two rows have one key, so that a row is never drawn twice', () => {
  const twins = ['b1', 'b2'].map((_id): FoundRecord => ({ ...HAUWA, _id }));
  for (const text of ['hauwa', 'statement of hauwa', 'pay 2000 hauwa', 'hauwa owes', 'take an order of hauwa']) {
    const { whole, afterVerb } = recordTexts(text);
    const keys = hitGroups({
      ...{ text, found: whole === '' ? [] : twins, foundAfter: afterVerb === '' ? [] : twins, seen: [], now: NOW },
      ...{ work: [OWES], permissions: permissionsOf('administrator.administrator') },
    }).flatMap(({ hits }) => hits.map(({ key }) => key));
    expect(keys, text).toEqual([...new Set(keys)]);
  }
});

describe.each(Object.entries(JOBS))('%s', (role, jobs) => {
  test.each([...jobs])('"%s" finds "%s"', (typed, row) => {
    expect(rowsFor(role as Role, typed)).toContain(row);
  });
});
