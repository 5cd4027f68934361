/** What Enter takes for the words of a person: the row that is marked, and not one that stands somewhere below (decision 1570). */
import { describe, expect, test } from 'vitest';
import { firstChoice, hitGroups } from '#app/command/hits.ts';
import { answerTo, nearestActs, whoMay } from '#app/command/nearest.ts';
import { placeOf } from '#app/command/synonyms.ts';
import { recordTexts } from '#app/command/typed/nameInText.ts';
import type { FoundRecord } from '#domain/found.ts';
import { permissionsOf } from '#domain/matrix.ts';
import type { Role } from '#domain/permissions.ts';
import { searchWords } from '#domain/text.ts';

const NOW = 1_795_255_200;

function rows(role: Role, text: string, found: FoundRecord[] = [], foundAfter: FoundRecord[] = []) {
  const input = { found, foundAfter, seen: [], work: [], permissions: permissionsOf(role), now: NOW };
  const groups = hitGroups({ ...input, text });
  const hits = groups.flatMap((group) => group.hits);
  return { titles: hits.map(({ title }) => title), first: hits[firstChoice(groups, text)] };
}

const ADMIN = 'administrator.administrator';
const WANTED: Partial<Record<Role, readonly (readonly [typed: string, row: string])[]>> = {
  [ADMIN]: [
    ['fee', 'Fee or discount of …'],
    ['fees', 'Fee or discount of …'],
    ['delivery fee', 'Fee or discount of …'],
    ['service charge', 'Fee or discount of …'],
    ['discount', 'Fee or discount of …'],
    ['audit', 'History of …'],
    ['audit log', 'History of …'],
    ['log', 'History of …'],
    ['history', 'History of …'],
    ['activity', 'History of …'],
    ['who changed price', 'History of …'],
    ['roles', 'Managers'],
    ['permissions', 'Managers'],
    ['delete user', 'Managers'],
    ['logout', 'Logout'],
    ['log out', 'Logout'],
    ['dark mode', 'Dark theme'],
    ['shortcuts', 'Keyboard shortcuts'],
    ['keyboard', 'Keyboard shortcuts'],
    ['change password', 'My Profile'],
    ['2fa', 'My Profile'],
    ['export orders', 'Export orders'],
    ['low stock', 'Goods that run out first'],
    ['expired', 'Expiring'],
    ['move stock', 'Issue to …'],
    ['transfer stock', 'Issue to …'],
    ['dead stock', 'Reports'],
    ['slow moving', 'Reports'],
    ['price list', 'Products'],
    ['orders', 'All Orders'],
    ['order', 'All Orders'],
    ['retailer', 'Retailers'],
    ['retailers', 'Retailers'],
    ['supplier', 'Distributors'],
    ['suppliers', 'Distributors'],
    ['new supplier', 'Create a distributor'],
    ['settings', 'Config Wizard'],
    ['bank', 'Bank Credits'],
    ['credit note', 'Claims'],
    ['invoice', 'Print order …'],
    ['receipt', 'Print order …'],
    ['refund', 'All Orders'],
    ['outstanding', 'Owing retailers'],
    ['shortage', 'Discrepancies'],
    ['deliveries', 'Orders to deliver'],
    ['promo', 'Send a notification'],
    ['top customers', 'Order Summary'],
    ['count', 'Count'],
    // With a slip in the words of an act or a screen.
    ['settigns', 'Config Wizard'],
    ['setings', 'Config Wizard'],
    ['create colleage', 'Create a manager'],
    ['creat retialer', 'Create a retailer'],
    ['new suplier', 'Create a distributor'],
    ['retialers', 'Retailers'],
    ['distribtors', 'Distributors'],
    ['mangers', 'Managers'],
    ['permisions', 'Managers'],
    ['warehosue', 'Warehouses'],
    ['ordres', 'All Orders'],
    ['pendign orders', 'Pending Orders'],
    ['delivries', 'Orders to deliver'],
    ['outstandign', 'Owing retailers'],
    ['invocie', 'Print order …'],
    ['reciept', 'Print order …'],
    ['discoutn', 'Fee or discount of …'],
    ['histroy', 'History of …'],
    ['keybord', 'Keyboard shortcuts'],
    ['chnage password', 'My Profile'],
    ['lgoout', 'Logout'],
    ['dark mdoe', 'Dark theme'],
    ['exprot orders', 'Export orders'],
    ['low stok', 'Goods that run out first'],
    ['expird', 'Expiring'],
    ['transfer stok', 'Issue to …'],
    ['shortge', 'Discrepancies'],
    ['recnd payment', 'Record payment of …'],
    ['recrod payment', 'Record payment of …'],
    ['recieve', 'Receive from …'],
    ['retrun', 'Return from …'],
    ['statment', 'Statement of …'],
    // Months and days.
    ['october', 'Orders of October 2026'],
    ['november orders', 'Orders of November 2026'],
    ['orders in oct', 'Orders of October 2026'],
    ['sales october', 'Orders of October 2026'],
    ['sales this month', 'Orders of the last 30 days'],
    ['sales last week', 'Orders of the last 7 days'],
    ['cart', 'Open carts'],
    ['draft orders', 'Open carts'],
    ['completed orders', 'Completed orders'],
    ['delivered orders', 'Delivered orders'],
    ['mark delivered', 'Mark delivered'],
    ['late orders', 'Orders to deliver'],
    ['overdue', 'Owing retailers'],
    ['aging', 'Owing retailers'],
    ['owing today', 'Unpaid orders today'],
    ['inactive retailers', 'Buyer Retention'],
    ['bulk edit', 'Products'],
    ['find product', 'Products'],
    ['find retailer', 'Retailers'],
    ['unmatched', 'Bank Credits'],
    ['add retailer', 'Create a retailer'],
    ['export retailers', 'Export retailers'],
  ],
  'manager.accountant': [
    ['depsoit', 'New Deposit for …'],
    ['depositt', 'New Deposit for …'],
    ['closout', 'Close-outs'],
    ['who owse', 'Owing retailers'],
    ['who owes', 'Owing retailers'],
    ['closeout', 'Close-outs'],
    ['deposit', 'New Deposit for …'],
    ['cash', 'DA Reconciliation'],
  ],
  'manager.staff': [
    ['driver', 'Sales Officers'],
    ['new driver', 'Create a sales officer'],
    ['po', 'Purchase Orders'],
    ['new drivr', 'Create a sales officer'],
    // Who reads transfers and books none is led to those that were booked.
    ['returns', 'All returned'],
    ['return stock', 'All returned'],
    ['retrun stock', 'All returned'],
    ['transfer stock', 'All issued'],
    ['trasnfer stock', 'All issued'],
    ['stock', 'Stock of …'],
    ['transfers', 'Purchase Orders'],
    ['place order', 'Take an order of …'],
    ['move retailer', 'Retailers'],
  ],
  'manager.customer_support': [
    ['take order', 'Take an order of …'],
    ['invoice', 'Print order …'],
  ],
  'manager.warehouse_officer': [
    ['scan', 'Count'],
    ['not synced', 'Outbox'],
    ['receive', 'Receive from …'],
    ['recieve', 'Receive from …'],
    ['stoktake', 'Count'],
    ['outbx', 'Outbox'],
  ],
  'sales_officer.manager': [
    ['low stock', 'Running Out'],
    ['deliveries', 'Orders to deliver'],
  ],
  'sales_officer.rep': [
    ['route', 'Home'],
    ['visits', 'Home'],
    ['deliver', 'Home'],
    ['my customers', 'Home'],
    ['cash', 'Close-outs'],
  ],
};

describe.each(Object.entries(WANTED) as [Role, readonly (readonly [string, string])[]][])('%s', (role, wanted) => {
  test.each(wanted)('"%s" takes "%s"', (typed, row) => {
    expect(rows(role, typed).first?.title).toBe(row);
  });
});

const YELLOW: FoundRecord = { model: 'product', _id: 'p1', title: 'Lipton Yellow Label', note: 'OFF-48702747' };
const MILO: FoundRecord = { model: 'product', _id: 'p2', title: 'Milo Sachet', note: 'OFF-00031464' };
const HAUWA: FoundRecord = { model: 'buyer', _id: 'b1', title: 'Hauwa Stores', note: '08031234567' };
const ORDER: FoundRecord = { model: 'order_group', _id: 'o1', title: 'B48SRUZE', note: 'Hauwa Stores' };

const NGOZI: FoundRecord = { model: 'sales_officer', _id: 's1', title: 'Ngozi Ezeani', note: '08035550000' };

describe('a name beside what is wanted of it', () => {
  test.each([
    ['call hauwa', HAUWA, 'Call Hauwa Stores'],
    ['phone of hauwa', HAUWA, 'Call Hauwa Stores'],
    ['hauwa phone', HAUWA, 'Call Hauwa Stores'],
    ['hauwa address', HAUWA, 'Hauwa Stores'],
    ['hauwa order', HAUWA, 'Orders of Hauwa Stores'],
    ['cancel order b48sruze', ORDER, 'B48SRUZE'],
    ['status of b48sruze', ORDER, 'B48SRUZE'],
    ['order b48sruze', ORDER, 'B48SRUZE'],
    ['cash of ngozi', NGOZI, 'Statement of Ngozi Ezeani'],
    ['deposit 5000 ngozi', NGOZI, 'New Deposit for Ngozi Ezeani'],
    ['call ngozi', NGOZI, 'Call Ngozi Ezeani'],
  ])('"%s"', (typed, record, row) => {
    const { whole, afterVerb } = recordTexts(typed);
    const name = searchWords(record.title)[0] ?? '';
    expect([whole, afterVerb]).toContain(name);
    expect(rows(ADMIN, typed, [], [record]).first?.title).toBe(row);
  });
  test('a call dials the number of the record and opens its page', () => {
    expect(rows(ADMIN, 'call hauwa', [], [HAUWA]).first).toMatchObject({
      dials: '08031234567',
      to: '/buyers/b1/orders',
    });
  });
  test('a month that is not named is offered to nobody', () => {
    expect(rows(ADMIN, 'orders').titles.filter((title) => / \d{4}$/u.test(title))).toEqual([]);
  });
  test('an act that the person lacks is no slip of another one', () => {
    expect(rows('sales_officer.manager', 'receive').first).toBeUndefined();
  });
});

test('a word inside of a name is no beginning of it: "low stock" offers no stock of "Yellow Label"', () => {
  expect(rows(ADMIN, 'low stock', [], [YELLOW]).titles).not.toContain('Stock of Lipton Yellow Label');
  expect(rows(ADMIN, 'milo stock', [], [MILO]).first?.title).toBe('Stock of Milo Sachet');
});

describe('a slip in the words of an act beside a name', () => {
  const MUSHIN: FoundRecord = { model: 'warehouse', _id: 'w1', title: 'Mushin', note: 'Lagos' };
  const TUNDE: FoundRecord = { model: 'manager', _id: 'm1', title: 'Tunde Officer', note: '08041234567' };
  test.each([
    ['milo prise', 'milo', MILO, 'Change price of Milo Sachet'],
    ['prise of milo', 'milo', MILO, 'Change price of Milo Sachet'],
    ['change prise of milo', 'milo', MILO, 'Change price of Milo Sachet'],
    ['stok of milo', 'milo', MILO, 'Stock of Milo Sachet'],
    ['milo stok', 'milo', MILO, 'Stock of Milo Sachet'],
    ['histroy of milo', 'milo', MILO, 'History of Milo Sachet'],
    ['hauwa ordrs', 'hauwa', HAUWA, 'Orders of Hauwa Stores'],
    ['hauwa pymt', 'hauwa', HAUWA, 'Record payment of Hauwa Stores'],
    ['recrod payment of hauwa', 'hauwa', HAUWA, 'Record payment of Hauwa Stores'],
    ['take ordr of hauwa', 'hauwa', HAUWA, 'Take an order of Hauwa Stores'],
    ['reset pasword of tunde', 'tunde', TUNDE, 'Reset password of Tunde Officer'],
    ['mushin hb', 'mushin', MUSHIN, 'Mushin'],
    ['warehosue mushin', 'mushin', MUSHIN, 'Mushin'],
  ])('"%s" searches "%s"', (typed, rest, record, row) => {
    expect(recordTexts(typed).afterVerb).toBe(rest);
    expect(rows(ADMIN, typed, [], [record]).first?.title).toBe(row);
  });
  test('a name that is near to a word of the bar stays', () => {
    const SADE: FoundRecord = { ...HAUWA, title: 'Orde Stores' };
    expect(rows(ADMIN, 'orde stores', [SADE]).titles).toContain('Orde Stores');
    for (const name of ['sade', 'issa', 'musa', 'peak milk', 'golden penny', 'receive from stokk', 'receive from ade'])
      expect(recordTexts(name), name).toMatchObject({ afterVerb: name.split(' from ')[1] ?? '' });
  });
});

test('all Milos are offered with their price, as many as a list has', () => {
  const five = [1, 2, 3, 4, 5].map((at) => ({ ...MILO, _id: `p${at}`, title: `Milo ${at}` }));
  const { titles } = rows(ADMIN, 'price of milo', [], five);
  expect(titles.filter((title) => title.startsWith('Change price of Milo'))).toHaveLength(5);
});

describe('who has no right to a task reads who has it, and is offered no record with its name', () => {
  const staff = permissionsOf('manager.staff');
  test('a deposit', () => {
    expect(nearestActs('deposit', staff, NOW)).toEqual([]);
    expect(nearestActs('depsoit', staff, NOW)).toEqual([]);
    expect(whoMay('deposit', staff, NOW)).toEqual(['Admin', 'Kasuwa Accountant']);
    expect(nearestActs('zobo hibiscus', staff, NOW)).toMatchObject([{ title: 'Create product “zobo hibiscus”' }]);
  });
  test('what the account has is never refused', () => {
    for (const typed of ['recnd payment', 'record payment of zzz', 'price of zzz', 'stok of zzz', 'edit zzz'])
      expect(whoMay(typed, staff, NOW), typed).toBeNull();
  });
});

describe('a phone number', () => {
  const care = permissionsOf('manager.customer_support');
  test.each(['08031234567', '0803 123 4567', '+234 803 123 4567', '2348031234567'])('%s', (typed) => {
    expect(recordTexts(typed).whole).toBe('08031234567');
    expect(rows('manager.customer_support', typed, [HAUWA]).first?.title).toBe('Take an order of Hauwa Stores');
    expect(rows('manager.customer_support', typed, [HAUWA]).titles).toContain('Hauwa Stores');
    expect(nearestActs(typed, permissionsOf('manager.staff'), NOW)).toMatchObject([
      {
        title: 'Create retailer with +234\u00A0803\u00A0123\u00A04567',
        to: '/buyers/signup',
        search: { phone: '08031234567' },
      },
    ]);
    expect(nearestActs(typed, permissionsOf('sales_officer.ba'), NOW)).toEqual([]);
  });
  test('who takes no orders finds the retailer', () => {
    expect(rows('manager.accountant', '08031234567', [HAUWA]).titles).toContain('Hauwa Stores');
    expect(care).toContain('buyer_cart');
  });
});

test('who changed what leads to the history of the record', () => {
  for (const typed of ['history of milo', 'milo history', 'who changed the price of milo', 'who edited milo'])
    expect(rows(ADMIN, typed, [], [MILO]).first, typed).toMatchObject({
      title: 'History of Milo Sachet',
      to: '/products/p2/update',
      search: { act: 'history' },
    });
  expect(rows(ADMIN, 'history of hauwa', [], [HAUWA]).first?.to).toBe('/buyers/b1/activity');
  expect(rows(ADMIN, 'history of b48sruze', [], [ORDER]).first).toMatchObject({
    to: '/order-groups/o1',
    search: { tab: 'activity' },
  });
  // Only an administrator reads it. The others read where it is.
  expect(rows('manager.staff', 'history of milo', [], [MILO]).titles).not.toContain('History of Milo Sachet');
  expect(answerTo('audit')).toContain('An administrator sees all of its changes.');
});

test('all orders of a retailer come before the unpaid ones', () => {
  for (const typed of ['orders of hauwa', 'hauwa orders', 'order for hauwa'])
    expect(rows(ADMIN, typed, [], [HAUWA]).first, typed).toMatchObject({
      title: 'Orders of Hauwa Stores',
      to: '/buyers/b1/orders',
    });
});

test('a fee of an order that is named leads to the order', () => {
  expect(rows(ADMIN, 'discount b48sruze', [], [ORDER]).first).toMatchObject({
    title: 'Fee or discount of B48SRUZE',
    to: '/order-groups/o1',
  });
});

test('who may not open a record finds it in the list', () => {
  expect(rows('manager.customer_support', 'milo', [MILO]).first).toMatchObject({
    title: 'Milo Sachet',
    to: '/products',
    search: { search: 'Milo Sachet' },
  });
});

describe('what Kasuwa does not do is answered in words, not with the nearest name', () => {
  const UDO: FoundRecord = { model: 'sales_officer', _id: 's1', title: 'Mercy Udo', note: '' };
  test.each(['undo', 'vat', 'tax', 'language', 'profit', 'margin', 'commission', 'backup'])('%s', (typed) => {
    expect(answerTo(typed)).not.toBeNull();
    expect(rows(ADMIN, typed, [UDO], []).titles).toEqual([]);
    expect(nearestActs(typed, permissionsOf(ADMIN), NOW)).toEqual([]);
  });
  test('a name that has the word stays', () => {
    const VAT: FoundRecord = { ...MILO, title: 'Vat 69' };
    expect(rows(ADMIN, 'vat', [VAT]).titles).toContain('Vat 69');
  });
});

test('an account without a task reads that it has none, and is offered no theme instead', () => {
  expect(nearestActs('orders today', permissionsOf('manager.buyer'), NOW)).toEqual([]);
  expect(whoMay('orders today', permissionsOf('manager.buyer'), NOW)).not.toBeNull();
  expect(whoMay('price of milo', permissionsOf('sales_officer.ba'), NOW)).not.toBeNull();
  expect(whoMay('qzqzq', permissionsOf('manager.buyer'), NOW)).toBeNull();
});

test('the place of words: the title, then words of the title, then the further words in their order', () => {
  expect(placeOf('All Orders', ['order'])).toBe(-1);
  expect(placeOf('Pending Orders', ['orders'])).toBe(0);
  expect(placeOf('Config Wizard', ['settings'])).toBeLessThan(placeOf('Running Out', ['settings']));
  expect(placeOf('Running Out', ['wallet'])).toBe(Number.POSITIVE_INFINITY);
  expect(placeOf('Create a distributor', ['supplier'])).toBeGreaterThan(placeOf('Distributors', ['supplier']));
});
