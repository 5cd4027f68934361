/** Without the server a search looks in the stored rows, and a picker takes a short list from its stored page. */
import { expect, test } from 'vitest';
import { fromSearch, fromWholePage } from '#offline/reads/storedSearch.ts';

const ROWS = [
  { _id: 'b1', name: 'Emeka Stores', phone: '08046996380', location: { _id: 'x', name: 'Garki' } },
  { _id: 'b2', name: 'Ọlá Provisions', phone: '08047023084', location: { _id: 'y', name: 'Dugbe' } },
  { _id: 'emeka3', name: 'Hauwa Trading', phone: '08047376492', location: { _id: 'z', name: 'Garki' } },
];
/** The pages of that list that are stored. */
const stored =
  (pages: readonly (typeof ROWS)[], { total = 3, sums = false, size = 2 } = {}) =>
  async (key: readonly unknown[]) => {
    const at = pages.findIndex(
      (_, n) =>
        JSON.stringify(key) ===
        JSON.stringify([
          'buyer/read_all',
          { page: n + 1, per_page: size, status: 'active', ...(sums && { sums: '1' }) },
        ]),
    );
    const data = { rows: pages[at], total, page: at + 1, per_page: size, ...(sums && { sums: { all: '5' } }) };
    return at < 0 ? null : { data, at: 100 - at, copy: true };
  };
const search = (words: string, find: ReturnType<typeof stored>, page = 1) =>
  fromSearch(['buyer/read_all', { page, per_page: 2, search: words, status: 'active' }], find);
const ids = (answer: Awaited<ReturnType<typeof search>>) =>
  (answer?.data as { rows: { _id: string }[] } | undefined)?.rows.map(({ _id }) => _id);

test('the rows with all words, whatever the field, the accents and the order', { tags: ['B11.1'] }, async () => {
  const all = stored([ROWS.slice(0, 2), ROWS.slice(2)]);
  expect(ids(await search('ola', all))).toEqual(['b2']);
  expect(ids(await search('garki', all))).toEqual(['b1', 'emeka3']);
  expect(ids(await search('stores garki', all))).toEqual(['b1']);
  expect(ids(await search('+234 804 699 6380', all))).toEqual(['b1']);
  // An id is no text that a person sees.
  expect(ids(await search('emeka', all))).toEqual(['b1']);
});

test('it says how many rows were searched, and is as old as the oldest page', { tags: ['B11.1'] }, async () => {
  expect(await search('garki', stored([ROWS.slice(0, 2)]))).toMatchObject({
    ...{ at: 100, copy: true, searched: { rows: 2, of: 3 } },
    data: { total: 1, page: 1 },
  });
  expect(await search('garki', stored([ROWS.slice(0, 2), ROWS.slice(2)]))).toMatchObject({
    ...{ at: 99, searched: { rows: 3, of: 3 }, data: { total: 2 } },
  });
});

test('a list with sums is searched, and the sums of all its rows are not those of the found ones', async () => {
  const found = await search('garki', stored([ROWS.slice(0, 2)], { sums: true }));
  expect(ids(found)).toEqual(['b1']);
  expect(found?.data).not.toHaveProperty('sums');
});

test('nothing found among some rows says nothing of the others', async () => {
  expect(await search('zzzz', stored([ROWS.slice(0, 2)]))).toBeNull();
  expect(await search('garki', stored([]))).toBeNull();
  expect(await search('garki', stored([ROWS]), 2)).toBeNull();
  expect(await fromSearch(['buyer/read_all', { page: 1, per_page: 2 }], stored([ROWS]))).toBeNull();
});

test('a picker has all rows of a list that fits its stored page, and none of a longer one', {
  tags: ['B11.1'],
}, async () => {
  const find = (total: number) => async (key: readonly unknown[]) =>
    JSON.stringify(key) === '["location/read_all",{"page":1,"per_page":30}]'
      ? { data: { rows: ROWS, total, page: 1, per_page: 30 }, at: 7, copy: true }
      : null;
  expect(await fromWholePage(['location/read_all', {}], find(3))).toEqual({ data: ROWS, at: 7, copy: true });
  expect(await fromWholePage(['location/read_all', {}], find(4))).toBeNull();
  expect(await fromWholePage(['location/read_all', { page: 1, per_page: 10 }], find(3))).toBeNull();
  expect(await fromWholePage(['home/figures', {}], find(3))).toBeNull();
});
