/** The acts of the command bar: verbs with a record, rights, and the acts for an empty text. */
import { describe, expect, test } from 'vitest';
import { actsFor } from '#app/command/acts.ts';
import { openedLast, ranked, storedFor } from '#app/command/found/storedSearch.ts';
import { type BarRow, firstChoice, hitGroups, nearestGroup } from '#app/command/hits.ts';
import { nearestActs } from '#app/command/nearest.ts';
import { recordTexts } from '#app/command/typed/nameInText.ts';
import type { FoundRecord } from '#domain/found.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { DAY, dateInput } from '#domain/time.ts';

const NOW = 1_795_255_200;
const admin = permissionsOf('administrator.administrator');
const accountant = permissionsOf('manager.accountant');
const adeola: FoundRecord = { model: 'distributor', _id: 'd1', title: 'Adéọlá & Sons Trading', note: '0803' };
const tunde: FoundRecord = { model: 'manager', _id: 'm1', title: 'Tunde Officer', note: '0804' };
const ade: FoundRecord = { model: 'buyer', _id: 'b1', title: 'Adé Ventures', note: 'Bódìjà' };
const titles = (typed: string, found: FoundRecord[], after: FoundRecord[], held: readonly string[] = admin) =>
  actsFor(typed, found, after, held, NOW).map(({ title }) => title);

describe('the text after a verb is searched', () => {
  test.each([
    ['milk', ''],
    ['receive from', ''],
    ['receive from ade', 'ade'],
    ['reset pass tunde', 'tunde'],
    ['unpaid ade ventures', 'ade ventures'],
  ])('%s', (typed, afterVerb) => {
    expect(recordTexts(typed)).toEqual({ whole: typed, afterVerb });
  });
});

test('an act without its right is not offered', () => {
  expect(titles('reset password of tunde', [], [tunde], accountant)).toEqual([]);
  expect(titles('receive from ade', [], [adeola], accountant)).toEqual([]);
});

test('a verb with a name becomes an act, a name alone offers its acts, and a verb alone opens its screen', () => {
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

test('a verb with the beginning of a name leaves out names that have it inside of a word', () => {
  const inside: FoundRecord = { model: 'distributor', _id: 'd2', title: 'Ɗanladi Wholesale', note: '0805' };
  expect(titles('receive from ad', [], [inside, adeola])).toEqual(['Receive from Adéọlá & Sons Trading']);
  expect(titles('receive from nladi', [], [inside])).toEqual(['Receive from Ɗanladi Wholesale']);
});

test('"settings" finds the screen of the settings', () => {
  const input = { found: [], foundAfter: [], seen: [], work: [], permissions: admin, now: NOW };
  const rows = hitGroups({ ...input, text: 'settings' }).flatMap(({ hits }) => hits);
  expect(rows.map(({ title }) => title)).toContain('Config Wizard');
});

describe('an act without its name asks for one, and comes after acts that can be done at once', () => {
  test('"unpaid" leads to the unpaid orders, not to all orders', () => {
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

  test('a verb whose screen asks for the name opens that screen', () => {
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

test('orders are found by their days', () => {
  expect(titles('orders yesterday', [], [], permissionsOf('manager.buyer'))).not.toContain('Orders yesterday');
  for (const typed of ['yesterday orders', 'orders yesterday'])
    expect(actsFor(typed, [], [], accountant, NOW)[0]).toMatchObject({
      ...{ title: 'Orders yesterday', to: '/order-groups' },
      search: { from: dateInput(NOW - DAY), to: dateInput(NOW - DAY) },
    });
  expect(actsFor('orders this week', [], [], accountant, NOW)[0]).toMatchObject({
    ...{ title: 'Orders of the last 7 days' },
    search: { from: dateInput(NOW - 6 * DAY), to: dateInput(NOW) },
  });
  expect(actsFor('orders today', [], [], accountant, NOW)[0]?.title).toBe('Orders today');
});

test('"unpaid today" is an act with the days in its address', () => {
  expect(actsFor('unpaid today', [], [], accountant, NOW)[0]).toMatchObject({
    title: 'Unpaid orders today',
    to: '/order-groups',
    search: { payment: 'unpaid', from: '2026-11-21', to: '2026-11-21' },
  });
});

test('groups keep their order, apart from acts for a name, and have as many records as the panel has room for; Enter takes a screen whose name begins with the text', () => {
  const many = Array.from({ length: 8 }, (_, at): FoundRecord => ({ ...ade, _id: `b${at}`, title: `Adé ${at}` }));
  const work: BarRow[] = [
    { key: 'work 1', title: 'Deliver: Order of Adé', note: 'AB12', icon: 'clock', to: '/order-groups/1' },
  ];
  const input = { foundAfter: [], seen: [tunde], work, permissions: admin, now: NOW };
  const groups = hitGroups({ ...input, text: 'ade', found: [...many, adeola] });
  expect(groups.map(({ title, hits }) => [title, hits.length])).toEqual([
    ['People and places', 9],
    ['Do', 3],
  ]);
  expect(hitGroups({ ...input, text: '', found: [] }).map(({ title }) => title)).toEqual([
    'Do',
    'Last opened',
    'Waits for you',
    'Go to',
  ]);
  // The first row is the choice if the text begins its name, although a screen has that name too.
  expect(firstChoice(hitGroups({ ...input, text: 'receive', found: [] }), 'receive')).toBe(0);
  const stores: FoundRecord = { model: 'cohort', _id: 'c1', title: 'Store owners', note: '' };
  const typed = hitGroups({ ...input, text: 'store ty', found: [stores] });
  expect(typed.flatMap(({ hits }) => hits)[firstChoice(typed, 'store ty')]?.title).toBe('Store Types');
});

describe('the words of a button, and their synonyms, find what the button does', () => {
  const work: BarRow[] = [
    {
      ...{ key: 'work 1', title: 'Record payment: Mbah Mini Mart owes', note: '₦99,690', icon: 'clock' },
      ...{ to: '/order-groups/1', verb: 'Record payment' },
    },
    {
      ...{ key: 'work 2', title: 'Mark delivered: Order of Adé', note: 'AB12', icon: 'clock' },
      ...{ to: '/order-groups/2', verb: 'Mark delivered' },
    },
  ];
  const input = { found: [], foundAfter: [], seen: [], work, permissions: admin, now: NOW };
  const rows = (text: string, more: Partial<typeof input> = {}) =>
    hitGroups({ ...input, ...more, text }).flatMap(({ hits }) => hits);
  const first = (text: string, more: Partial<typeof input> = {}) => {
    const groups = hitGroups({ ...input, ...more, text });
    return groups.flatMap(({ hits }) => hits)[firstChoice(groups, text)]?.title;
  };

  test.each([
    ['record payment', 'Record payment of …'],
    ['mark delivered', 'Mark delivered'],
    ['count stock', 'Count stock of …'],
    ['stocktake', 'Stocktakes'],
    ['take an order', 'Take an order of …'],
    ['price', 'Change price of …'],
    ['change price', 'Change price of …'],
    ['sales history', 'Sales History'],
    ['low stock', 'Goods that run out first'],
    ['sign out', 'Logout'],
    ['log out', 'Logout'],
    ['theme', 'Dark theme'],
    ['dark', 'Dark theme'],
    ['route', 'Route plan of …'],
    ['stock', 'Stock of …'],
  ])('%s', (text, title) => {
    expect(first(text)).toBe(title);
  });

  test('they also work with the name of a record', () => {
    const milo: FoundRecord = { model: 'product', _id: 'p1', title: 'Knorr Fish', note: '' };
    const hub: FoundRecord = { model: 'warehouse', _id: 'w1', title: 'Mushin Hub', note: '' };
    const bola: FoundRecord = { model: 'sales_officer', _id: 's1', title: 'Bola', note: '' };
    for (const text of ['price of knorr', 'price knorr', 'change price of knorr']) {
      expect(recordTexts(text).afterVerb).toBe('knorr');
      expect(titles(text, [], [milo])).toEqual(['Change price of Knorr Fish']);
    }
    expect(actsFor('stock mushin', [], [hub], admin, NOW)).toMatchObject([
      { title: 'Stock of Mushin Hub', to: '/warehouses/w1/products' },
      { title: 'Count stock of Mushin Hub', to: '/warehouses/w1/opening' },
    ]);
    expect(actsFor('route bola', [], [bola], admin, NOW)).toMatchObject([{ to: '/sales-officers/s1/buyers' }]);
    expect(actsFor('take an order ade', [], [ade], admin, NOW)).toMatchObject([{ to: '/buyers/b1/cart' }]);
  });

  test('words of debt beside a name lead to what the person owes, unless the whole text is a name', () => {
    const hauwa: FoundRecord = { model: 'buyer', _id: 'b2', title: 'Hauwa Stores', note: '' };
    for (const text of [
      'hauwa owe',
      'hauwa owes',
      'what does hauwa owe',
      'debt of hauwa',
      'owed by hauwa',
      'hauwa debt',
    ]) {
      expect(recordTexts(text).afterVerb, text).toBe('hauwa');
      expect(
        actsFor(text, [], [hauwa], admin, NOW).map(({ title }) => title),
        text,
      ).toEqual(['Statement of Hauwa Stores', 'Unpaid orders of Hauwa Stores']);
    }
    for (const text of ['hauwa statement', 'statement hauwa', 'hauwa balance', 'wallet of hauwa'])
      expect(actsFor(text, [], [hauwa], admin, NOW), text).toMatchObject([{ to: '/buyers/b2/balance' }]);
    expect(actsFor('cart hauwa', [], [hauwa], admin, NOW)[0]).toMatchObject({ to: '/buyers/b2/cart' });
    // Two retailers of one name differ by their phones, and each has its act.
    const other = { ...hauwa, _id: 'b4', note: '+234 804 698 0542' };
    expect(actsFor('statement hauwa', [], [hauwa, other], admin, NOW).map(({ to }) => to)).toEqual([
      '/buyers/b2/balance',
      '/buyers/b4/balance',
    ]);
    expect(actsFor('unpaid hauwa', [], [hauwa, other], admin, NOW)).toHaveLength(1);
    const named: FoundRecord = { model: 'buyer', _id: 'b3', title: 'Easy Pay Stores', note: '' };
    expect(actsFor('easy pay stores', [named], [named], admin, NOW)[0]?.isByName).toBe(true);
  });

  test('rows of work are found by the words of their buttons, and not by a name alone', () => {
    const waiting = (text: string) => rows(text).flatMap(({ key, title }) => (key.startsWith('work') ? [title] : []));
    expect(waiting('record payment')).toEqual(['Record payment: Mbah Mini Mart owes']);
    expect(waiting('pay mbah')).toEqual(['Record payment: Mbah Mini Mart owes']);
    expect(waiting('deliver ade')).toEqual(['Mark delivered: Order of Adé']);
    expect(waiting('record payment ade')).toEqual([]);
    expect(waiting('mbah')).toEqual([]);
  });

  test('acts without their right are not offered', () => {
    const held = permissionsOf('manager.customer_support').filter((one) => one !== 'view_products');
    for (const text of ['change price', 'count stock', 'sales history'])
      expect(rows(text, { permissions: held, work: [] }), text).toEqual([]);
    expect(first('sign out', { permissions: [] })).toBe('Logout');
  });

  test('if nothing is found, only acts and screens that share a word are offered, and for a name its product', () => {
    const nearest = (text: string, held: readonly string[] = admin) =>
      nearestGroup(text, held, NOW).flatMap(({ hits }) => hits.map(({ title }) => title));
    expect(rows('recording of xyzzy')).toEqual([]);
    expect(nearest('recording of xyzzy')[0]).toBe('Record payment of …');
    expect(nearest('zzzz nothing')).toEqual(['Create product “zzzz nothing”']);
    expect(nearest('6 month sales')).toContain('Sales History');
    // Nothing is near: a name may be created by a person with the right, and an address or a number by nobody.
    expect(nearest('indomie')).toEqual(['Create product “indomie”']);
    expect(nearestActs('indomie', admin, NOW)).toMatchObject([{ to: '/products/create', search: { name: 'indomie' } }]);
    expect(nearest('indomie', [])).toEqual([]);
    for (const text of ['0803 555', '0803 5550', 'ada@indomie.test']) expect(nearest(text), text).toEqual([]);
  });

  test('without the server no act is offered that needs it', () => {
    const away = (text: string) =>
      hitGroups({ ...input, work: [], text, isAway: true }).flatMap(({ hits }) => hits.map(({ title }) => title));
    for (const text of [
      'create a product',
      'reset password',
      'change price',
      'take an order',
      'export orders',
      'mark delivered',
    ])
      expect(
        away(text).filter((title) => title.toLowerCase().startsWith(text)),
        text,
      ).toEqual([]);
    expect(nearestGroup('zzzz nothing', admin, NOW, true)).toEqual([]);
    expect(nearestGroup('recording of xyzzy', admin, NOW, true).flatMap(({ hits }) => hits)).not.toContainEqual(
      expect.objectContaining({ title: 'Record payment of …' }),
    );
    for (const text of ['receive from', 'dark theme']) expect(away(text), text).not.toEqual([]);
  });
});

describe('a typing mistake still finds screens and acts', () => {
  const input = { found: [], foundAfter: [], seen: [], work: [], permissions: admin, now: NOW };
  test.each([
    ['recieve', 'Receive from …'],
    ['perchase ordr', 'Purchase Orders'],
    ['retialer', 'Retailers'],
    ['manfacturers', 'Manufacturers'],
    ['recieve shipmnt', 'Receive Shipment'],
  ])('%s', (text, first) => {
    const groups = hitGroups({ ...input, text });
    expect(groups.flatMap(({ hits }) => hits)[firstChoice(groups, text)]?.title).toBe(first);
  });

  test('a mistake also works with the name of a record', () => {
    expect(recordTexts('recieve adeola')).toEqual({ whole: 'recieve adeola', afterVerb: 'adeola' });
    expect(titles('recieve adeola', [], [adeola])).toEqual(['Receive from Adéọlá & Sons Trading']);
  });

  test('a mistake in the verb after a name works too', () => {
    const zainab: FoundRecord = { model: 'manager', _id: 'm2', title: 'Zainab Bello', note: '0806' };
    expect(recordTexts('zainab pasword').afterVerb).toBe('zainab');
    expect(titles('zainab pasword', [], [zainab])).toEqual(['Reset password of Zainab Bello']);
    expect(recordTexts('zianab pasword').afterVerb).toBe('zianab');
    expect(recordTexts('zainab bello').afterVerb).toBe('');
  });

  test('a name that is near a verb stays a name, and codes and short words must be exact', () => {
    const issa: FoundRecord = { model: 'buyer', _id: 'b2', title: 'Issa Stores', note: '0805' };
    expect(titles('issa', [issa], [])).toEqual(['Unpaid orders of Issa Stores']);
    expect(titles('issa', [], [])).toEqual([]);
    expect(hitGroups({ ...input, text: 'hbu' })).toEqual([]);
    expect(titles('recieve', [], [], accountant)).toEqual(['All received']);
  });
});

test('the record that was opened last comes first, and a record that was only listed does not count', () => {
  const stored = [
    { record: ade, folded: '', openedAt: 0 },
    { record: tunde, folded: '', openedAt: 5 },
    { record: adeola, folded: '', openedAt: 9 },
  ];
  expect(openedLast(stored)).toEqual([adeola, tunde]);
});

describe('words of two records, and a verb at the end', () => {
  const milo: FoundRecord = { model: 'product', _id: 'p1', title: 'Milo 500 g', note: 'OFF-1' };
  const wuse: FoundRecord = { model: 'warehouse', _id: 'w1', title: 'Wuse Hub', note: '' };
  const bodija: FoundRecord = { model: 'warehouse', _id: 'w2', title: 'Bodija Hub', note: '' };

  test('a product and a hub open the line of the product at that hub', () => {
    const line = {
      title: 'Milo 500 g at Wuse Hub',
      to: '/warehouses/w1/products',
      search: { search: 'Milo 500 g', empty: '1' },
    };
    for (const typed of ['milo wuse', 'wuse milo', 'milo wusse'])
      expect(actsFor(typed, [milo, wuse], [], admin, NOW)[0], typed).toMatchObject(line);
    for (const typed of ['price milo wuse', 'milo price wuse', 'milo wuse price', 'milo price wusse'])
      expect(actsFor(typed, [], [milo, wuse], admin, NOW)[0]?.title, typed).toBe('Price of Milo 500 g at Wuse Hub');
    expect(recordTexts('milo price wuse').afterVerb).toBe('milo wuse');
    expect(recordTexts('price milo wuse').afterVerb).toBe('milo wuse');
    expect(actsFor('price milo wuse', [], [milo, wuse], admin, NOW)[1]?.title).toBe('Change price of Milo 500 g');
    expect(actsFor('price milo wuse', [], [milo, wuse], admin, NOW)[0]).toMatchObject({
      title: 'Price of Milo 500 g at Wuse Hub',
      to: '/products/p1/update',
      search: { tab: 'overview' },
    });
    expect(titles('milo wuse', [milo, wuse], [], [])).toEqual([]);
    // Words of one record alone open no line.
    expect(titles('milo 500', [milo, wuse], [])).toEqual([]);
  });

  test('both are found on this device, too', () => {
    const stored = [milo, wuse, bodija].map((record) => ({
      record,
      folded: `${record.title} ${record.note}`.toLowerCase(),
      openedAt: 0,
    }));
    expect(storedFor(stored, 'milo wuse')).toEqual([milo, wuse]);
    expect(storedFor(stored, 'wusse miol')).toEqual([milo, wuse]);
    expect(storedFor(stored, 'milo yaba')).toEqual([]);
  });

  test('"bodija stock" means the stock of that hub', () => {
    expect(recordTexts('bodija stock')).toEqual({ whole: 'bodija stock', afterVerb: 'bodija' });
    expect(titles('bodija stock', [], [bodija])[0]).toBe('Stock of Bodija Hub');
    // The hub's stock comes before the line of goods with "stock" in their name.
    const cubes: FoundRecord = { model: 'product', _id: 'p3', title: 'Knorr Stock Cubes', note: 'OFF-3' };
    expect(titles('bodija stock', [cubes, bodija], [bodija]).slice(0, 2)).toEqual([
      'Stock of Bodija Hub',
      'Count stock of Bodija Hub',
    ]);
    expect(titles('bodija stock', [cubes, bodija], [bodija])).toContain('Knorr Stock Cubes at Bodija Hub');
  });
});

test('the name of a list finds its export', () => {
  expect(actsFor('export products', [], [], admin, NOW)[0]).toMatchObject({
    title: 'Export products',
    to: '/products',
    search: { act: 'export' },
  });
  expect(titles('export', [], [])).toContain('Export orders');
  expect(titles('export retailers', [], [], [])).toEqual([]);
});

describe('what somebody means by the words', () => {
  const ezenwa: FoundRecord = {
    ...{ model: 'buyer', _id: 'b7', title: 'Ezenwa Stores' },
    note: '08047273545, 8 Market Road, in Bódìjà',
  };
  const hub: FoundRecord = { model: 'seller', _id: 's7', title: 'Bódìjà Hub', note: '3 Awólọ́wọ̀ Avenue' };
  const store: FoundRecord = { model: 'warehouse', _id: 'w7', title: 'Bódìjà Hub', note: '' };
  const place: FoundRecord = { model: 'location', _id: 'l7', title: 'Bódìjà', note: '' };
  const input = { found: [], foundAfter: [], seen: [], work: [], permissions: admin, now: NOW };
  const rows = (text: string, more: Partial<Parameters<typeof hitGroups>[0]> = {}) =>
    hitGroups({ ...input, ...more, text }).flatMap(({ hits }) => hits);

  test('a record whose name begins with the word comes before any act for a record in that place', () => {
    for (const found of [
      [ezenwa, hub, place, store],
      [place, store, ezenwa, hub],
    ]) {
      const hits = rows('bodija', { found: ranked(found, 'bodija') });
      expect(hits.slice(0, 2)).toMatchObject([
        { title: 'Bódìjà Hub', note: 'Warehouse', icon: 'warehouse' },
        { title: 'Bódìjà Hub', icon: 'pin' },
      ]);
      expect(hits.filter(({ title }) => title.startsWith('Unpaid orders of'))).toEqual([]);
    }
  });

  test('an address alone offers no act; a phone number and a name do', () => {
    expect(titles('market road', [ezenwa], [])).toEqual([]);
    expect(titles('bodija', [ezenwa], [])).toEqual([]);
    expect(titles('0804727', [ezenwa], [])).toEqual(['Unpaid orders of Ezenwa Stores']);
    expect(titles('ezenwa', [ezenwa, hub], [])).toEqual(['Unpaid orders of Ezenwa Stores']);
  });

  test('a word inside of another word finds no act and no screen', () => {
    expect(titles('orders paid today', [], [])).toEqual(['Paid orders today']);
    expect(titles('unpaid orders today', [], [])).toEqual(['Unpaid orders today']);
    expect(titles('paid', [], [])).not.toContain('Unpaid orders today');
    expect(titles('paid orders xyzzy', [], [])).toEqual([]);
    expect(rows('port')).toEqual([]);
    expect(actsFor('orders paid today', [], [], accountant, NOW)[0]).toMatchObject({
      to: '/order-groups',
      search: { payment: 'paid', from: '2026-11-21', to: '2026-11-21' },
    });
  });

  test('the small words of a question count for nothing, as long as others remain', () => {
    expect(recordTexts('how many maggi in wuse')).toEqual({ whole: 'maggi wuse', afterVerb: 'maggi wuse' });
    expect(recordTexts('how many cases of maggi are left')).toEqual({ whole: 'maggi', afterVerb: 'maggi' });
    expect(recordTexts('how many')).toEqual({ whole: 'how many', afterVerb: '' });
    const maggi: FoundRecord = { model: 'product', _id: 'p7', title: 'Maggi Cube', note: 'OFF-7' };
    const wuse: FoundRecord = { model: 'warehouse', _id: 'w8', title: 'Wuse Hub', note: '' };
    expect(titles('how many maggi in wuse', [maggi, wuse], [maggi, wuse])[0]).toBe('Maggi Cube at Wuse Hub');
    expect(titles('how many maggi', [maggi], [maggi])).toEqual(['Stock of Maggi Cube']);
    expect(titles('what is the stock of maggi', [], [maggi])[0]).toBe('Stock of Maggi Cube');
    expect(titles('where are the unpaid orders', [], [])).toContain('Unpaid orders today');
    // The act does not take the Enter of its list.
    for (const text of ['retailers', 'where are the retailers'])
      expect(
        rows(text).map(({ title }) => title),
        text,
      ).toContain('Retailers');
    const retailers = hitGroups({ ...input, text: 'retailers' });
    expect(retailers.flatMap(({ hits }) => hits)[firstChoice(retailers, 'retailers')]?.to).toBe('/buyers');
    expect(rows('the products').map(({ title }) => title)).toContain('Products');
  });

  test('"retailers owing" leads to the orders that are owed for', () => {
    for (const text of ['retailers owing', 'who owes', 'which retailers are owing'])
      expect(actsFor(text, [], [], accountant, NOW)[0], text).toMatchObject({
        title: 'Owing retailers',
        to: '/order-groups',
        search: { tag: 'billed', payment: 'unpaid' },
      });
    expect(titles('retailers owing', [], [], [])).toEqual([]);
  });
});
