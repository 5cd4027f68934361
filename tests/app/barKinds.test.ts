/** Texts of the command bar with a kind, an act or a question before or after a name, and the place of acts beside the record that is named. */
import { describe, expect, test } from 'vitest';
import { firstChoice, hitGroups } from '#app/command/hits.ts';
import { nearestActs } from '#app/command/nearest.ts';
import { recordTexts } from '#app/command/typed/nameInText.ts';
import { isBesideVerb } from '#app/command/useEnter.ts';
import type { FoundRecord } from '#domain/found.ts';
import { permissionsOf } from '#domain/matrix.ts';

const NOW = 1_795_255_200;
const admin = permissionsOf('administrator.administrator');
const record = (model: string, title: string, note = ''): FoundRecord => ({
  model,
  _id: `${model} ${title}`,
  title,
  note,
});
const hub = record('seller', 'Mushin Hub');
const store = record('warehouse', 'Mushin Hub');
const shop = record('buyer', 'Ɓaure & Sons');
const order = record('order_group', 'B48SRUZE', 'Ɓaure & Sons');
const nescafe = record('product', 'Nescafé Classic 50 g', 'OFF-9');
const zainab = record('manager', 'Zainab Bello');

interface Found {
  whole?: FoundRecord[];
  after?: FoundRecord[];
  permissions?: readonly string[];
}
const groups = (text: string, { whole = [], after = [], permissions = admin }: Found) =>
  hitGroups({ text, found: whole, foundAfter: after, seen: [], work: [], permissions, now: NOW });
const rows = (text: string, found: Found) => groups(text, found).flatMap(({ hits }) => hits);
const titles = (text: string, found: Found) => rows(text, found).map(({ title }) => title);

describe('a kind and a name', () => {
  test('another kind than the one that is named is not shown, nor one that may not be opened', () => {
    expect(rows('warehouse zainab', { after: [zainab] })).toEqual([]);
    expect(rows('warehouse mushin', { after: [hub, store], permissions: [] })).toEqual([]);
  });

  test.each([
    ['warehouse mushin', 'mushin'],
    ['mushin warehouse', 'mushin'],
    ['warehouses mushin', 'mushin'],
    ['the warehouse in mushin', 'mushin'],
    ['hub mushin', 'mushin'],
    ['retailer baure', 'baure'],
    ['customer baure', 'baure'],
    ['sales officer bola', 'bola'],
    ['purchase order ab12', 'ab12'],
    ['store type kiosk', 'kiosk'],
    ['category drinks', 'drinks'],
    ['categories drinks', 'drinks'],
  ])('%s', (typed, afterVerb) => {
    expect(recordTexts(typed).afterVerb).toBe(afterVerb);
  });

  test('find the records of that kind, first of all', () => {
    expect(rows('warehouse mushin', { after: [hub, store, order] })).toMatchObject([
      { title: 'Mushin Hub', note: 'Warehouse', to: `/warehouses/${store._id}/products` },
    ]);
    expect(rows('order emeka', { after: [shop, order] }).map(({ record: one }) => one?.model)).toContain('order_group');
    // What has both words by itself is not lost, and nothing is shown twice.
    const depot = record('warehouse', 'Warehouse Mushin');
    expect(titles('warehouse mushin', { whole: [depot, store], after: [store] })).toEqual([
      'Mushin Hub',
      'Warehouse Mushin',
    ]);
  });

  test('a kind alone is no kind and name', () => {
    expect(recordTexts('warehouse')).toEqual({ whole: 'warehouse', afterVerb: '' });
    expect(recordTexts('sales officer')).toEqual({ whole: 'sales officer', afterVerb: '' });
  });
});

describe('an act and a reference', () => {
  test.each(['open', 'find', 'cancel', 'complete', 'return'])('%s B48SRUZE', (act) => {
    expect(recordTexts(`${act} B48SRUZE`).afterVerb).toBe('b48sruze');
    expect(rows(`${act} B48SRUZE`, { after: [order] })).toMatchObject([{ title: 'B48SRUZE' }]);
  });

  test('print B48SRUZE opens the question of its paper', () => {
    expect(rows('print B48SRUZE', { after: [order] })).toMatchObject([
      { title: 'Print order B48SRUZE', search: { act: 'print' } },
    ]);
  });

  test('a verb that has its act shows no more than that', () => {
    expect(titles('reset password zainab', { after: [zainab] })).toEqual(['Reset password of Zainab Bello']);
  });
});

describe('a question', () => {
  test('creates no product, and neither does a text that begins with an act', () => {
    for (const text of ['why zobo', 'what is zobo', 'how many zobo', 'print zobo', 'where zobo'])
      expect(
        nearestActs(text, admin, NOW).map(({ to }) => to),
        text,
      ).not.toContain('/products/create');
    expect(nearestActs('zobo', admin, NOW)).toMatchObject([{ to: '/products/create' }]);
  });

  test('with a sign at its end finds what it finds without', () => {
    expect(recordTexts('nescafe?').whole).toBe('nescafe');
  });

  test.each(['why nescafe', 'why is nescafe low', 'why nescafe?'])('"%s" leads to the stock of the goods', (text) => {
    expect(recordTexts(text).whole).toBe('nescafe');
    expect(rows(text, { whole: [nescafe], after: [nescafe] })[0]).toMatchObject({
      title: 'Stock of Nescafé Classic 50 g',
      to: `/products/${nescafe._id}/update`,
      search: { tab: 'overview' },
    });
  });
});

describe('a name alone', () => {
  test('leads to the person or the place, and its acts come after', () => {
    const found = groups('baure', { whole: [shop, order] });
    expect(found.map(({ title }) => title)).toEqual(['People and places', 'Do', 'Orders and transfers']);
    expect(found.flatMap(({ hits }) => hits)[firstChoice(found, 'baure')]).toMatchObject({
      title: 'Ɓaure & Sons',
      record: shop,
    });
  });

  test('its acts are first where its page may not be opened, and where the text names an act', () => {
    const only = groups('baure', { whole: [shop], permissions: ['view_orders'] });
    expect(only.map(({ title }) => title)).toEqual(['Do']);
    expect(groups('unpaid baure', { after: [shop] })[0]?.title).toBe('Do');
    const sons = record('buyer', 'Paid Sons');
    expect(groups('paid', { whole: [sons] })[0]?.title).toBe('Do');
  });
});

describe('a verb that finds nobody', () => {
  const maker = record('distributor', 'Chukwuemeka Wholesale Ltd');
  const shown = (text: string, found: Found) => rows(text, found).find(({ record }) => record?.model === 'distributor');

  test('a record of another kind that has the name is shown, and Enter must not take it for what was wanted', () => {
    const hit = shown('reset password of emeka', { after: [maker] });
    expect(hit?.title).toBe(maker.title);
    expect(hit && isBesideVerb('reset password of emeka', hit)).toBe(true);
  });

  test.each(['chukwuemeka', 'distributor chukwuemeka'])('"%s" means the record itself', (text) => {
    const hit = shown(text, { whole: [maker], after: [maker] });
    expect(hit && isBesideVerb(text, hit)).toBe(false);
  });
});
