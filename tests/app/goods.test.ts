/** Transfers that are said with their goods, and the list of all that fit. */
import { describe, expect, test } from 'vitest';
import { actsFor } from '#app/command/acts.ts';
import { ranked, storedFor } from '#app/command/found/storedSearch.ts';
import { serverFound } from '#app/command/found/useFound.ts';
import { spokenGoods } from '#app/command/goods.ts';
import { hitGroups } from '#app/command/hits.ts';
import { recordTexts } from '#app/command/typed/nameInText.ts';
import type { FoundRecord } from '#domain/found.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { searchable } from '#domain/text.ts';
import { namedGoods } from '#features/stock/transfer/begin/namedGoods.ts';

const NOW = 1_795_255_200;
const admin = permissionsOf('administrator.administrator');
const record = (model: string, title: string): FoundRecord => ({ model, _id: title, title, note: '' });
const cube = record('product', 'Maggi Cube');
const maggie = record('sales_officer', 'Maggie Obi');

describe('a transfer with its goods', () => {
  test('nothing is offered without the right to the transfer, and no goods where none are named', () => {
    const held = admin.filter((one) => one !== 'create_stock_out');
    expect(actsFor('issue 5 maggi', [], [cube], held, NOW)).toEqual([]);
    expect(actsFor('issue 5', [], [], admin, NOW)).toMatchObject([{ title: 'Issue to …' }]);
    expect(actsFor('unpaid 5 maggi', [], [cube], admin, NOW)).toEqual([]);
  });

  test.each([
    ['5 maggi', 5, false, 'maggi'],
    ['12 cases of indomie', 12, false, 'indomie'],
    ['5 units maggi cube', 5, true, 'maggi cube'],
    ['maggi 5 cases', 5, false, 'maggi'],
    ['milo 500', null, false, 'milo 500'],
    ['0 maggi', null, false, '0 maggi'],
    ['5', null, false, '5'],
  ])('%j', (rest, figure, isUnits, name) => {
    expect(spokenGoods(rest)).toEqual({ figure, isUnits, name });
  });

  test('opens the first screen of its kind with the product and the figure', () => {
    expect(recordTexts('issue 5 maggi').afterVerb).toBe('maggi');
    expect(recordTexts('receive 12 cases of indomie').afterVerb).toBe('indomie');
    const [act] = actsFor('issue 5 maggi', [], [cube, maggie], admin, NOW);
    expect(act).toMatchObject({
      ...{ title: 'Issue 5 cases of Maggi Cube', note: 'Issue Stock', to: '/inventory/stock/out' },
      search: { goods: 'Maggi Cube', figure: '5' },
    });
    expect(namedGoods(act?.search ?? {})).toEqual({
      ...{ productId: 'Maggi Cube', name: 'Maggi Cube', figure: 5, isUnits: false, words: '5 cases of Maggi Cube' },
    });
    expect(actsFor('return 1 unit maggi', [], [cube], admin, NOW)).toMatchObject([
      { title: 'Return 1 unit of Maggi Cube', search: { figure: '1', in: 'unit' } },
    ]);
  });

  test('without a figure a party goes first, and goods come where no party has the name', () => {
    expect(actsFor('issue maggi', [], [cube, maggie], admin, NOW)).toMatchObject([{ title: 'Issue to Maggie Obi' }]);
    const [act] = actsFor('issue maggi', [], [cube], admin, NOW);
    expect(act?.title).toBe('Issue Maggi Cube');
    expect(namedGoods(act?.search ?? {})).toMatchObject({ figure: null, words: 'Maggi Cube' });
    // The goods themselves stay in sight.
    const groups = hitGroups({
      ...{ text: 'issue 5 maggi', found: [], foundAfter: [cube], seen: [], work: [], permissions: admin, now: NOW },
    });
    expect(groups.map(({ title }) => title)).toEqual(['Do', 'Products']);
  });

  test('a figure that a hand wrote into the address is none', () => {
    expect(namedGoods({ goods: 'p1', name: 'Milo', figure: '-3' })).toMatchObject({ figure: null });
    expect(namedGoods({ goods: 'p1', figure: '3' })).toBeNull();
  });
});

describe('more than the rows that are shown', () => {
  const maggi = Array.from({ length: 14 }, (_, at) => record('product', `Maggi ${String.fromCharCode(65 + at)}`));
  const rows = (found: readonly FoundRecord[], text = 'maggi', permissions: readonly string[] = admin) =>
    hitGroups({ text, found, foundAfter: found, seen: [], work: [], permissions, now: NOW }).flatMap(
      ({ hits }) => hits,
    );
  const stored = maggi.map((one) => ({ record: one, folded: searchable(one.title), openedAt: 0 }));

  test('the last row opens the list with the words; without the list, or with all rows shown, there is none', () => {
    const held = admin.filter((one) => one !== 'view_products');
    expect(rows(storedFor(stored, 'maggi'), 'maggi', held).map(({ key }) => key)).not.toContain('all product');
    expect(rows(maggi.slice(0, 9)).map(({ key }) => key)).not.toContain('all product');
    const shown = rows(storedFor(stored, 'maggi'));
    expect(shown).toHaveLength(12);
    expect(shown.at(-1)).toMatchObject({ title: 'All 14 products', to: '/products', search: { search: 'maggi' } });
  });

  test('lists that open with some of their rows are opened with all', () => {
    const shops = Array.from({ length: 20 }, (_, at) => record('buyer', `Ade ${at}`));
    expect(rows(shops, 'ade').find(({ key }) => key === 'all buyer')).toMatchObject({
      ...{ title: 'All 20 retailers', to: '/buyers', search: { status: 'all', search: 'ade' } },
    });
    const orders = Array.from({ length: 20 }, (_, at) => record('order_group', `B48SRUZ${at}`));
    expect(rows(orders, 'b48')).toContainEqual(
      expect.objectContaining({ title: 'All 20 orders', search: { from: 'open', to: 'open', search: 'b48' } }),
    );
  });

  test('the device and the server show the same rows, the number of a text before this one does not stay', () => {
    const server = maggi.slice(0, 12).map((one) => ({ ...one, total: 14 }));
    const device = storedFor(stored.toReversed(), 'maggi');
    expect(device).toEqual(server);
    expect(ranked([...device.toReversed()], 'maggi')).toEqual(server);
    const kept = serverFound({ of: 'mag', found: server, isReached: true }, 'maggi', true);
    expect(kept.found).toEqual(maggi.slice(0, 12));
  });
});
